import {
  type Insertable,
  type RawBuilder,
  type ShallowDehydrateObject,
  type Simplify,
  sql,
  type Updateable,
  type Transaction,
} from 'kysely'
import type { Amendment, CurrentReport } from '@chisholm/domain/schemas/post-mortems'
import type { Named, Person } from '@chisholm/domain/schemas/references'
import { compileOnce, type QueryTemplate } from '../../database/query-template.ts'
import type { AuthorizedSites } from '../../http/authorized-sites.ts'
import type { CustomerId, PostMortemId, SiteId, UserId } from '../../database/ids.ts'
import { insertIfAbsent } from '../../database/insert-if-absent.ts'
import { lockUsersByIdForShare } from '../../database/lock-users.ts'
import { postMortemColumns, type Tables } from '../../database/tables.ts'
import type { Executor } from '../../database/executor.ts'
import { timestampSql } from '../../database/timestamp-sql.ts'
import { personJson } from '../../database/user-sql.ts'
import { nextVersion, type SeenBy, versionSql } from '../../database/versions.ts'
import { photoSlotsJson } from './animal-photo-slots.queries.ts'
import { animalsJson } from './animal-rows.queries.ts'
import { practiceVersionSql } from './danger.queries.ts'
import { examineBySql } from './examine-by.queries.ts'
import type { PostMortemListRequest } from './post-mortem-filters.ts'
import { readPage } from './post-mortem-pagination.queries.ts'
import { withCustomerAndSite } from './with-customer-and-site.ts'

const userColumns = ['scheduled_for_id', 'requested_by_id', 'created_by_id', 'completed_by_id'] as const

/** The users by id that columns of ticket `t` refer to; null if they refer to none. */
const usersJson = (columns: string[]) =>
  sql<Record<string, Person> | null>`(
    select json_object_agg(u.id, ${personJson('u')})
    from users u where u.id = any(array[${sql.join(columns.map((column) => sql.ref(`t.${column}`)))}]))`

/** The newest issued version of the report of ticket `t`. */
const currentReportJson = sql<CurrentReport | null>`(
  select json_build_object('id', v.id, 'number', v.number, 'kind', v.kind, 'issued_at', ${timestampSql(sql`v.issued_at`)})
  from report_versions v where v.post_mortem_id = t.id order by v.number desc limit 1)`

/** The open amendment of ticket `t`, which only vet roles see. */
const amendmentJson = sql<(Omit<Amendment, 'opened_by'> & { opened_by_id: string }) | null>`case
  when t.amendment_opened_at is not null then json_build_object('reason', t.amendment_reason,
    'opened_at', ${timestampSql(sql`t.amendment_opened_at`)}, 'opened_by_id', t.amendment_opened_by_id) end`

/**
 * One row with everything that the API returns of a ticket: names, the customer's sites that the user may see, animals. One
 * query instead of four, because round trips took half of a list's time.
 */
const postMortemsWithRelations = (db: Executor, siteIds: SiteId[] | null, withPhotos: boolean) =>
  withCustomerAndSite(db.selectFrom('post_mortems as t'), { ids: siteIds }).select([
    usersJson(siteIds === null ? [...userColumns, 'amendment_opened_by_id'] : [...userColumns]).as('users'),
    sql<Named[]>`visible.sites`.as('sites'),
    examineBySql.as('examine_by'),
    currentReportJson.as('report'),
    (siteIds === null ? amendmentJson : sql<null>`null`).as('amendment'),
    animalsJson(db, { ids: siteIds }, withPhotos).as('animals'),
  ])
type Relations = Awaited<ReturnType<ReturnType<typeof postMortemsWithRelations>['execute']>>[number]
/** A row as JSON, where timestamps are texts. */
export type PostMortemJson = Simplify<ShallowDehydrateObject<Relations>>
/** PostgreSQL builds the JSON of a row, because parsing its columns one by one took a quarter longer. */
export interface PostMortemRow {
  id: PostMortemId
  post_mortem: PostMortemJson
  /** Not part of the JSON, which would have to escape it. */
  slots_of_practice: string
}

type Form = 'one' | 'one with photos' | 'page'
/** Compiled select lists by form, for vet roles and for clients. */
const beginnings: { [key: string]: string } = {}

/**
 * The query of tickets with their relations. The select list is compiled once, because building it takes as long as
 * reading the rows.
 * @param siteIds  the sites the user may see; null: all
 * @param which    the clauses after the tables: a join, a condition
 * @param of       `page`: ordered by the position in the joined page
 */
