import { type RawBuilder, sql } from 'kysely'
import type { AuthorizedSites } from '../../http/authorized-sites.ts'
import type { PostMortemId, SiteId } from '../../database/ids.ts'
import type { Executor } from '../../database/executor.ts'
import { countOfRows, readPageAndTotal } from '../../database/one-snapshot.ts'
import { condition } from '../../http/filter-conditions.queries.ts'
import { type Filter, isTrue } from '../../http/filters.ts'
import { type ListRequest, type ListRules, noFilters } from '../../http/pagination.ts'

/** `who` matches part of a name or address; `ticket` matches everything that belongs to a ticket. */
export const auditLogRules = {
  filters: {
    id: 'id',
    happened_at: 'time',
    user_id: 'id',
    who: 'exact',
    action: 'exact',
    subject_type: 'exact',
    subject_id: 'id',
    ticket: 'ticket',
  },
  sorts: ['happened_at'],
  sort: '-happened_at',
  perPage: 50,
  examples: { who: 'Whitfield', action: 'post-mortem completed', subject_type: 'post-mortem' },
} as const satisfies ListRules

/** The history of one ticket. */
export const historyRules = {
  filters: noFilters,
  sorts: ['happened_at'],
  sort: 'happened_at',
  perPage: 200,
} as const satisfies ListRules

/** The subject of an entry: its name and its ticket. Subjects that were deleted still have their names. */
const subjectsSql = sql`
  select 'CHM-' || t.pin as name, t.id as ticket_id, t.pin from post_mortems t
    where e.subject_type = 'post-mortem' and t.id = e.subject_id
  union all
  select 'animal ' || coalesce(a.tag, 'RFID ' || a.rfid, 'without a tag'), t.id, t.pin
    from animals a join post_mortems t on t.id = a.post_mortem_id
    where e.subject_type = 'animal' and a.id = e.subject_id
  union all
  select 'photo ' || p.name, t.id, t.pin
    from photos p join animals a on a.id = p.animal_id join post_mortems t on t.id = a.post_mortem_id
    where e.subject_type = 'photo' and p.id = e.subject_id
  union all
  select 'a message', t.id, t.pin from comments c join post_mortems t on t.id = c.post_mortem_id
    where e.subject_type = 'comment' and c.id = e.subject_id
  union all
  select 'sample ' || s.label, t.id, t.pin
    from samples s join animals a on a.id = s.animal_id join post_mortems t on t.id = a.post_mortem_id
    where e.subject_type = 'sample' and s.id = e.subject_id
  union all
  select 'version ' || v.number || ' of the report', t.id, t.pin
    from report_versions v join post_mortems t on t.id = v.post_mortem_id
    where e.subject_type = 'report' and v.id = e.subject_id
  union all
  select 'the report', t.id, t.pin from reports r join post_mortems t on t.id = r.post_mortem_id
    where e.subject_type = 'report' and r.id = e.subject_id
  union all
  select coalesce(nullif(btrim(concat_ws(' ', u.first_name, u.last_name)), ''), u.email), null, null from users u
    where e.subject_type = 'user' and u.id = e.subject_id
  union all
  select 'an absence of ' || coalesce(nullif(btrim(concat_ws(' ', u.first_name, u.last_name)), ''), u.email), null, null
    from absences b join users u on u.id = b.user_id where e.subject_type = 'absence' and b.id = e.subject_id
  union all
  select 'alert rule ' || r.name, null, null from alert_rules r
    where e.subject_type = 'alert-rule' and r.id = e.subject_id
  union all
  select 'an alert of ' || r.name, null, null from alerts f join alert_rules r on r.id = f.rule_id
    where e.subject_type = 'alert' and f.id = e.subject_id
  union all
  select 'summary by mail ' || r.name, null, null from scheduled_reports r
    where e.subject_type = 'scheduled-report' and r.id = e.subject_id
  union all
  select 'lot ' || l.name || ' of ' || s.name, null, null from lots l join sites s on s.id = l.site_id
    where e.subject_type = 'lot' and l.id = e.subject_id
  union all
  select 'the head count of ' || s.name || ' on ' || h.date, null, null from head_counts h join sites s on s.id = h.site_id
    where e.subject_type = 'head-count' and h.id = e.subject_id
  union all
  select c.name, null, null from customers c where e.subject_type = 'customer' and c.id = e.subject_id
  union all
  select s.name, null, null from sites s where e.subject_type = 'site' and s.id = e.subject_id`

const entries = (db: Executor) =>
  db
    .selectFrom('audit_entries as e')
    .leftJoin('users as u', 'u.id', 'e.user_id')
    .leftJoin(
      sql<{ name: string; ticket_id: string | null; pin: number | null }>`lateral (${subjectsSql})`.as('subject'),
      (join) => join.onTrue(),
    )
    .select([
      'e.id',
      'e.happened_at',
      'e.user_id',
      'e.action',
      'e.subject_type',
      'e.subject_id',
      'e.request_id',
      'e.source',
      'u.first_name',
      'u.last_name',
      'u.email',
      'subject.ticket_id',
      'subject.pin',
      // If the subject no longer exists, its name comes from the entry.
      sql<string>`coalesce(subject.name, e.after->>'name', e.before->>'name', e.after->>'title', e.before->>'title',
        replace(e.subject_type, '-', ' '))`.as('subject_name'),
    ])
const entriesWithDiff = (db: Executor) => entries(db).select(['e.before', 'e.after'])
export type AuditLogRow = Awaited<ReturnType<ReturnType<typeof entries>['execute']>>[number]

/**
 * Whether an entry is about one of these tickets, or about their animals, photos and reports. Each id is looked up by
 * index, because the planner cannot estimate the number of tickets.
 * @param others  ids of more subjects that belong to the tickets, which are called `found`
 */
