import { clockOfAll, defaultCarcassLimits } from '@chisholm/domain/carcass'
import { dayOf, type Zone, zoneOfSite } from '@chisholm/domain/dates'
import type { ListResponse } from '@chisholm/domain/schemas/envelopes'
import type { PostMortem } from '@chisholm/domain/schemas/post-mortems'
import { parseTicketNumber } from '@chisholm/domain/ticket-number'
import { serverNow } from '../../api/server-clock.ts'
import type { ParamsOf } from '../../api/call-types.ts'

export type PostMortemQuery = ParamsOf<'get', '/post-mortems'>

/** Whether a ticket matches the value of a filter. */
type Matches = (postMortem: PostMortem, value: string, zone: Zone) => boolean

const isTrue = (value: string) => value === 'true' || value === '1'
const normalize = (text: string | null) => text?.trim().normalize('NFC').toLowerCase() ?? ''
const animalsOf = (postMortem: PostMortem) => postMortem.veterinary_record.veterinary_record_animals
const matchesAnimal =
  (field: 'rfid' | 'tag' | 'lot' | 'pen'): Matches =>
  (postMortem, value) =>
    animalsOf(postMortem).some((animal) => normalize(animal[field]) === normalize(value))

/** The day on which a ticket was completed at its site. */
const completionDay = ({ completed_at, site }: PostMortem['veterinary_record'], practiceZone: Zone) =>
  completed_at === null ? null : dayOf(completed_at, zoneOfSite(site, practiceZone))
const compare = (day: string | null, op: 'gte' | 'lte', value: string) =>
  day !== null && (op === 'gte' ? day >= value : day <= value)

/**
 * The time until which opening a carcass of a ticket is worthwhile, or the last one if all have expired; null if
 * unknown.
 */
const examineByOf = (postMortem: PostMortem, now: Date): Date | null =>
  clockOfAll(animalsOf(postMortem), defaultCarcassLimits, now)?.examineBy ?? null

/** The order of the server: future times, soonest first; expired ones, latest first; none; ties by number. */
function compareClocks(one: PostMortem, other: PostMortem, now: Date): number {
  const keysOf = (postMortem: PostMortem) => {
    const time = examineByOf(postMortem, now)?.getTime()
    const sortKey = time === undefined ? [2, 0] : time >= now.getTime() ? [0, time] : [1, -time]
    return [...sortKey, -postMortem.veterinary_record.pin]
  }
  const [left, right] = [keysOf(one), keysOf(other)]
  const index = left.findIndex((key, position) => key !== right[position])
  return index === -1 ? 0 : (left[index] ?? 0) - (right[index] ?? 0)
}

const compareAge = (one: PostMortem, other: PostMortem) =>
  other.created_at.localeCompare(one.created_at) || other.id.localeCompare(one.id)

/** The filters of the tabs and of the search. They match the same tickets as on the server (specification 7.3). */
const filters: Record<string, Matches> = {
  'veterinary_records.draft': ({ status }, value) => (status === 'Draft') === isTrue(value),
  'veterinary_records.in_progress': ({ status }, value) => (status === 'In Progress') === isTrue(value),
  'veterinary_records.completed_at:isnull': ({ status }, value) => (status !== 'Completed') === isTrue(value),
  'veterinary_records.scheduled_at:isnull': ({ veterinary_record: { scheduled_at } }, value) =>
    (scheduled_at === null) === isTrue(value),
  'veterinary_records.pin': ({ veterinary_record: { pin } }, value) => pin === parseTicketNumber(value),
  'veterinary_records.customer_id': ({ customer_id }, value) => customer_id === value,
  'veterinary_records.site_id': ({ site_id }, value) => site_id === value,
  'veterinary_records.scheduled_for_id': ({ veterinary_record: { scheduled_for_id } }, value) =>
    scheduled_for_id === value,
  'veterinary_records.completed_by_id': ({ veterinary_record: { completed_by_id } }, value) =>
    completed_by_id === value,
  'veterinary_records.record_at:gte': ({ record_at }, value) => compare(record_at, 'gte', value),
  'veterinary_records.record_at:lte': ({ record_at }, value) => compare(record_at, 'lte', value),
  'veterinary_records.examine_by:gte': (postMortem, value) => {
    const time = examineByOf(postMortem, serverNow())
    return time !== null && time >= new Date(value)
  },
  'veterinary_records.completed_at:gte': ({ veterinary_record }, value, zone) =>
    compare(completionDay(veterinary_record, zone), 'gte', value),
  'veterinary_records.completed_at:lte': ({ veterinary_record }, value, zone) =>
    compare(completionDay(veterinary_record, zone), 'lte', value),
  'veterinary_record_animals.rfid': matchesAnimal('rfid'),
  'veterinary_record_animals.tag': matchesAnimal('tag'),
  'veterinary_record_animals.lot': matchesAnimal('lot'),
  'veterinary_record_animals.pen': matchesAnimal('pen'),
}

/**
 * Serves GET /post-mortems from the tickets on this device, newest first or by their carcass clocks.
 * @param zone  the time zone of the practice; filters by day use that of the site, if it has its own
 * @returns null if the query has a filter that cannot be applied here
 */
export function listOffline(
  query: PostMortemQuery,
  postMortems: readonly PostMortem[],
  zone: Zone,
): ListResponse<PostMortem> | null {
  const criteria = Object.entries(query).flatMap(([name, value]) => {
    const filter = /^filter\[(.+)\]$/.exec(name)?.[1]
    return filter === undefined || value === undefined || value === '' ? [] : [{ filter, value: String(value) }]
  })
  if (criteria.some(({ filter }) => !(filter in filters))) return null
  const now = serverNow()
  const found = postMortems
    .filter((postMortem) => criteria.every(({ filter, value }) => filters[filter]?.(postMortem, value, zone)))
    .sort(query.sort === 'examine_by' ? (one, other) => compareClocks(one, other, now) : compareAge)
  return pageOf(found, query.page ?? 1, query.per_page ?? found.length)
}

function pageOf<T>(all: readonly T[], page: number, pageSize: number): ListResponse<T> {
  const size = Math.max(1, pageSize)
  const from = (page - 1) * size
  const data = all.slice(from, from + size)
  const meta = {
    current_page: page,
    from: data.length > 0 ? from + 1 : null,
    last_page: Math.max(1, Math.ceil(all.length / size)),
    path: '',
    per_page: size,
    to: data.length > 0 ? from + data.length : null,
    total: all.length,
  }
  return { success: true, data, meta, links: { first: null, last: null, next: null, prev: null } }
}
