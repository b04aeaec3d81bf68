import { texts } from '@chisholm/domain/texts'
import { firstAnimal, type ScreenFixtures } from '../helpers/screen-fixtures.ts'
import { unknownId, type InvalidUrl } from './invalid-url.ts'
import { invalidAdminUrls } from './invalid-admin-urls.ts'

const notFoundTitle = texts.other.notFoundPage

const forClientsAndVets = (url: string, h1: string | RegExp): InvalidUrl => ({
  url,
  expectedH1: { client: h1, vet: h1 },
})
/** Veterinarians see this record, but clients get "not found". */
const hiddenFromClients = (url: string, vet: string | RegExp): InvalidUrl => ({
  url,
  expectedH1: { client: notFoundTitle, vet },
})
/** This route is for veterinarians, so clients are redirected home. */
const onVetRoute = (url: string, vet: string): InvalidUrl => ({ url, expectedH1: { client: null, vet } })

/** Malformed and unknown ids. */
const invalidIds = ['abc', unknownId, '%20'].flatMap((id): InvalidUrl[] => [
  forClientsAndVets(`/a/postmortem/${id}`, notFoundTitle),
  forClientsAndVets(`/a/postmortem/view/${id}`, notFoundTitle),
  forClientsAndVets(`/a/postmortem/${id}/report`, notFoundTitle),
  forClientsAndVets(`/a/postmortem/view/${id}/${unknownId}/uploadPhoto`, notFoundTitle),
  onVetRoute(`/a/vet/ticketdetail/${id}`, notFoundTitle),
  onVetRoute(`/a/vet/ticketdetail/${id}/${unknownId}`, notFoundTitle),
  onVetRoute(`/a/vet/ticketdetail/${id}/uploadPhoto`, notFoundTitle),
  onVetRoute(`/a/vet/ticketdetail/${id}/${unknownId}/uploadPhoto`, notFoundTitle),
  forClientsAndVets(`/a/vet/ticketdetail/${id}/report`, notFoundTitle),
  forClientsAndVets(`/a/location/${id}/complete`, notFoundTitle),
  forClientsAndVets(`/a/location/${id}`, notFoundTitle),
  forClientsAndVets(`/a/record/${id}`, notFoundTitle),
  forClientsAndVets(`/a/reports/${id}`, notFoundTitle),
])

/** An RFID that is not known yet is valid. */
const animalUrls = [
  onVetRoute('/a/animal/abc', 'ABC'),
  onVetRoute('/a/animal/1', '1'),
  onVetRoute('/a/animal/%20', notFoundTitle),
  onVetRoute(`/a/animal/${unknownId}`, notFoundTitle),
  { ...onVetRoute('/a/animal/R%201234', 'Animal'), expectedText: texts.validation.industrialTransponder },
]

const invalidPages = ['abc', '0', '9000', '1e99'].flatMap((page): InvalidUrl[] => [
  forClientsAndVets(`/a/postmortems/draft?page=${page}`, 'My PM Requests'),
  forClientsAndVets(`/a/location/all/complete?page=${page}`, 'All locations'),
  forClientsAndVets(`/a/locations?page=${page}`, 'My Locations'),
  forClientsAndVets(`/a/reports?page=${page}`, 'Animal reports'),
  forClientsAndVets(`/a/search/result?page=${page}`, 'Search results'),
  forClientsAndVets(`/a/notifications?page=${page}`, 'Notifications'),
])

/** Characters that PostgreSQL cannot store in a text, or that no id has. */
const unstorableIds = ['%00', '%0A'].flatMap((id): InvalidUrl[] => [
  forClientsAndVets(`/a/postmortem/${id}`, notFoundTitle),
  onVetRoute(`/a/animal/${id}`, notFoundTitle),
])

const invalidSearchParams: InvalidUrl[] = [
  forClientsAndVets('/a/postmortems/nowhere', notFoundTitle),
  forClientsAndVets('/a/location/all/nowhere', notFoundTitle),
  {
    ...forClientsAndVets(`/a/postmortems/draft?ticket=${unknownId}`, notFoundTitle),
    splitViewH1: texts.refusal.notFound,
  },
  forClientsAndVets('/a/postmortems/draft?ticket=abc', 'My PM Requests'),
  {
    ...forClientsAndVets(`/a/location/all/complete?ticket=${unknownId}`, notFoundTitle),
    splitViewH1: texts.refusal.notFound,
  },
  forClientsAndVets('/a/location/all/complete?ticket=abc', 'All locations'),
  forClientsAndVets('/a/postmortem/add?rfid=982000999888777', 'New post mortem'),
  forClientsAndVets('/a/postmortem/add?rfid=%7B%22a%22%3A1%7D', 'New post mortem'),
  forClientsAndVets('/a/training?training=abc', 'Training'),
  forClientsAndVets(`/a/training?training=${unknownId}`, 'Training'),
  forClientsAndVets('/a/search?status=nowhere&submitted=abc&vet=abc&client=abc&site=abc&ticket=%5B%5D', 'Search'),
  forClientsAndVets(`/a/search?vet=${unknownId}&client=${unknownId}&site=${unknownId}`, 'Search'),
  forClientsAndVets(
    '/a/search/result?status=nowhere&submitted=abc&completed=2026-13-45&vet=abc&ticket=abc',
    'Search results',
  ),
  forClientsAndVets(`/a/search/result?rfid=982000999888777&client=${unknownId}`, 'Search results'),
  ...['abc', '%7B', 'null', '5', '%7B%22weight%22%3A5%7D', '%7B%22breed%22%3A%5B5%5D%7D'].map((run) =>
    forClientsAndVets(`/a/reports/new?run=${run}`, 'New animal report'),
  ),
]

