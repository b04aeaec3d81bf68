import { expect, test } from 'vitest'
import type { PostMortem } from '@chisholm/domain/schemas/post-mortems'
import { type ClientTab, clientTabs, type Status, tabFilters } from '@chisholm/domain/status'
import { outboxChanges } from '../../api/outbox-changes.ts'
import { listOffline, type PostMortemQuery } from './offline-list.ts'
import { applyUnsentEntries } from './unsent-post-mortem.ts'

const zone = 'America/Edmonton'
const details = { record_at: '2026-11-20', customer_id: 'c', site_id: 's', note: '', no_vet_visit_requested: 0 }

/** A ticket with one animal. `number` also determines its age. */
function postMortem(
  number: number,
  status: Status,
  changes: Partial<PostMortem['veterinary_record']> = {},
): PostMortem {
  const id = `id-${number}`
  const changesMade = [
    outboxChanges.createPostMortem(id, { ...details, site_id: number % 2 ? 's' : 't' }),
    outboxChanges.addAnimal(id, `animal-${number}`, {
      rfid: `98200000000000${number}`,
      tag: `Tag ${number}`,
      lot: 'L 7',
    }),
  ]
  const entries = changesMade.map((change, at) => ({
    ...change,
    id: String(at),
    at,
    key: '',
    names: {},
    refusal: null,
  }))
  const made = applyUnsentEntries(undefined, entries)
  if (!made) throw new Error('a ticket made by entries exists')
  const record = { ...made.veterinary_record, pin: number, ...changes }
  return { ...made, status, created_at: `2026-11-0${number}T10:00:00.000Z`, veterinary_record: record }
}

const all = [
  postMortem(1, 'Draft'),
  postMortem(2, 'Pending'),
  postMortem(3, 'In Progress', { scheduled_at: '2026-11-21T16:00:00.000Z', scheduled_for_id: 'dana' }),
  // In Edmonton this is the evening of 18 November.
  postMortem(4, 'Completed', { completed_at: '2026-11-19T04:30:00.000Z', completed_by_id: 'dana' }),
  postMortem(5, 'Completed', { completed_at: '2026-11-19T18:00:00.000Z', completed_by_id: 'lee' }),
]
const record = (field: string) => `filter[veterinary_records.${field}]`
const animal = (field: string) => `filter[veterinary_record_animals.${field}]`
const numbersOf = (query: PostMortemQuery) =>
  listOffline(query, all, zone)?.data.map(({ veterinary_record: { pin } }) => pin)

test.each<[ClientTab, number[]]>([
  ['draft', [1]],
  ['pending', [2]],
  ['scheduled', [3]],
  ['complete', [5, 4]],
])('the tab %s holds the same tickets without a connection, newest first', (tab, numbers) => {
  expect(numbersOf(tabFilters[tab].filters)).toEqual(numbers)
  expect(clientTabs).toContain(tab)
})

test('a ticket is found by the day on which it was completed at its site', () => {
  const far = postMortem(6, 'Completed', { completed_at: '2026-11-19T05:30:00.000Z' })
  const { site } = far.veterinary_record
  // 22:30 on the 18th in Edmonton, 14:30 on the 19th in Tokyo
  const at = { ...far, veterinary_record: { ...far.veterinary_record, site: { ...site, time_zone: 'Asia/Tokyo' } } }
  const foundOn = (day: string) =>
    listOffline({ [record('completed_at:gte')]: day, [record('completed_at:lte')]: day }, [at], zone)?.data.length
  expect([foundOn('2026-11-18'), foundOn('2026-11-19')]).toEqual([0, 1])
})

test.each<[object, number[]]>([
  [{}, [5, 4, 3, 2, 1]],
  [{ [record('pin')]: '3' }, [3]],
  [{ [record('pin')]: 'chm-3' }, [3]],
  [{ [record('pin')]: 'CHM-003' }, [3]],
  [{ [record('pin')]: '33' }, []],
  [{ [animal('rfid')]: '982000000000002' }, [2]],
  [{ [animal('tag')]: ' tag 4 ' }, [4]],
  [{ [animal('tag')]: 'Tag' }, []],
  [{ [animal('lot')]: 'l 7', [record('site_id')]: 't' }, [4, 2]],
  [{ [record('customer_id')]: 'other' }, []],
  [{ [record('completed_by_id')]: 'dana' }, [4]],
  [{ [record('completed_at:gte')]: '2026-11-18', [record('completed_at:lte')]: '2026-11-18' }, [4]],
  [{ [record('completed_at:gte')]: '2026-11-19', [record('completed_at:lte')]: '2026-11-19' }, [5]],
  [{ [record('record_at:gte')]: '2026-11-21' }, []],
  [{ [record('scheduled_at:isnull')]: 'false' }, [3]],
  [{ [record('scheduled_for_id')]: 'dana' }, [3]],
  [{ [record('scheduled_for_id')]: 'lee' }, []],
  [{ [record('draft')]: undefined, [record('pin')]: '' }, [5, 4, 3, 2, 1]],
])('a search without a connection finds what the server would: %j', (query, numbers) => {
  expect(numbersOf(query)).toEqual(numbers)
})

test('pages and totals are those of the tickets on the device', () => {
  const second = listOffline({ page: 2, per_page: 2 }, all, zone)
  expect(second?.data.map(({ id }) => id)).toEqual(['id-3', 'id-2'])
  expect(second?.meta).toMatchObject({ current_page: 2, last_page: 3, from: 3, to: 4, total: 5 })
  expect(listOffline({ page: 9, per_page: 2 }, all, zone)?.meta).toMatchObject({ from: null, to: null, total: 5 })
  expect(listOffline({ per_page: 2 }, [], zone)?.meta).toMatchObject({ last_page: 1, total: 0 })
})

test('a filter that only the server knows is not ignored', () => {
  const query: object = { [record('note:like')]: 'x' }
  expect(listOffline(query, all, zone)).toBeNull()
})

test('sorted by the carcass clock: future times first, then expired ones, then tickets without one', () => {
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
  const withDeaths = (number: number, deaths: (number | null)[]): PostMortem => {
    const made = postMortem(number, 'Pending')
    const [animal] = made.veterinary_record.veterinary_record_animals
    if (!animal) throw new Error('the ticket has an animal')
    const veterinary_record_animals = deaths.map((hours) => {
      const died_at = hours === null ? null : hoursAgo(hours)
      return { ...animal, died_at, examine_by: hours === null ? null : hoursAgo(hours - 24) }
    })
    return { ...made, veterinary_record: { ...made.veterinary_record, veterinary_record_animals } }
  }
  const tickets = [
    withDeaths(1, [null]),
    withDeaths(2, [3]),
    withDeaths(3, [40, 20]),
    withDeaths(4, [50]),
    withDeaths(5, [30, null]),
    withDeaths(6, [null]),
  ]
  const pinsOf = (query: PostMortemQuery) =>
    listOffline(query, tickets, zone)?.data.map(({ veterinary_record: { pin } }) => pin)
  expect(pinsOf({ sort: 'examine_by' })).toEqual([3, 2, 5, 4, 6, 1])
  expect(pinsOf({ sort: 'examine_by', 'filter[veterinary_records.examine_by:gte]': hoursAgo(0) })).toEqual([3, 2])
})
