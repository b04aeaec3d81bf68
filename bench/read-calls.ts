import { clientOfManySites, firstClient, idOf, type Size } from './seed.ts'

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
const inStatus = {
  Draft: 'filter[veterinary_records.draft]=true',
  Pending:
    'filter[veterinary_records.in_progress]=false&filter[veterinary_records.completed_at:isnull]=true&filter[veterinary_records.draft]=false',
  'In Progress': 'filter[veterinary_records.in_progress]=true',
  Completed: 'filter[veterinary_records.completed_at:isnull]=false',
}
const newest = 'per_page=20&sort=-created_at'
const tickets = (query: string) => `/api/v1/post-mortems?${newest}&${query}`
const animals = (field: string, value: string) => tickets(`filter[veterinary_record_animals.${field}]=${value}`)

/** The common lists and searches of specification 7.3, for a database of this size. */
export function readCalls(size: Size): ReadCall[] {
  const middle = Math.floor(size.tickets / 2)
  const animal = middle * size.animalsPerPostMortem
  const manySites = Array.from({ length: 40 }, (_, position) => idOf('site', position + 1)).join(',')
  const statuses = Object.entries(inStatus)
  const search = (name: string, value: string, api: string, kind: ReadCall['kind']): ReadCall => ({
    name: `search by ${name}`,
    api,
    baseline: `/${name}?value=${value}`,
    userNumber: vet,
    kind,
  })
  const all: ReadCall[] = [
    ...statuses.map(([status, filter]): ReadCall => {
      const name = `all sites, ${status}`
      return { name, api: tickets(filter), baseline: `/status?value=${status}`, userNumber: vet, kind: 'tab' }
    }),
    ...statuses.map(([status, filter]): ReadCall => {
      const sites = idOf('site', 0)
      const name = `one site, ${status}`
      return {
        name,
        api: tickets(filter),
        baseline: `/site?value=${status}&sites=${sites}`,
        userNumber: firstClient,
        kind: 'tab',
      }
    }),
    ...statuses.slice(1).map(([status, filter]): ReadCall => {
      const baseline = `/sites?value=${status}&sites=${manySites}`
      return {
        name: `40 sites of a client, ${status}`,
        api: tickets(filter),
        baseline,
        userNumber: clientOfManySites,
        kind: 'tab',
      }
    }),
    {
      name: 'all sites, Pending, the most urgent first',
      api: `/api/v1/post-mortems?per_page=20&sort=examine_by&${inStatus.Pending}`,
      baseline: '/clock?value=Pending',
      userNumber: vet,
      kind: 'tab',
    },
    search('pin', String(middle), tickets(`filter[veterinary_records.pin]=CHM-${middle}`), 'tab'),
    search('rfid', rfid(animal), animals('rfid', rfid(animal)), 'tab'),
    search('tag', `Y ${Math.floor(animal / 2)}`, animals('tag', `Y ${Math.floor(animal / 2)}`), 'tab'),
    search('lot', `L-${Math.floor(middle / 8)}`, animals('lot', `L-${Math.floor(middle / 8)}`), 'tab'),
    {
      name: 'ticket detail',
      api: `/api/v1/post-mortems/${idOf('ticket', middle)}`,
      baseline: `/detail?value=${idOf('ticket', middle)}`,
      userNumber: vet,
      kind: 'tab',
    },
    search(
      'customer',
      idOf('customer', 0),
      tickets(`filter[veterinary_records.customer_id]=${idOf('customer', 0)}`),
      'wide',
    ),
    search('vet', idOf('user', 3), tickets(`filter[veterinary_records.completed_by_id]=${idOf('user', 3)}`), 'wide'),
    search('pen', '12', animals('pen', '12'), 'wide'),
    ...Object.entries({
      'an old day': ['2024-02-10', '2024-02-10'],
      'an old month': ['2024-02-01', '2024-02-29'],
      'a month in the middle': ['2025-05-01', '2025-05-31'],
      'the newest month': ['2026-09-01', '2026-09-30'],
    } as const).map(([name, [from, to]]) => ({
      ...search(
        'dates',
        `${from},${to}`,
        tickets(
          `filter[veterinary_records.record_at:gt]=${from} 00:00:00&filter[veterinary_records.record_at:lt]=${to} 23:59:59`,
        ),
        'wide',
      ),
      name: `search by ${name}`,
    })),
    ...(size.tickets > 100_000
      ? [
          {
            name: 'page 1,000 of complete',
            api: tickets(`${inStatus.Completed}&page=1000`),
            baseline: '/far?value=Completed',
            userNumber: vet,
            kind: 'wide' as const,
          },
          {
            name: 'page 22,000 by completion',
            api: `/api/v1/post-mortems?per_page=20&sort=-completed_at&${inStatus.Completed}&page=22000`,
            baseline: '/middle?value=Completed',
            userNumber: vet,
            kind: 'wide' as const,
          },
        ]
      : []),
  ]
  return all.map((pair) => ({ ...pair, api: encodeURI(pair.api), baseline: encodeURI(pair.baseline) }))
}

const rfid = (animal: number) => `124${String(animal).padStart(12, '0')}`
