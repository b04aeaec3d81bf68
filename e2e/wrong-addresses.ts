import { texts } from '@chisholm/domain/texts'
import { animalOf, type Known } from './known.ts'
import { nobody, type WrongAddress } from './wrong-address.ts'
import { addressesOfAdmins } from './wrong-addresses-of-admins.ts'

const absent = texts.other.notFoundPage

const same = (address: string, h1: string | RegExp): WrongAddress => ({ address, seen: { client: h1, vet: h1 } })
/** Not found for clients, visible for veterinarians. */
const foreign = (address: string, vet: string | RegExp): WrongAddress => ({ address, seen: { client: absent, vet } })
/** On a route for veterinarians, from which clients are redirected home. */
const ofVets = (address: string, vet: string): WrongAddress => ({ address, seen: { client: null, vet } })

/** Malformed and unknown ids. */
const ids = ['abc', nobody, '%20'].flatMap((id): WrongAddress[] => [
  same(`/a/postmortem/${id}`, absent),
  same(`/a/postmortem/view/${id}`, absent),
  same(`/a/postmortem/${id}/report`, absent),
  same(`/a/postmortem/view/${id}/${nobody}/uploadPhoto`, absent),
  ofVets(`/a/vet/ticketdetail/${id}`, absent),
  ofVets(`/a/vet/ticketdetail/${id}/${nobody}`, absent),
  ofVets(`/a/vet/ticketdetail/${id}/uploadPhoto`, absent),
  ofVets(`/a/vet/ticketdetail/${id}/${nobody}/uploadPhoto`, absent),
  same(`/a/vet/ticketdetail/${id}/report`, absent),
  same(`/a/location/${id}/complete`, absent),
  same(`/a/location/${id}`, absent),
  same(`/a/record/${id}`, absent),
  same(`/a/reports/${id}`, absent),
])

/** An RFID that is not known yet is valid. */
const animals = [
  ofVets('/a/animal/abc', 'ABC'),
  ofVets('/a/animal/1', '1'),
  ofVets('/a/animal/%20', absent),
  ofVets(`/a/animal/${nobody}`, absent),
  { ...ofVets('/a/animal/R%201234', 'Animal'), says: texts.validation.industrialTransponder },
]

const pages = ['abc', '0', '9000', '1e99'].flatMap((page): WrongAddress[] => [
  same(`/a/postmortems/draft?page=${page}`, 'My PM Requests'),
  same(`/a/location/all/complete?page=${page}`, 'All locations'),
  same(`/a/locations?page=${page}`, 'My Locations'),
  same(`/a/reports?page=${page}`, 'Animal reports'),
  same(`/a/search/result?page=${page}`, 'Search results'),
])

/** Characters that PostgreSQL cannot store in a text, or that no id has. */
const unstorable = ['%00', '%0A'].flatMap((id): WrongAddress[] => [
  same(`/a/postmortem/${id}`, absent),
  ofVets(`/a/animal/${id}`, absent),
])

const searches: WrongAddress[] = [
  same('/a/postmortems/nowhere', absent),
  same('/a/location/all/nowhere', absent),
  { ...same(`/a/postmortems/draft?ticket=${nobody}`, absent), deskH1: texts.refusal.notFound },
  same('/a/postmortems/draft?ticket=abc', 'My PM Requests'),
  { ...same(`/a/location/all/complete?ticket=${nobody}`, absent), deskH1: texts.refusal.notFound },
  same('/a/location/all/complete?ticket=abc', 'All locations'),
  same('/a/postmortem/add?rfid=982000999888777', 'New post mortem'),
  same('/a/postmortem/add?rfid=%7B%22a%22%3A1%7D', 'New post mortem'),
  same('/a/training?training=abc', 'Training'),
  same(`/a/training?training=${nobody}`, 'Training'),
  same('/a/search?status=nowhere&submitted=abc&vet=abc&client=abc&site=abc&ticket=%5B%5D', 'Search'),
  same(`/a/search?vet=${nobody}&client=${nobody}&site=${nobody}`, 'Search'),
  same('/a/search/result?status=nowhere&submitted=abc&completed=2026-13-45&vet=abc&ticket=abc', 'Search results'),
  same(`/a/search/result?rfid=982000999888777&client=${nobody}`, 'Search results'),
  ...['abc', '%7B', 'null', '5', '%7B%22weight%22%3A5%7D', '%7B%22breed%22%3A%5B5%5D%7D'].map((run) =>
    same(`/a/reports/new?run=${run}`, 'New animal report'),
  ),
]

