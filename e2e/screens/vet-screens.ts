import { texts } from '@chisholm/domain/texts'
import { formatRfid } from '@chisholm/domain/rfid'
import { firstAnimal } from '../helpers/screen-fixtures.ts'
import { forAllRoles, forClientsAndVets, forVetRoles, type ScreenCase, type ExpectedScreen } from './screen-types.ts'

const vetTabs = [
  ['inbox', 'INBOX'],
  ['inprogress', 'IN PROGRESS'],
  ['complete', 'COMPLETE'],
] as const
const clientTabs = [
  ['draft', 'DRAFT'],
  ['pending', 'PENDING'],
  ['scheduled', 'IN PROGRESS'],
  ['complete', 'COMPLETE'],
] as const

const dashboardScreen = (
  h1: string,
  tabs: readonly (readonly [string, string])[],
  current: string,
): ExpectedScreen => ({
  h1,
  controls: [...tabs.map(([, word]) => `link ${word}`), `current ${current}`, 'link CHM-'],
})
const siteTitle = 'Prairie Feeders - North Yard'
const clientDashboard = dashboardScreen(siteTitle, clientTabs, 'COMPLETE')
const vetActionControls = ['button Assign', 'button Schedule', 'button Complete']
const diagnosisControls = ['combobox Diagnosis', 'field Findings', 'field Vet notes', 'button Save']

