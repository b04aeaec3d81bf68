import { texts } from '@chisholm/domain/texts'
import { animalOf } from './known.ts'
import { forAll, forEach, type Line, type Sight } from './screens-shape.ts'

const requests = (tab: string): Sight => ({
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
const newTicket = [
  'field Date',
  'combobox Site',
  'checkbox No post-mortem required',
  'field Notes',
  'button Add animals',
]
const animalForm = ['field RFID', 'field Tag', 'combobox Tag colour', 'field Pen', 'field Lot', 'field Date of death']
const animalFields = [...animalForm, 'field Notes', 'combobox Your diagnosis', 'field Add photos']
const photoScreen: Sight = { h1: /^Photos of /, controls: ['button View ', 'button Done'] }
const report = (title: string): Sight => ({
  h1: `Report ${title}`,
  controls: ['link Download'],
  texts: ['Post-mortem report', title],
})

/** Specification 2.3, 2.5 and 2.6. */
export const clientLines: Line[] = [
  {
    name: 'requests',
    route: '/a/postmortems',
    address: () => '/a/postmortems',
    seen: () => forAll({ leadsTo: '/a/postmortems/draft' }),
  },
  ...(
    [
      ['draft', 'DRAFT'],
      ['pending', 'PENDING'],
      ['scheduled', 'IN PROGRESS'],
      ['complete', 'COMPLETE'],
    ] as const
  ).map(
    ([tab, word]): Line => ({
      name: `requests-${tab}`,
      route: '/a/postmortems/$tab',
      address: () => `/a/postmortems/${tab}`,
      seen: () => forAll(requests(word)),
    }),
  ),
  {
    name: 'new-post-mortem',
    route: '/a/postmortem/add',
    address: () => '/a/postmortem/add',
    seen: () =>
      forEach(
        { h1: 'New post mortem', controls: newTicket, lacks: ['combobox Client'], texts: ['Prairie Feeders'] },
        { h1: 'New post mortem', controls: ['combobox Client', ...newTicket] },
      ),
  },
  {
    name: 'ticket-draft',
    route: '/a/postmortem/$id',
    address: ({ draft }) => `/a/postmortem/${draft.id}`,
    seen: ({ draft }) =>
      forAll({
        h1: draft.title,
        controls: ['button Add animal', 'button Send PM', 'button Delete'],
        texts: ['Draft', 'Created', 'Submitted by', 'Prairie Feeders: North Yard', 'Animals'],
      }),
  },
  {
    name: 'ticket-pending',
    route: '/a/postmortem/$id',
    address: ({ pending }) => `/a/postmortem/${pending.id}`,
    seen: ({ pending }) =>
      forAll({
        h1: pending.title,
        controls: ['button Add animal'],
        lacks: ['button Send PM'],
        texts: ['Pending', 'Unassigned'],
      }),
  },
  {
    name: 'ticket-completed',
    route: '/a/postmortem/$id',
    address: ({ complete }) => `/a/postmortem/${complete.id}`,
    seen: ({ complete }) =>
      forAll({
        h1: complete.title,
        controls: ['button Generate Report'],
        lacks: ['button Send PM'],
        texts: ['Completed', 'Veterinarian'],
      }),
  },
  {
    name: 'wizard-new-animal',
    route: '/a/postmortem/$id',
    address: ({ draft }) => `/a/postmortem/${draft.id}?step=animal`,
    seen: () => forAll({ h1: /^Animal \d$/, controls: [...animalFields, 'button Save, add another', 'button Review'] }),
  },
  {
    name: 'wizard-sent',
    route: '/a/postmortem/$id',
    address: ({ pending }) => `/a/postmortem/${pending.id}?step=sent`,
    seen: () => forAll({ h1: texts.success.sent, controls: ['button Go Back', 'button Create Another'] }),
  },
  {
    name: 'ticket-view',
    route: '/a/postmortem/view/$id',
    address: ({ draft }) => `/a/postmortem/view/${draft.id}`,
    seen: ({ draft }) =>
      forAll({ h1: draft.title, controls: ['button Send PM'], texts: ['Prairie Feeders: North Yard'] }),
  },
  {
    name: 'photos',
    route: '/a/postmortem/view/$id/$animalId/uploadPhoto',
    address: ({ draft }) => `/a/postmortem/view/${draft.id}/${animalOf(draft).id}/uploadPhoto`,
    seen: () => forAll({ ...photoScreen, controls: ['field Add photos', 'button View ', 'button Done'] }),
  },
  {
    name: 'photos-completed',
    route: '/a/postmortem/view/$id/$animalId/uploadPhoto',
    address: ({ complete }) => `/a/postmortem/view/${complete.id}/${animalOf(complete).id}/uploadPhoto`,
    seen: () =>
      forEach(
        { ...photoScreen, lacks: ['field Add photos'] },
        { ...photoScreen, controls: ['field Add photos', 'button View '] },
      ),
  },
  {
    name: 'report',
    route: '/a/postmortem/$id/report',
    address: ({ complete }) => `/a/postmortem/${complete.id}/report`,
    seen: ({ complete }) => forAll(report(complete.title)),
  },
  {
    name: 'report-too-early',
    route: '/a/postmortem/$id/report',
    address: ({ pending }) => `/a/postmortem/${pending.id}/report`,
    seen: ({ pending }) =>
      forAll({ h1: `Report ${pending.title}`, lacks: ['link Download'], texts: [texts.refusal.reportNeedsCompletion] }),
  },
  {
    name: 'vet-report',
    route: '/a/vet/ticketdetail/$id/report',
    address: ({ complete }) => `/a/vet/ticketdetail/${complete.id}/report`,
    seen: ({ complete }) => forAll(report(complete.title)),
  },
]