const belongsToPostMortems = (tickets: RawBuilder<unknown>, others = sql``) => sql<boolean>`e.subject_id = any(array(
  with found as (${tickets}),
    found_animals as (select animal.id from found
      cross join lateral (select id from animals where post_mortem_id = found.id offset 0) animal)
  select id from found union all select id from found_animals
  union all select photo.id from found_animals
    cross join lateral (select id from photos where animal_id = found_animals.id offset 0) photo
  union all select id from reports where post_mortem_id in (select id from found)
  union all select id from report_versions where post_mortem_id in (select id from found) ${others}))`

function filterCondition(filter: Filter): RawBuilder<boolean> {
  if (filter.field === 'ticket')
    return belongsToPostMortems(
      sql`select t.id from post_mortems t where ${condition(sql.ref('t.pin'), filter)}`,
      sql`union all select id from comments where post_mortem_id in (select id from found)
        union all select id from samples where animal_id in (select id from found_animals)`,
    )
  if (filter.field !== 'who') return condition(sql.ref(`e.${filter.field}`), filter)
  if (filter.op === 'isnull') return isTrue(filter) ? sql`e.user_id is null` : sql`e.user_id is not null`
  const nameFilter = { ...filter, op: 'like' } as const
  return sql`e.user_id = any(array(select u.id from users u
    where ${condition(sql`concat_ws(' ', u.first_name, u.last_name)`, nameFilter)} or ${condition(sql.ref('u.email'), nameFilter)}))`
}

const where = (filters: Filter[]) =>
  filters.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(filters.map(filterCondition), sql` and `)}`

const direction = (list: ListRequest) => (list.sorts[0]?.descending === false ? sql`asc` : sql`desc`)

/**
 * Reads one page of the log and the total. The ids come from an index alone, so that a far page skips entries without
 * reading them. The limit is a literal, so that the planner knows how few rows are needed.
 */
export async function readAuditLogPage(
  db: Executor,
  list: ListRequest,
): Promise<{ total: number; rows: AuditLogRow[] }> {
  const found = db.selectFrom('audit_entries as e').where(where(list.filters))
  const order = direction(list)
  const page = sql<{ id: string }>`(select e.id from audit_entries e where ${where(list.filters)}
    order by e.happened_at ${order}, e.id ${order} limit ${sql.lit(list.perPage)} offset ${list.offset})`
  return readPageAndTotal(
    db,
    found.select(countOfRows),
    entries(db)
      .innerJoin(page.as('page'), 'page.id', 'e.id')
      .orderBy('e.happened_at', (order) => (list.sorts[0]?.descending === false ? order.asc() : order.desc()))
      .orderBy('e.id', (order) => (list.sorts[0]?.descending === false ? order.asc() : order.desc())),
  )
}

/** All matching entries in the order of the list, as a query to be streamed. */
export const auditLogToExport = (db: Executor, list: ListRequest) =>
  entriesWithDiff(db)
    .where(where(list.filters))
    .orderBy('e.happened_at', (order) => (list.sorts[0]?.descending === false ? order.asc() : order.desc()))
    .orderBy('e.id', (order) => (list.sorts[0]?.descending === false ? order.asc() : order.desc()))

export const entryById = (db: Executor, id: string) => entriesWithDiff(db).where('e.id', '=', id).executeTakeFirst()

/**
 * All entries about a ticket, its animals, photos and reports, oldest first, without those of the conversation: of each
 * the action, the names of the fields after it, and the former site if it moved the ticket to another one.
 */
export const entriesOfPostMortem = (db: Executor, { ids: siteIds }: AuthorizedSites, postMortemId: PostMortemId) =>
  db
    .selectFrom('audit_entries as e')
    .select(['e.id', 'e.action'])
    .select(
      sql<
        string[]
      >`case when jsonb_typeof(e.after) = 'object' then array(select jsonb_object_keys(e.after)) else '{}' end`.as(
        'fields',
      ),
    )
    .select(
      sql<SiteId | null>`case when e.subject_type = 'post-mortem' and e.before->>'site_id' <> e.after->>'site_id'
        then (e.before->>'site_id')::uuid end`.as('former_site_id'),
    )
    .where(belongsToPostMortems(sql`select ${postMortemId}::uuid as id`))
    .$if(siteIds !== null, (lines) =>
      lines.where(
        sql<boolean>`exists (select from post_mortems where id = ${postMortemId} and site_id = any(${siteIds}::uuid[]))`,
      ),
    )
    .orderBy('e.happened_at')
    .orderBy('e.id')
    .execute()

/** These entries with the state before and after them, in no order. */
export const entriesByIds = (db: Executor, ids: string[]) =>
  entriesWithDiff(db).where(sql<boolean>`e.id = any(${ids}::uuid[])`).execute()

/** The names that belong to these ids. Sites and customers are named only if the user may see them. */
export async function readNames(
  db: Executor,
  ids: string[],
  { ids: siteIds }: AuthorizedSites,
): Promise<Map<string, string>> {
  const found = await sql<{ id: string; name: string }>`
    select id, name from library_entries where id = any(${ids}::uuid[])
    union all select id, btrim(concat_ws(' ', first_name, last_name)) from users where id = any(${ids}::uuid[])
    union all select id, name from sites where id = any(${ids}::uuid[])
      and (${siteIds}::uuid[] is null or id = any(${siteIds}::uuid[]))
    union all select id, name from customers where id = any(${ids}::uuid[])
      and (${siteIds}::uuid[] is null or id in (select customer_id from sites where id = any(${siteIds}::uuid[])))`.execute(
    db,
  )
  return new Map(found.rows.map(({ id, name }) => [id, name]))
}
