import { type SelectQueryBuilder, sql } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import type { Executor } from '../../http/context.ts'
import type { TicketList } from './ticket-filters.ts'
import { ticketPageIds } from './ticket-page.queries.ts'

type Tickets<O> = SelectQueryBuilder<Tables & { t: Tables['post_mortems'] }, 't', O>

/** Tickets not deleted, of these sites only when `siteIds` is given. */
function visible(db: Executor, siteIds: string[] | null) {
  const tickets = db.selectFrom('post_mortems as t').where('t.deleted_at', 'is', null)
  return siteIds ? tickets.where(sql<boolean>`t.site_id = any(${siteIds}::uuid[])`) : tickets
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
export async function ticketPage(db: Executor, siteIds: string[] | null, list: TicketList) {
  const { total, ids } = await ticketPageIds(db, siteIds, list)
  if (ids.length === 0) return { total, tickets: [] }
  const rows = await withNames(
    db.selectFrom('post_mortems as t').where(sql<boolean>`t.id = any(${ids}::uuid[])`),
  ).execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return { total, tickets: ids.flatMap((id) => byId.get(id) ?? []) }
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
    .where(sql<boolean>`customer_id = any(${customerIds}::uuid[])`)
    .orderBy('name')
  return (siteIds ? sites.where(sql<boolean>`id = any(${siteIds}::uuid[])`) : sites).execute()
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
