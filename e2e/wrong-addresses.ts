import { texts } from '@chisholm/domain/texts'
import { animalOf, type Known } from './known.ts'

/** What a wrong address shows, inside the frame. */
export interface WrongAddress {
  address: string
  /** The heading for each role; null where the role is led home. */
  client: string | RegExp | null
  vet: string | RegExp | null
}

const nobody = '0190a5f0-7c1b-7def-8a3b-0123456789ab'
const absent = texts.other.notFoundPage
const something = /\w/

const same = (address: string, h1: string | RegExp): WrongAddress => ({ address, client: h1, vet: h1 })
/** A client may not see it, a veterinarian may. */
const foreign = (address: string, vet: string | RegExp): WrongAddress => ({ address, client: absent, vet })

/** Ids that are none, or nobody's. */
const ids = ['abc', nobody, '%20', '1'].flatMap((id): WrongAddress[] => [
  same(`/a/postmortem/${id}`, absent),
  same(`/a/postmortem/view/${id}`, absent),
  same(`/a/postmortem/${id}/report`, absent),
  same(`/a/postmortem/view/${id}/${nobody}/uploadPhoto`, absent),
  { address: `/a/vet/ticketdetail/${id}`, client: null, vet: absent },
  { address: `/a/vet/ticketdetail/${id}/${nobody}`, client: null, vet: absent },
  { address: `/a/vet/ticketdetail/${id}/uploadPhoto`, client: null, vet: absent },
  { address: `/a/vet/ticketdetail/${id}/${nobody}/uploadPhoto`, client: null, vet: absent },
  same(`/a/vet/ticketdetail/${id}/report`, absent),
  same(`/a/location/${id}/complete`, absent),
  same(`/a/location/${id}`, absent),
  { address: `/a/animal/${id}`, client: null, vet: something },
  same(`/a/record/${id}`, absent),
  same(`/a/reports/${id}`, absent),
])

const pages = ['abc', '0', '-1', '1.5', '9000', '1e99', '%5B1%5D'].flatMap((page): WrongAddress[] => [
  same(`/a/postmortems/draft?page=${page}`, 'My PM Requests'),
  same(`/a/location/all/complete?page=${page}`, 'All locations'),
  same(`/a/locations?page=${page}`, 'My Locations'),
  same(`/a/reports?page=${page}`, 'Animal reports'),
  same(`/a/search/result?page=${page}`, 'Search results'),
])

const searches: WrongAddress[] = [
  same('/a/postmortems/nowhere', absent),
  same('/a/location/all/nowhere', absent),
  same(`/a/postmortems/draft?ticket=${nobody}`, absent),
  same('/a/postmortems/draft?ticket=abc', 'My PM Requests'),
  same(`/a/location/all/complete?ticket=${nobody}`, absent),
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

/** Steps, animals and sites that are not there, not yet, or somebody else's. */
function ofTickets({ draft, pending, scheduled, complete }: Known, other: Known): WrongAddress[] {
  const steps = ['nowhere', 'sent', 'complete', 'details', 'animal', '%5B%5D'].flatMap((step) => [
    same(`/a/postmortem/${draft.id}?step=${step}`, something),
    same(`/a/postmortem/${complete.id}?step=${step}`, something),
    { address: `/a/vet/ticketdetail/${pending.id}?step=${step}`, client: null, vet: something },
    { address: `/a/vet/ticketdetail/${complete.id}?step=${step}`, client: null, vet: something },
  ])
  const animals = ['abc', nobody, animalOf(other.draft).id].flatMap((animal) => [
    same(`/a/postmortem/${draft.id}?step=animal&animal=${animal}`, something),
    { address: `/a/vet/ticketdetail/${scheduled.id}/${animal}`, client: null, vet: something },
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
  return [...steps, ...animals, ...theirs]
}

/** Wrong, foreign and too early addresses of every route. @param other  what another customer has */
export const wrongAddresses = (known: Known, other: Known): WrongAddress[] => [
  ...ids,
  ...pages,
  ...searches,
  ...ofTickets(known, other),
]
