import { type ExpressionBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { type Status, statuses } from '@chisholm/domain/status'
import type { Tables } from '../../database/tables.ts'
import type { Executor } from '../../http/context.ts'
import { condition, type Filter, isTrue } from '../../http/filters.ts'
import type { ListRequest } from '../../http/lists.ts'

/** Filters of GET /post-mortems (specification 7.3); those of the animals look at any animal of the ticket. */
export const ticketFilters = {
  id: 'id',
  pin: 'pin',
  status: 'exact',
  draft: 'flag',
  in_progress: 'flag',
  completed_at: 'time',
  scheduled_at: 'time',
  requested_at: 'time',
  created_at: 'time',
  updated_at: 'time',
  record_at: 'day',
  customer_id: 'id',
  site_id: 'id',
  completed_by_id: 'id',
  scheduled_for_id: 'id',
  requested_by_id: 'id',
  created_by_id: 'id',
  no_vet_visit_requested: 'flag',
  rfid: 'text',
  tag: 'text',
  lot: 'text',
  pen: 'text',
} as const
export type TicketFilter = keyof typeof ticketFilters

export const ticketSorts = [
  'created_at',
  'updated_at',
  'requested_at',
  'record_at',
  'scheduled_at',
  'completed_at',
  'pin',
  'status',
] as const
type TicketSort = (typeof ticketSorts)[number]

const ofAnimals = ['rfid', 'tag', 'lot', 'pen']
const ofStatus = ['status', 'draft', 'in_progress', 'completed_at']

/**
 * The statuses left by the filters that say nothing but a status; the rest is filtered by column.
 * One status instead of three flags lets a tab be read from one index.
 */
function statusesLeft(filters: Filter[]): { statuses: Set<Status>; rest: Filter[] } {
  const left = new Set<Status>(statuses)
  const keep = (only: Status, holds: boolean) => {
    for (const status of statuses) if ((status === only) !== holds) left.delete(status)
  }
  const rest = filters.filter((filter) => {
    if (!ofStatus.includes(filter.field)) return true
    if (filter.field === 'draft') keep('Draft', isTrue(filter))
    else if (filter.field === 'in_progress') keep('In Progress', isTrue(filter))
    else if (filter.op === 'isnull') keep('Completed', !isTrue(filter))
    else return true
    return false
  })
  return { statuses: left, rest }
}

/** Tickets not deleted, of these sites only when `siteIds` is given. */
function visible(db: Executor, siteIds: string[] | null) {
  const tickets = db.selectFrom('post_mortems as t').where('t.deleted_at', 'is', null)
  return siteIds ? tickets.where('t.site_id', 'in', siteIds.length > 0 ? siteIds : [nobody]) : tickets
}
/** An id nothing has: PostgreSQL takes no empty list. */
const nobody = '00000000-0000-0000-0000-000000000000'

type Tickets<O> = SelectQueryBuilder<Tables & { t: Tables['post_mortems'] }, 't', O>

function filtered<O>(tickets: Tickets<O>, filters: Filter[]): Tickets<O> {
  const { statuses: left, rest } = statusesLeft(filters)
  let query = tickets
  if (left.size < statuses.length)
    query = query.where('t.status', 'in', left.size > 0 ? [...left] : [sql.lit('none') as never])
  for (const filter of rest) {
    query = ofAnimals.includes(filter.field)
      ? query.where((eb) => anyAnimal(eb, filter))
      : query.where(condition(sql.ref(`t.${filter.field}`), filter))
  }
  return query
}

function anyAnimal(eb: ExpressionBuilder<Tables & { t: Tables['post_mortems'] }, 't'>, filter: Filter) {
  return eb(
    't.id',
    'in',
    eb
      .selectFrom('animals as a')
      .select('a.post_mortem_id')
      .where('a.deleted_at', 'is', null)
      .where(condition(sql.ref(`a.${filter.field}`), filter)),
  )
}

/** How many tickets match: from the counters where status and site say it all, else by counting. */
async function totalOf(db: Executor, siteIds: string[] | null, filters: Filter[]): Promise<number> {
  const { statuses: left, rest } = statusesLeft(filters)
  const sites = rest.find((filter) => filter.field === 'site_id' && filter.op === 'eq')
  if (rest.some((filter) => filter !== sites)) {
    const counted = filtered(visible(db, siteIds), filters).select(sql<number>`count(*)::int`.as('total'))
    return (await counted.executeTakeFirstOrThrow()).total
  }
  let counts = db
    .selectFrom('ticket_counts')
    .where(sql<boolean>`status = any(${[...left]}::text[])`)
    .select(sql<number>`coalesce(sum(tickets), 0)::int`.as('total'))
  if (siteIds) counts = counts.where(sql<boolean>`site_id = any(${siteIds}::uuid[])`)
  if (sites) counts = counts.where(sql<boolean>`site_id = any(${sites.values}::uuid[])`)
  return (await counts.executeTakeFirstOrThrow()).total
}

const withNames = <O>(tickets: Tickets<O>) =>
  tickets
    .innerJoin('customers as c', 'c.id', 't.customer_id')
    .innerJoin('sites as s', 's.id', 't.site_id')
    .leftJoin('users as vet', 'vet.id', 't.scheduled_for_id')
    .leftJoin('users as requester', 'requester.id', 't.requested_by_id')
    .leftJoin('users as creator', 'creator.id', 't.created_by_id')
    .leftJoin('users as completer', 'completer.id', 't.completed_by_id')
    .selectAll('t')
    .select([
      'c.name as customer_name',
      's.name as site_name',
      's.region as site_region',
      's.city as site_city',
      'vet.first_name as vet_first_name',
      'vet.last_name as vet_last_name',
      'requester.first_name as requester_first_name',
      'requester.last_name as requester_last_name',
      'creator.first_name as creator_first_name',
      'creator.last_name as creator_last_name',
      'completer.first_name as completer_first_name',
      'completer.last_name as completer_last_name',
    ])

/** One page of the tickets of these sites (null: of all), and how many there are. */
export async function ticketPage(db: Executor, siteIds: string[] | null, list: ListRequest<TicketFilter, TicketSort>) {
  const matching = filtered(visible(db, siteIds), list.filters)
  let page = matching.select('t.id')
  for (const { field, descending } of list.sorts) {
    page = page.orderBy(sql.ref(`t.${field}`), (order) =>
      descending ? order.desc().nullsLast() : order.asc().nullsLast(),
    )
  }
  page = page.orderBy('t.id', list.sorts[0]?.descending ? 'desc' : 'asc')
  const [total, ids] = await Promise.all([
    totalOf(db, siteIds, list.filters),
    page.limit(list.perPage).offset(list.offset).execute(),
  ])
  const order = ids.map((row) => row.id)
  if (order.length === 0) return { total, tickets: [] }
  const rows = await withNames(db.selectFrom('post_mortems as t').where('t.id', 'in', order)).execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return { total, tickets: order.flatMap((id) => byId.get(id) ?? []) }
}

/** The ticket with this id, if it exists and lies on one of these sites (null: on any). */
export const ticketById = (db: Executor, siteIds: string[] | null, id: string) =>
  withNames(visible(db, siteIds).where('t.id', '=', id)).executeTakeFirst()
export type TicketRow = NonNullable<Awaited<ReturnType<typeof ticketById>>>

/** Holds the ticket until the transaction ends, so that two people change it one after the other. */
export const lockTicket = (tx: Executor, id: string) =>
  tx
    .selectFrom('post_mortems')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
export type LockedTicket = NonNullable<Awaited<ReturnType<typeof lockTicket>>>

export const anyTicketById = (db: Executor, id: string) =>
  db.selectFrom('post_mortems').selectAll().where('id', '=', id).executeTakeFirst()

/** Sites of these customers that the person may see, for the `customer.sites` of tickets. */
export function sitesOfCustomers(db: Executor, siteIds: string[] | null, customerIds: string[]) {
  const sites = db
    .selectFrom('sites')
    .select(['id', 'name', 'customer_id'])
    .where('customer_id', 'in', customerIds)
    .orderBy('name')
  return (siteIds ? sites.where('id', 'in', siteIds.length > 0 ? siteIds : [nobody]) : sites).execute()
}

export interface NewTicket {
  id: string
  customer_id: string
  site_id: string
  record_at: string
  note: string | null
  description: string | null
  no_vet_visit_requested: boolean
  created_by_id: string
}

/** @returns false when the id is used already */
export async function insertTicket(tx: Executor, ticket: NewTicket): Promise<boolean> {
  const inserted = await tx
    .insertInto('post_mortems')
    .values(ticket)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  return Number(inserted.numInsertedOrUpdatedRows ?? 0) > 0
}

type Change = Partial<{
  customer_id: string
  site_id: string
  record_at: string
  note: string | null
  description: string | null
  no_vet_visit_requested: boolean
  draft: boolean
  requested_at: Date
  requested_by_id: string
  scheduled_at: Date | null
  scheduled_by_id: string
  scheduled_for_id: string | null
  completed_at: Date
  completed_by_id: string
  deleted_at: Date
}>

/** Changes a ticket and gives it its next version. */
export const changeTicket = (tx: Executor, id: string, change: Change) =>
  tx
    .updateTable('post_mortems')
    .set({ ...change, updated_at: new Date(), version: sql`version + 1` })
    .where('id', '=', id)
    .execute()

export const siteWithCustomer = (db: Executor, siteId: string) =>
  db.selectFrom('sites').select(['id', 'customer_id']).where('id', '=', siteId).executeTakeFirst()

/** The customer of the first site a client is linked to. */
export const customerOfFirstSite = (db: Executor, siteIds: string[]) =>
  siteIds[0] === undefined ? Promise.resolve(undefined) : siteWithCustomer(db, siteIds[0])

export const personById = (db: Executor, id: string) =>
  db.selectFrom('users').select(['id', 'roles', 'status']).where('id', '=', id).executeTakeFirst()

/** Gives a ticket its next version because something in it changed. */
export const touchTicket = (tx: Executor, id: string) => changeTicket(tx, id, {})
