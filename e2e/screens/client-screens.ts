import { texts } from '@chisholm/domain/texts'
import { firstAnimal } from '../helpers/screen-fixtures.ts'
import { forAllRoles, forClientsAndVets, type ScreenCase, type ExpectedScreen } from './screen-types.ts'

const requestsScreen = (tab: string): ExpectedScreen => ({
  h1: 'My PM Requests',
  controls: [
    'link Search',
    'link New post mortem',
    ...['DRAFT', 'PENDING', 'IN PROGRESS', 'COMPLETE'].map((word) => `link ${word}`),
    `current ${tab}`,
    'link CHM-',
  ],
  texts: ['Requests you have started and sent. Press plus when an animal has died.'],
})
const wizardControls = [
  'field Date',
  'combobox Site',
  'checkbox No post-mortem required',
  'field Notes',
  'button Add animals',
]
const animalFormControls = [
  'field RFID',
  'field Tag',
  'combobox Tag colour',
  'field Pen',
  'field Lot',
  'field Date of death',
]
const animalStepControls = [...animalFormControls, 'field Notes', 'combobox Your diagnosis', 'field Add photos']
const photoScreen: ExpectedScreen = { h1: /^Photos of /, controls: ['button View ', 'button Done'] }
const reportScreen = (title: string): ExpectedScreen => ({
  h1: `Report ${title}`,
  controls: ['link Download'],
  texts: ['Post-mortem report', title],
})

/** The screens of clients, which specification 2.3, 2.5 and 2.6 describe. */
export const clientScreens: ScreenCase[] = [
  {
    name: 'requests',
    route: '/a/postmortems',
    url: () => '/a/postmortems',
    expected: () => forAllRoles({ redirectsTo: '/a/postmortems/draft' }),
  },
  ...(
    [
      ['draft', 'DRAFT'],
      ['pending', 'PENDING'],
      ['scheduled', 'IN PROGRESS'],
      ['complete', 'COMPLETE'],
    ] as const
  ).map(
    ([tab, word]): ScreenCase => ({
      name: `requests-${tab}`,
      route: '/a/postmortems/$tab',
      url: () => `/a/postmortems/${tab}`,
      expected: () => forAllRoles(requestsScreen(word)),
    }),
  ),
  {
    name: 'new-post-mortem',
    route: '/a/postmortem/add',
    url: () => '/a/postmortem/add',
    expected: () =>
      forClientsAndVets(
        {
          h1: 'New post mortem',
          controls: wizardControls,
          absentControls: ['combobox Client'],
          texts: ['Prairie Feeders'],
        },
        { h1: 'New post mortem', controls: ['combobox Client', ...wizardControls] },
      ),
  },
  {
    name: 'ticket-draft',
    route: '/a/postmortem/$id',
    url: ({ draft }) => `/a/postmortem/${draft.id}`,
    expected: ({ draft }) =>
      forAllRoles({
        h1: draft.title,
        controls: ['button Add animal', 'button Send PM', 'button Delete'],
        texts: ['Draft', 'Created', 'Submitted by', 'Prairie Feeders: North Yard', 'Animals'],
      }),
  },
  {
    name: 'ticket-pending',
    route: '/a/postmortem/$id',
    url: ({ pending }) => `/a/postmortem/${pending.id}`,
    expected: ({ pending }) =>
      forAllRoles({
        h1: pending.title,
        controls: ['button Add animal'],
        absentControls: ['button Send PM'],
        texts: ['Pending', 'Unassigned'],
      }),
  },
  {
    name: 'ticket-completed',
    route: '/a/postmortem/$id',
    url: ({ complete }) => `/a/postmortem/${complete.id}`,
    expected: ({ complete }) =>
      forAllRoles({
        h1: complete.title,
        controls: ['button Generate Report'],
        absentControls: ['button Send PM'],
        texts: ['Completed', 'Veterinarian'],
      }),
  },
  {
    name: 'wizard-new-animal',
    route: '/a/postmortem/$id',
    url: ({ draft }) => `/a/postmortem/${draft.id}?step=animal`,
    expected: () =>
      forAllRoles({
        h1: /^Animal \d$/,
        controls: [...animalStepControls, 'button Save, add another', 'button Review'],
      }),
  },
  {
    name: 'wizard-sent',
    route: '/a/postmortem/$id',
    url: ({ pending }) => `/a/postmortem/${pending.id}?step=sent`,
    expected: () => forAllRoles({ h1: texts.success.sent, controls: ['button Go Back', 'button Create Another'] }),
  },
  {
    name: 'ticket-view',
    route: '/a/postmortem/view/$id',
    url: ({ draft }) => `/a/postmortem/view/${draft.id}`,
    expected: ({ draft }) =>
      forAllRoles({ h1: draft.title, controls: ['button Send PM'], texts: ['Prairie Feeders: North Yard'] }),
  },
  {
    name: 'photos',
    route: '/a/postmortem/view/$id/$animalId/uploadPhoto',
    url: ({ draft }) => `/a/postmortem/view/${draft.id}/${firstAnimal(draft).id}/uploadPhoto`,
    expected: () => forAllRoles({ ...photoScreen, controls: ['field Add photos', 'button View ', 'button Done'] }),
  },
  {
    name: 'photos-completed',
    route: '/a/postmortem/view/$id/$animalId/uploadPhoto',
    url: ({ complete }) => `/a/postmortem/view/${complete.id}/${firstAnimal(complete).id}/uploadPhoto`,
    expected: () =>
      forClientsAndVets(
        { ...photoScreen, absentControls: ['field Add photos'] },
        { ...photoScreen, controls: ['field Add photos', 'button View '] },
      ),
  },
  {
    name: 'report',
    route: '/a/postmortem/$id/report',
    url: ({ complete }) => `/a/postmortem/${complete.id}/report`,
    expected: ({ complete }) => forAllRoles(reportScreen(complete.title)),
  },
  {
    name: 'report-too-early',
    route: '/a/postmortem/$id/report',
    url: ({ pending }) => `/a/postmortem/${pending.id}/report`,
    expected: ({ pending }) =>
      forAllRoles({
        h1: `Report ${pending.title}`,
        absentControls: ['link Download'],
        texts: [texts.refusal.reportNeedsCompletion],
      }),
  },
  {
    name: 'vet-report',
    route: '/a/vet/ticketdetail/$id/report',
    url: ({ complete }) => `/a/vet/ticketdetail/${complete.id}/report`,
    expected: ({ complete }) => forAllRoles(reportScreen(complete.title)),
  },
]