const wrongSteps = ['nowhere', '%5B%5D', 'sent', 'complete', 'details', 'animal'] as const

/** A ticket at each wizard step: shows the review unless the step is allowed. */
const stepsOf = (address: string, title: string, allowed: Partial<Record<(typeof wrongSteps)[number], string>> = {}) =>
  wrongSteps.map((step) => ({ address: `${address}?step=${step}`, h1: allowed[step] ?? title }))

/** Steps, animals and sites that do not exist, are not available yet, or belong to another customer. */
function ofTickets({ draft, pending, scheduled, complete }: Known, other: Known): WrongAddress[] {
  const next = 'Animal 3'
  const steps = [
    ...stepsOf(`/a/postmortem/${draft.id}`, draft.title, { details: 'Details', animal: next }),
    ...stepsOf(`/a/postmortem/${pending.id}`, pending.title, { sent: texts.success.sent, animal: next }),
    ...stepsOf(`/a/postmortem/${complete.id}`, complete.title),
  ].map(({ address, h1 }) => same(address, h1))
  const stepsOfVets = [
    ...stepsOf(`/a/vet/ticketdetail/${draft.id}`, draft.title, { animal: next }),
    ...stepsOf(`/a/vet/ticketdetail/${pending.id}`, pending.title, {
      complete: `Complete ${pending.title}?`,
      animal: next,
    }),
    ...stepsOf(`/a/vet/ticketdetail/${complete.id}`, complete.title),
  ].map(({ address, h1 }) => ofVets(address, h1))
  const foreignAnimals = ['abc', nobody, animalOf(other.draft).id].flatMap((animal) => [
    same(`/a/postmortem/${draft.id}?step=animal&animal=${animal}`, draft.title),
    ofVets(`/a/vet/ticketdetail/${scheduled.id}/${animal}`, scheduled.title),
    same(`/a/postmortem/view/${draft.id}/${animal}/uploadPhoto`, absent),
  ])
  const theirs = [
    foreign(`/a/postmortem/${other.pending.id}`, other.pending.title),
    foreign(`/a/postmortem/${other.complete.id}/report`, `Report ${other.complete.title}`),
    foreign(`/a/location/${other.siteId}/complete`, 'Red Mesa Cattle - Mesa Main'),
    foreign(`/a/record/${animalOf(other.pending).id}`, 'Animal record'),
    foreign(`/a/postmortem/view/${other.pending.id}/${animalOf(other.pending).id}/uploadPhoto`, /^Photos of /),
    same(`/a/postmortem/${draft.id}/report`, `Report ${draft.title}`),
    same(`/a/vet/ticketdetail/${scheduled.id}/report`, `Report ${scheduled.title}`),
  ]
  const beside = ['nowhere', 'sent', 'complete'].flatMap((step) => [
    same(`/a/postmortems/draft?ticket=${draft.id}&step=${step}`, draft.title),
    same(`/a/location/all/complete?ticket=${complete.id}&step=${step}`, complete.title),
  ])
  return [...steps, ...beside, ...stepsOfVets, ...foreignAnimals, ...theirs]
}

/** Invalid and forbidden URLs of every route. @param other  records of another customer */
export const wrongAddresses = (known: Known, other: Known): WrongAddress[] => [
  ...ids,
  ...unstorable,
  ...animals,
  ...pages,
  ...searches,
  ...ofTickets(known, other),
  ...addressesOfAdmins(known),
]