function selectPostMortems(
  db: Executor,
  siteIds: SiteId[] | null,
  which: RawBuilder<unknown>,
  of: Form,
): RawBuilder<PostMortemRow> {
  const selectSql = (beginnings[`${of} ${siteIds === null}`] ??= postMortemsWithRelations(
    db,
    siteIds,
    of === 'one with photos',
  )
    .$if(of === 'page', (postMortems) => postMortems.select(sql<number>`page.position`.as('position')))
    .compile().sql)
  const sites = sql`(
    select coalesce(json_agg(json_build_object('id', site.id, 'name', site.name) order by site.name collate alphabetical, site.id), '[]') as sites
    from sites site where site.customer_id = t.customer_id ${siteIds ? sql`and site.id = any(${siteIds}::uuid[])` : sql``}
  )`
  const position = of === 'page' ? sql`, found.position` : sql``
  return sql<PostMortemRow>`select found.id, row_to_json(found) as post_mortem, ${photoSlotsJson} as slots_of_practice ${position}
    from (${sql.raw(selectSql)} cross join lateral ${sites} visible ${which}) found`
}

/** Reads one page of the tickets of these sites (null: all) and their total. */
export async function readPostMortemPage(db: Executor, sites: AuthorizedSites, list: PostMortemListRequest) {
  return readPage(db, sites, list, (page) =>
    selectPostMortems(db, sites.ids, sql`join ${page} page on page.id = t.id`, 'page'),
  )
}

/** The statement of a ticket by id, on one of these sites (null: any). */
function postMortemQuery(
  db: Executor,
  { ids: siteIds }: AuthorizedSites,
  id: PostMortemId,
  form: 'one' | 'one with photos' = 'one',
): RawBuilder<PostMortemRow> {
  const ofSites = siteIds ? sql`and t.site_id = any(${siteIds}::uuid[])` : sql``
  return selectPostMortems(db, siteIds, sql`where t.deleted_at is null and t.id = ${id} ${ofSites}`, form)
}

/** The same statement, for combination with the session check. */
export const postMortemTemplate = (
  db: Executor,
  sites: AuthorizedSites,
  id: PostMortemId,
  form: 'one' | 'one with photos',
): QueryTemplate<PostMortemRow> => ({
  name: `ticket, ${form}${sites.ids ? ', of sites' : ''}`,
  parameters: sites.ids ? [sites.ids, id, sites.ids] : [id],
  build: () => postMortemQuery(db, sites, id, form),
})

/** A ticket by id, on one of these sites (null: any). */
export async function postMortemById(
  db: Executor,
  sites: AuthorizedSites,
  id: PostMortemId,
): Promise<PostMortemRow | undefined> {
  const { name, parameters, build } = postMortemTemplate(db, sites, id, 'one')
  return (await db.executeQuery(compileOnce(name, parameters, () => build().compile(db)))).rows[0]
}

/** A ticket for its report, the same for every reader. */
export async function postMortemForReport(db: Executor, id: PostMortemId): Promise<PostMortemRow | undefined> {
  const { rows } = await selectPostMortems(db, null, sql`where t.deleted_at is null and t.id = ${id}`, 'one').execute(
    db,
  )
  return rows[0]
}

const lockedColumns = postMortemColumns.filter((column) => column !== 'version')

/**
 * Locks a ticket of these sites until the transaction ends, so that concurrent changes are serialised. Its version is the
 * one that a user with these sites sees.
 */
export const lockPostMortem = (tx: Transaction<Tables>, { ids: siteIds }: AuthorizedSites, id: PostMortemId) =>
  tx
    .selectFrom('post_mortems')
    .select(lockedColumns)
    .select(versionSql('post_mortems', { ids: siteIds }).as('version'))
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .$if(siteIds !== null, (postMortem) => postMortem.where(sql<boolean>`site_id = any(${siteIds}::uuid[])`))
    .forUpdate()
    .executeTakeFirst()
export type LockedPostMortem = NonNullable<Awaited<ReturnType<typeof lockPostMortem>>>

/** The input of the permission rules for a ticket of these sites. */
export const subjectOfPostMortem = (db: Executor, { ids: siteIds }: AuthorizedSites, id: PostMortemId) =>
  db
    .selectFrom('post_mortems')
    .select([
      'draft',
      'completed_at',
      'scheduled_at',
      'scheduled_for_id',
      'no_vet_visit_requested',
      'amendment_opened_at',
    ])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .$if(siteIds !== null, (postMortem) => postMortem.where(sql<boolean>`site_id = any(${siteIds}::uuid[])`))
    .executeTakeFirst()

export const postMortemByIdIncludingDeleted = (db: Executor, id: PostMortemId) =>
  db.selectFrom('post_mortems').select(postMortemColumns).where('id', '=', id).executeTakeFirst()

/** Inserts a ticket. @returns false if the id is in use */
export const insertPostMortem = (tx: Executor, postMortem: Insertable<Tables['post_mortems']>): Promise<boolean> =>
  insertIfAbsent(tx, 'post_mortems', postMortem, ['id'])

/** Updates a ticket, whose version changes for those who see it. */
export const changePostMortem = (
  tx: Executor,
  id: PostMortemId,
  change: Updateable<Tables['post_mortems']>,
  seenBy: SeenBy = 'everybody',
) =>
  tx
    .updateTable('post_mortems')
    .set({ ...change, ...nextVersion(seenBy) })
    .where('id', '=', id)
    .execute()

