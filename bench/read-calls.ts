import { clientOfManySites, firstClient, idOf, rfidOf, type Size, sitesOfManySites, tagOf } from './seed.ts'

export interface ReadCall {
  name: string
  api: string
  baseline: string
  /** Number of the user who calls. */
  userNumber: number
  /**
   * A `tab` gets its totals from counters, so a million tickets must be as fast as ten thousand. A `wide` call is
   * compared with the time of the baseline.
   */
  kind: 'tab' | 'wide'
}

const vet = 0
/** The filters of the tabs. */
export const tabFilters = {
  Draft: 'filter[veterinary_records.draft]=true',
  Pending:
    'filter[veterinary_records.in_progress]=false&filter[veterinary_records.completed_at:isnull]=true&filter[veterinary_records.draft]=false',
  'In Progress': 'filter[veterinary_records.in_progress]=true',
  Completed: 'filter[veterinary_records.completed_at:isnull]=false',
}
const newest = 'per_page=20&sort=-created_at'
const tickets = (query: string) => `/api/v1/post-mortems?${newest}&${query}`
const ticketsWith = (field: string, value: string) => tickets(`filter[veterinary_records.${field}]=${value}`)
const animalsWith = (field: string, value: string) => tickets(`filter[veterinary_record_animals.${field}]=${value}`)

/** The common lists and searches of specification 7.3, for a database of this size. */
export function readCalls(size: Size): ReadCall[] {
  const middle = Math.floor(size.tickets / 2)
  const all = [
    ...tabs(),
    ...searchesOfFew(middle, middle * size.animalsPerPostMortem),
    ...searchesOfMany(),
    ...searchesByDates(),
    ...(size.tickets > 100_000 ? farPages() : []),
  ]
  return all.map((call) => ({ ...call, api: encodeURI(call.api), baseline: encodeURI(call.baseline) }))
}

/** The tabs of a veterinarian, of a client of one site and of a client of many. */
function tabs(): ReadCall[] {
  const statuses = Object.entries(tabFilters)
  const sent = statuses.filter(([status]) => status !== 'Draft')
  const kind = 'tab'
  return [
    ...statuses.map(([status, filter]): ReadCall => {
      const name = `all sites, ${status}`
      return { name, api: tickets(filter), baseline: `/status?value=${status}`, userNumber: vet, kind }
    }),
    ...statuses.map(([status, filter]): ReadCall => {
      const name = `one site, ${status}`
      const baseline = `/site?value=${status}&sites=${idOf('site', 0)}`
      return { name, api: tickets(filter), baseline, userNumber: firstClient, kind }
    }),
    ...sent.map(([status, filter]): ReadCall => {
      const name = `40 sites of a client, ${status}`
      const baseline = `/sites?value=${status}&sites=${sitesOfManySites.join(',')}`
      return { name, api: tickets(filter), baseline, userNumber: clientOfManySites, kind }
    }),
    {
      name: 'all sites, Pending, the most urgent first',
      api: `/api/v1/post-mortems?per_page=20&sort=examine_by&${tabFilters.Pending}`,
      baseline: '/clock?value=Pending',
      userNumber: vet,
      kind,
    },
  ]
}

/**
 * A ticket, and searches that find one or a few.
 * @param ticket  number of the ticket
 * @param animal  number of its first animal
 */
function searchesOfFew(ticket: number, animal: number): ReadCall[] {
  const kind = 'tab'
  const lot = `L-${Math.floor(ticket / 8)}`
  return [
    search('pin', String(ticket), ticketsWith('pin', `CHM-${ticket}`), kind),
    search('rfid', rfidOf(animal), animalsWith('rfid', rfidOf(animal)), kind),
    search('tag', tagOf(animal), animalsWith('tag', tagOf(animal)), kind),
    search('lot', lot, animalsWith('lot', lot), kind),
    {
      name: 'ticket detail',
      api: `/api/v1/post-mortems/${idOf('ticket', ticket)}`,
      baseline: `/detail?value=${idOf('ticket', ticket)}`,
      userNumber: vet,
      kind,
    },
  ]
}

function searchesOfMany(): ReadCall[] {
  const [customer, completedBy, pen] = [idOf('customer', 0), idOf('user', 3), '12']
  return [
    search('customer', customer, ticketsWith('customer_id', customer), 'wide'),
    search('vet', completedBy, ticketsWith('completed_by_id', completedBy), 'wide'),
    search('pen', pen, animalsWith('pen', pen), 'wide'),
  ]
}

const searchesByDates = (): ReadCall[] =>
  Object.entries({
    'an old day': ['2024-02-10', '2024-02-10'],
    'an old month': ['2024-02-01', '2024-02-29'],
    'a month in the middle': ['2025-05-01', '2025-05-31'],
    'the newest month': ['2026-09-01', '2026-09-30'],
  } as const).map(([name, [from, to]]) => {
    const filter = `filter[veterinary_records.record_at:gt]=${from} 00:00:00&filter[veterinary_records.record_at:lt]=${to} 23:59:59`
    return { ...search('dates', `${from},${to}`, tickets(filter), 'wide'), name: `search by ${name}` }
  })

/** Pages far from the first and the last one. */
const farPages = (): ReadCall[] => [
  {
    name: 'page 1,000 of complete',
    api: tickets(`${tabFilters.Completed}&page=1000`),
    baseline: '/far?value=Completed',
    userNumber: vet,
    kind: 'wide',
  },
  {
    name: 'page 22,000 by completion',
    api: `/api/v1/post-mortems?per_page=20&sort=-completed_at&${tabFilters.Completed}&page=22000`,
    baseline: '/middle?value=Completed',
    userNumber: vet,
    kind: 'wide',
  },
]

/** @param name  what is searched by: the path of the baseline */
const search = (name: string, value: string, api: string, kind: ReadCall['kind']): ReadCall => ({
  name: `search by ${name}`,
  api,
  baseline: `/${name}?value=${value}`,
  userNumber: vet,
  kind,
})