const invalidSteps = ['nowhere', '%5B%5D', 'sent', 'complete', 'details', 'animal'] as const

/** A ticket at each step of the wizard. A step that is not allowed shows the review. */
const stepUrls = (url: string, title: string, allowed: Partial<Record<(typeof invalidSteps)[number], string>> = {}) =>
  invalidSteps.map((step) => ({ address: `${url}?step=${step}`, h1: allowed[step] ?? title }))

/** Steps, animals and sites that do not exist, are not available yet, or belong to another customer. */
function postMortemUrls({ draft, pending, scheduled, complete }: ScreenFixtures, other: ScreenFixtures): InvalidUrl[] {
  const next = 'Animal 3'
  const steps = [
    ...stepUrls(`/a/postmortem/${draft.id}`, draft.title, { details: 'Details', animal: next }),
    ...stepUrls(`/a/postmortem/${pending.id}`, pending.title, { sent: texts.success.sent, animal: next }),
    ...stepUrls(`/a/postmortem/${complete.id}`, complete.title),
  ].map(({ address, h1 }) => forClientsAndVets(address, h1))
  const vetSteps = [
    ...stepUrls(`/a/vet/ticketdetail/${draft.id}`, draft.title, { animal: next }),
    ...stepUrls(`/a/vet/ticketdetail/${pending.id}`, pending.title, {
      complete: `Complete ${pending.title}?`,
      animal: next,
    }),
    ...stepUrls(`/a/vet/ticketdetail/${complete.id}`, complete.title),
  ].map(({ address, h1 }) => onVetRoute(address, h1))
  const foreignAnimals = ['abc', unknownId, firstAnimal(other.draft).id].flatMap((animal) => [
    forClientsAndVets(`/a/postmortem/${draft.id}?step=animal&animal=${animal}`, draft.title),
    onVetRoute(`/a/vet/ticketdetail/${scheduled.id}/${animal}`, scheduled.title),
    forClientsAndVets(`/a/postmortem/view/${draft.id}/${animal}/uploadPhoto`, notFoundTitle),
  ])
  const otherCustomersUrls = [
    hiddenFromClients(`/a/postmortem/${other.pending.id}`, other.pending.title),
    hiddenFromClients(`/a/postmortem/${other.complete.id}/report`, `Report ${other.complete.title}`),
    hiddenFromClients(`/a/location/${other.siteId}/complete`, 'Red Mesa Cattle - Mesa Main'),
    hiddenFromClients(`/a/record/${firstAnimal(other.pending).id}`, 'Animal record'),
    hiddenFromClients(
      `/a/postmortem/view/${other.pending.id}/${firstAnimal(other.pending).id}/uploadPhoto`,
      /^Photos of /,
    ),
    forClientsAndVets(`/a/postmortem/${draft.id}/report`, `Report ${draft.title}`),
    forClientsAndVets(`/a/vet/ticketdetail/${scheduled.id}/report`, `Report ${scheduled.title}`),
  ]
  const splitViewSteps = ['nowhere', 'sent', 'complete'].flatMap((step) => [
    forClientsAndVets(`/a/postmortems/draft?ticket=${draft.id}&step=${step}`, draft.title),
    forClientsAndVets(`/a/location/all/complete?ticket=${complete.id}&step=${step}`, complete.title),
  ])
  return [...steps, ...splitViewSteps, ...vetSteps, ...foreignAnimals, ...otherCustomersUrls]
}

/**
 * Invalid and forbidden URLs of every route.
 * @param other  records of another customer
 */
export const invalidUrls = (fixtures: ScreenFixtures, other: ScreenFixtures): InvalidUrl[] => [
  ...invalidIds,
  ...unstorableIds,
  ...animalUrls,
  ...invalidPages,
  ...invalidSearchParams,
  ...postMortemUrls(fixtures, other),
  ...invalidAdminUrls(fixtures),
]