/** The screens of veterinarians, which specification 2.4 describes. */
export const vetScreens: ScreenCase[] = [
  {
    name: 'locations',
    route: '/a/locations',
    url: () => '/a/locations',
    expected: () =>
      forClientsAndVets(
        { h1: 'My Locations', controls: [`link ${siteTitle}`], texts: [/For access to more locations/] },
        {
          h1: 'My Locations',
          controls: ['link Big Sky Backgrounding - Bench Lots', 'button Next', 'button Previous'],
          texts: [/For access to more locations/, 'Page 1 of 2'],
        },
      ),
  },
  {
    name: 'location',
    route: '/a/location/$siteId',
    url: ({ siteId }) => `/a/location/${siteId}`,
    expected: ({ siteId }) =>
      forClientsAndVets({ redirectsTo: `/a/location/${siteId}/draft` }, { redirectsTo: `/a/location/${siteId}/inbox` }),
  },
  ...vetTabs.map(
    ([tab, word]): ScreenCase => ({
      name: `vet-${tab}`,
      route: '/a/location/$siteId/$tab',
      url: () => `/a/location/all/${tab}`,
      expected: () =>
        tab === 'complete'
          ? forClientsAndVets(
              dashboardScreen('All locations', clientTabs, word),
              dashboardScreen('All locations', vetTabs, word),
            )
          : forVetRoles(dashboardScreen('All locations', vetTabs, word)),
    }),
  ),
  ...vetTabs.map(
    ([tab, word]): ScreenCase => ({
      name: `site-${tab}`,
      route: '/a/location/$siteId/$tab',
      url: ({ siteId }) => `/a/location/${siteId}/${tab}`,
      expected: () =>
        tab === 'complete'
          ? forClientsAndVets(clientDashboard, dashboardScreen(siteTitle, vetTabs, word))
          : forVetRoles(dashboardScreen(siteTitle, vetTabs, word)),
    }),
  ),
  ...clientTabs.slice(0, 3).map(
    ([tab, word]): ScreenCase => ({
      name: `site-${tab}`,
      route: '/a/location/$siteId/$tab',
      url: ({ siteId }) => `/a/location/${siteId}/${tab}`,
      expected: () => ({ ...forAllRoles('home'), client: dashboardScreen(siteTitle, clientTabs, word) }),
    }),
  ),
  {
    name: 'planner',
    route: '/a/planner',
    url: () => '/a/planner?date=2031-06-04',
    expected: () => forVetRoles({ h1: /^Planner: /, controls: ['button Week before', 'button Week after'] }),
  },
  {
    name: 'planner-day',
    route: '/a/planner/day/$date',
    url: () => '/a/planner/day/2031-06-04',
    expected: () => forVetRoles({ h1: 'Wed, June 4, 2031' }),
  },
  {
    name: 'samples',
    route: '/a/samples',
    url: () => '/a/samples',
    expected: () =>
      forVetRoles({ h1: 'Samples at the lab', controls: ['field Scan or type a label', 'button Search'] }),
  },
  {
    name: 'vet',
    route: '/a/vet',
    url: () => '/a/vet',
    expected: () => forVetRoles({ redirectsTo: '/a/location/all/inbox' }),
  },
  {
    name: 'vet-ticket',
    route: '/a/vet/ticketdetail/$id',
    url: ({ pending }) => `/a/vet/ticketdetail/${pending.id}`,
    expected: ({ pending }) =>
      forVetRoles({
        h1: pending.title,
        controls: [...vetActionControls, ...diagnosisControls, 'button Add animal', 'button Delete'],
        absentControls: ['button Send PM'],
        texts: ['Pending', 'Prairie Feeders: North Yard', 'Unassigned'],
      }),
  },
  {
    name: 'vet-ticket-scheduled',
    route: '/a/vet/ticketdetail/$id',
    url: ({ scheduled }) => `/a/vet/ticketdetail/${scheduled.id}`,
    expected: ({ scheduled }) =>
      forVetRoles({
        h1: scheduled.title,
        controls: [...vetActionControls, ...diagnosisControls],
        texts: ['In Progress'],
      }),
  },
  {
    name: 'vet-ticket-completed',
    route: '/a/vet/ticketdetail/$id',
    url: ({ complete }) => `/a/vet/ticketdetail/${complete.id}`,
    expected: ({ complete }) =>
      forVetRoles({
        h1: complete.title,
        controls: ['button Generate Report'],
        absentControls: vetActionControls,
        texts: ['Completed'],
      }),
  },
  {
    name: 'vet-complete-step',
    route: '/a/vet/ticketdetail/$id',
    url: ({ scheduled }) => `/a/vet/ticketdetail/${scheduled.id}?step=complete`,
    expected: ({ scheduled }) =>
      forVetRoles({
        h1: `Complete ${scheduled.title}?`,
        controls: ['button Go Back', 'button Complete'],
        texts: [texts.other.completeExplained],
      }),
  },
  {
    name: 'vet-animal',
    route: '/a/vet/ticketdetail/$id/$animalId',
    url: ({ pending }) => `/a/vet/ticketdetail/${pending.id}/${firstAnimal(pending).id}`,
    expected: ({ pending }) =>
      forVetRoles({
        h1: firstAnimal(pending).tag ?? '',
        controls: ['field RFID', 'field Tag', 'field Date of death', 'button Review'],
      }),
  },
  {
    name: 'vet-photos',
    route: '/a/vet/ticketdetail/$id/uploadPhoto',
    url: ({ pending }) => `/a/vet/ticketdetail/${pending.id}/uploadPhoto`,
    expected: () => forVetRoles({ h1: /^Photos/ }),
  },
  {
    name: 'vet-animal-photos',
    route: '/a/vet/ticketdetail/$id/$animalId/uploadPhoto',
    url: ({ pending }) => `/a/vet/ticketdetail/${pending.id}/${firstAnimal(pending).id}/uploadPhoto`,
    expected: ({ pending }) =>
      forVetRoles({
        h1: `Photos of ${firstAnimal(pending).tag}`,
        controls: ['field Add photos', 'button View ', 'button Done'],
      }),
  },
  {
    name: 'animal',
    route: '/a/animal/$id',
    url: ({ pending }) => `/a/animal/${firstAnimal(pending).rfid}`,
    expected: ({ pending }) =>
      forVetRoles({
        h1: formatRfid(firstAnimal(pending).rfid ?? ''),
        controls: ['link Open ticket', 'link Edit record'],
        texts: ['RFID'],
      }),
  },
  {
    name: 'animal-unknown',
    route: '/a/animal/$id',
    url: () => '/a/animal/982000999999999',
    expected: () =>
      forVetRoles({
        h1: '982 000 999 999 999',
        controls: ['link New post mortem with this RFID'],
        texts: ['This animal is not known yet.'],
      }),
  },
  {
    name: 'record',
    route: '/a/record/$id',
    url: ({ pending }) => `/a/record/${firstAnimal(pending).id}`,
    expected: ({ pending }) =>
      forAllRoles({
        h1: 'Animal record',
        controls: ['combobox Diagnosis', 'combobox Tag colour', 'button Save'],
        texts: [formatRfid(firstAnimal(pending).rfid ?? ''), firstAnimal(pending).tag ?? ''],
      }),
  },
  {
    name: 'share-case',
    route: '/a/record/$id/case',
    url: ({ complete }) => `/a/record/${firstAnimal(complete).id}/case`,
    expected: () =>
      forVetRoles({
        h1: 'Teaching case',
        controls: ['field Title', 'button Share'],
        texts: [/Everybody who signs in/],
      }),
  },
]
