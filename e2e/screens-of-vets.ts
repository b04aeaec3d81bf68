import { texts } from '@chisholm/domain/texts'
import { shownRfid } from '@chisholm/domain/rfid'
import { animalOf } from './known.ts'
import { forAll, forEach, forVets, type Line, type Sight } from './screens-shape.ts'

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

const dashboard = (h1: string, tabs: readonly (readonly [string, string])[], current: string): Sight => ({
  h1,
  controls: [...tabs.map(([, word]) => `link ${word}`), `current ${current}`, 'link CHM-'],
})
const site = 'Prairie Feeders - North Yard'
const shared = dashboard(site, clientTabs, 'COMPLETE')
const vetActions = ['button Assign', 'button Schedule', 'button Complete']
const diagnosis = ['combobox Diagnosis', 'field Findings', 'field Vet notes', 'button Save']

/** Specification 2.4. */
export const vetLines: Line[] = [
  {
    name: 'locations',
    route: '/a/locations',
    address: () => '/a/locations',
    seen: () =>
      forEach(
        { h1: 'My Locations', controls: [`link ${site}`], texts: [/For access to more locations/] },
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
    address: ({ siteId }) => `/a/location/${siteId}`,
    seen: ({ siteId }) =>
      forEach({ leadsTo: `/a/location/${siteId}/draft` }, { leadsTo: `/a/location/${siteId}/inbox` }),
  },
  ...vetTabs.map(
    ([tab, word]): Line => ({
      name: `vet-${tab}`,
      route: '/a/location/$siteId/$tab',
      address: () => `/a/location/all/${tab}`,
      seen: () =>
        tab === 'complete'
          ? forEach(dashboard('All locations', clientTabs, word), dashboard('All locations', vetTabs, word))
          : forVets(dashboard('All locations', vetTabs, word)),
    }),
  ),
  ...vetTabs.map(
    ([tab, word]): Line => ({
      name: `site-${tab}`,
      route: '/a/location/$siteId/$tab',
      address: ({ siteId }) => `/a/location/${siteId}/${tab}`,
      seen: () =>
        tab === 'complete' ? forEach(shared, dashboard(site, vetTabs, word)) : forVets(dashboard(site, vetTabs, word)),
    }),
  ),
  ...clientTabs.slice(0, 3).map(
    ([tab, word]): Line => ({
      name: `site-${tab}`,
      route: '/a/location/$siteId/$tab',
      address: ({ siteId }) => `/a/location/${siteId}/${tab}`,
      seen: () => ({ ...forAll('home'), client: dashboard(site, clientTabs, word) }),
    }),
  ),
  { name: 'vet', route: '/a/vet', address: () => '/a/vet', seen: () => forVets({ leadsTo: '/a/location/all/inbox' }) },
  {
    name: 'vet-ticket',
    route: '/a/vet/ticketdetail/$id',
    address: ({ pending }) => `/a/vet/ticketdetail/${pending.id}`,
    seen: ({ pending }) =>
      forVets({
        h1: pending.title,
        controls: [...vetActions, ...diagnosis, 'button Add animal', 'button Delete'],
        lacks: ['button Send PM'],
        texts: ['Pending', 'Prairie Feeders: North Yard', 'Unassigned'],
      }),
  },
  {
    name: 'vet-ticket-scheduled',
    route: '/a/vet/ticketdetail/$id',
    address: ({ scheduled }) => `/a/vet/ticketdetail/${scheduled.id}`,
    seen: ({ scheduled }) =>
      forVets({ h1: scheduled.title, controls: [...vetActions, ...diagnosis], texts: ['In Progress'] }),
  },
  {
    name: 'vet-ticket-completed',
    route: '/a/vet/ticketdetail/$id',
    address: ({ complete }) => `/a/vet/ticketdetail/${complete.id}`,
    seen: ({ complete }) =>
      forVets({ h1: complete.title, controls: ['button Generate Report'], lacks: vetActions, texts: ['Completed'] }),
  },
  {
    name: 'vet-complete-step',
    route: '/a/vet/ticketdetail/$id',
    address: ({ scheduled }) => `/a/vet/ticketdetail/${scheduled.id}?step=complete`,
    seen: ({ scheduled }) =>
      forVets({
        h1: `Complete ${scheduled.title}?`,
        controls: ['button Go Back', 'button Complete'],
        texts: [texts.other.completeExplained],
      }),
  },
  {
    name: 'vet-animal',
    route: '/a/vet/ticketdetail/$id/$animalId',
    address: ({ pending }) => `/a/vet/ticketdetail/${pending.id}/${animalOf(pending).id}`,
    seen: ({ pending }) =>
      forVets({
        h1: animalOf(pending).tag ?? '',
        controls: ['field RFID', 'field Tag', 'field Date of death', 'button Review'],
      }),
  },
  {
    name: 'vet-photos',
    route: '/a/vet/ticketdetail/$id/uploadPhoto',
    address: ({ pending }) => `/a/vet/ticketdetail/${pending.id}/uploadPhoto`,
    seen: () => forVets({ h1: /^Photos/ }),
  },
  {
    name: 'vet-animal-photos',
    route: '/a/vet/ticketdetail/$id/$animalId/uploadPhoto',
    address: ({ pending }) => `/a/vet/ticketdetail/${pending.id}/${animalOf(pending).id}/uploadPhoto`,
    seen: ({ pending }) =>
      forVets({
        h1: `Photos of ${animalOf(pending).tag}`,
        controls: ['field Add photos', 'button View ', 'button Done'],
      }),
  },
  {
    name: 'animal',
    route: '/a/animal/$id',
    address: ({ pending }) => `/a/animal/${animalOf(pending).rfid}`,
    seen: ({ pending }) =>
      forVets({
        h1: shownRfid(animalOf(pending).rfid ?? ''),
        controls: ['link Open ticket', 'link Edit record'],
        texts: ['RFID'],
      }),
  },
  {
    name: 'animal-unknown',
    route: '/a/animal/$id',
    address: () => '/a/animal/982000999999999',
    seen: () =>
      forVets({
        h1: '982 000 999 999 999',
        controls: ['link New post mortem with this RFID'],
        texts: ['This animal is not known yet.'],
      }),
  },
  {
    name: 'record',
    route: '/a/record/$id',
    address: ({ pending }) => `/a/record/${animalOf(pending).id}`,
    seen: ({ pending }) =>
      forAll({
        h1: 'Animal record',
        controls: ['combobox Diagnosis', 'combobox Tag colour', 'button Save'],
        texts: [shownRfid(animalOf(pending).rfid ?? ''), animalOf(pending).tag ?? ''],
      }),
  },
]