/** The database reports a change of more tickets at once to everybody, without saying which. */
const postMortemsPerChange = 100

/** Updates tickets alike. Their versions change for everybody. */
export async function changePostMortems(
  tx: Executor,
  ids: PostMortemId[],
  change: Updateable<Tables['post_mortems']>,
): Promise<void> {
  for (let from = 0; from < ids.length; from += postMortemsPerChange)
    await tx
      .updateTable('post_mortems')
      .set({ ...change, ...nextVersion('everybody') })
      .where(sql<boolean>`id = any(${ids.slice(from, from + postMortemsPerChange)}::uuid[])`)
      .execute()
}

/** Counts the animals of a ticket. */
export const countAnimals = async (tx: Executor, postMortemId: PostMortemId): Promise<number> =>
  (
    await tx
      .selectFrom('animals')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('post_mortem_id', '=', postMortemId)
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow()
  ).count

/**
 * A site and its customer, neither of which can be deleted until the transaction ends, with the version of the practice's
 * details; `retired` if either is.
 */
export async function siteWithCustomer(tx: Executor, siteId: SiteId) {
  const query = compileOnce('site with customer', [siteId], () =>
    tx
      .selectFrom('sites as s')
      .innerJoin('customers as c', 'c.id', 's.customer_id')
      .select(['s.id', 's.customer_id', 's.time_zone'])
      .select([
        sql<boolean>`coalesce(s.retired_at, c.retired_at) is not null`.as('retired'),
        practiceVersionSql.as('practice_version'),
      ])
      .where('s.id', '=', siteId)
      .forKeyShare()
      .compile(),
  )
  return (await tx.executeQuery(query)).rows[0]
}

/** Whether a customer exists, and has one of these sites. */
export async function maySeeCustomer(db: Executor, { ids }: AuthorizedSites, customerId: CustomerId): Promise<boolean> {
  const { rows } = await sql`select from customers c where c.id = ${customerId} and (${ids === null}
    or exists (select from sites s where s.customer_id = c.id and s.id = any(${ids ?? []}::uuid[])))`.execute(db)
  return rows.length > 0
}

export type SiteWithCustomer = NonNullable<Awaited<ReturnType<typeof siteWithCustomer>>>

/** The first site a client is linked to, with its customer. */
export const customerOfFirstSite = (db: Executor, { ids }: AuthorizedSites) =>
  ids?.[0] === undefined ? Promise.resolve(undefined) : siteWithCustomer(db, ids[0])

export const assigneeById = (db: Executor, id: UserId) =>
  db
    .selectFrom('users')
    .select(['id', 'roles', 'status', 'first_name', 'last_name'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()

/** Locks a user against being disabled until the transaction ends. Call it before locking a ticket. */
export const lockUserForShare = (tx: Transaction<Tables>, id: UserId) => lockUsersByIdForShare(tx, [id])

const openPostMortemsOf = (db: Executor, vetId: UserId) =>
  db
    .selectFrom('post_mortems')
    .where('scheduled_for_id', '=', vetId)
    .where('completed_at', 'is', null)
    .where('deleted_at', 'is', null)

/** Locks the sent, open tickets of a veterinarian until the transaction ends. */
export const lockOpenPostMortemsOf = (tx: Transaction<Tables>, vetId: UserId): Promise<LockedPostMortem[]> =>
  openPostMortemsOf(tx, vetId).select(postMortemColumns).orderBy('id').forUpdate().execute()

/** How many sent, open tickets are assigned to a veterinarian. */
export async function countOpenPostMortemsOf(db: Executor, vetId: UserId): Promise<number> {
  const counted = openPostMortemsOf(db, vetId).select(sql<number>`count(*)::int`.as('open'))
  return (await counted.executeTakeFirstOrThrow()).open
}

/**
 * Locks the counters of sites until the transaction ends. Call it before changing several tickets: each of them changes
 * the counters of its site, then those of its day, for which another transaction with a ticket of the next site may wait.
 */
export const lockCounters = (tx: Transaction<Tables>, siteIds: SiteId[]) =>
  sql`select lock_counters(site_id) from unnest(${[...new Set(siteIds)].toSorted()}::uuid[]) as site_id`.execute(tx)

/** Changes the version of a ticket because something in it changed. */
export const touchPostMortem = (tx: Executor, id: PostMortemId, seenBy: SeenBy = 'everybody') =>
  changePostMortem(tx, id, {}, seenBy)

/** The number of animals that the request added which created a ticket; null if the audit log has no record of it. */
export async function countAnimalsAddedWith(db: Executor, id: PostMortemId): Promise<number | null> {
  const { rows } = await sql<{ animals: number }>`
    select (select count(*)::int from animals a where a.post_mortem_id = ${id} and exists (
      select from audit_entries e
      where e.subject_id = a.id and e.action = 'animal added' and e.request_id = created.request_id)) as animals
    from audit_entries created
    where created.subject_id = ${id} and created.action = 'post-mortem created'
    order by created.happened_at limit 1`.execute(db)
  return rows[0]?.animals ?? null
}
