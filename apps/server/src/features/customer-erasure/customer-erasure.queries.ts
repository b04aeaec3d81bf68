import { uuidPattern } from '@chisholm/domain/uuid'
import { type RawBuilder, sql } from 'kysely'
import type { CustomerId } from '../../database/ids.ts'
import type { Executor } from '../../database/executor.ts'
import { isUuid } from '../../http/body-fields.ts'
import { isOfImport } from '../../http/idempotency.queries.ts'

export interface Customer {
  id: CustomerId
  name: string
}

/** Customers with this id or this name, in upper or lower case. */
export const findCustomers = (db: Executor, nameOrId: string): Promise<Customer[]> =>
  db
    .selectFrom('customers')
    .select(['id', 'name'])
    .where(
      isUuid(nameOrId) ? sql<boolean>`id = ${nameOrId}` : sql<boolean>`lower(btrim(name)) = lower(btrim(${nameOrId}))`,
    )
    .execute()

/** @returns undefined if it does not exist */
export const customerById = (tx: Executor, id: CustomerId): Promise<Customer | undefined> =>
  tx.selectFrom('customers').select(['id', 'name']).where('id', '=', id).executeTakeFirst()

const ofCustomer = (table: RawBuilder<unknown>, id: CustomerId) => sql`${table} where t.customer_id = ${id}`
const tickets = sql`post_mortems t`
const animals = sql`animals a join post_mortems t on t.id = a.post_mortem_id`
const photos = sql`photos p join animals a on a.id = p.animal_id join post_mortems t on t.id = a.post_mortem_id`
const comments = sql`comments c join post_mortems t on t.id = c.post_mortem_id`
const samples = sql`samples s join animals a on a.id = s.animal_id join post_mortems t on t.id = a.post_mortem_id`
const lots = sql`lots l join sites t on t.id = l.site_id`
const headCounts = sql`head_counts h join sites t on t.id = h.site_id`
const alertRules = sql`alert_rules r join sites t on t.id = r.site_id`
/** Alerts about this customer alone: of rules for one of its sites, or of a user who then saw no other sites. */
export const alertsSql = (id: CustomerId) => sql`alerts f where exists (
    select from alert_rules r join sites s on s.id = r.site_id where r.id = f.rule_id and s.customer_id = ${id})
  or f.site_ids <> '{}' and f.site_ids <@ array(select s.id from sites s where s.customer_id = ${id})`
const summaries = (id: CustomerId) => sql`scheduled_reports r where position(${id} in r.filter::text) > 0
  or exists (select from sites s where s.customer_id = ${id} and position(s.id::text in r.filter::text) > 0)`
const reports = sql`report_files r join post_mortems t on t.id = r.post_mortem_id`
/** The ids of a customer's sites, including those that were deleted, as texts. */
const sitesEver = (id: CustomerId) => sql`(
  select id::text from sites where customer_id = ${id}
  union all select subject_id::text from audit_entries
    where action = 'site deleted' and before->>'customer_id' = ${id}) as ever (id)`
/** Audit entries about a customer's sites, lots, head counts, alert rules and summaries that were deleted. */
const entriesOfDeleted = (id: CustomerId) => sql`audit_entries e where
  e.subject_type = 'site' and e.subject_id::text in (select ever.id from ${sitesEver(id)})
  or e.subject_type in ('lot', 'head-count', 'alert-rule')
    and coalesce(e.before->>'site_id', e.after->>'site_id') in (select ever.id from ${sitesEver(id)})
    and not exists (select from lots l where l.id = e.subject_id)
    and not exists (select from head_counts h where h.id = e.subject_id)
    and not exists (select from alert_rules r where r.id = e.subject_id)
  or e.action = 'scheduled report deleted' and (position(${id} in e.before::text) > 0
    or exists (select from ${sitesEver(id)} where position(ever.id in e.before::text) > 0))`

/** Counts what belongs to a customer, and the users who see no other customer's sites. */
export async function countCustomerData(db: Executor, id: CustomerId) {
  const { rows } = await sql<
    Record<'sites' | 'tickets' | 'animals' | 'photos' | 'reports' | 'bytes' | 'people', number>
  >`
    select
      (select count(*)::int from sites where customer_id = ${id}) as sites,
      (select count(*)::int from ${ofCustomer(tickets, id)}) as tickets,
      (select count(*)::int from ${ofCustomer(animals, id)}) as animals,
      (select count(*)::int from ${ofCustomer(photos, id)}) as photos,
      (select count(*)::int from ${ofCustomer(reports, id)}) as reports,
      (select coalesce(sum(p.bytes + coalesce(p.thumbnail_bytes, 0)), 0)::float8 from ${ofCustomer(photos, id)})
        + (select coalesce(sum(r.bytes), 0)::float8 from ${ofCustomer(reports, id)}) as bytes,
      (select count(distinct l.user_id)::int from user_sites l join sites s on s.id = l.site_id
       where s.customer_id = ${id} and not exists (
         select from user_sites o join sites other on other.id = o.site_id
         where o.user_id = l.user_id and other.customer_id <> ${id})) as people`.execute(db)
  const [amounts] = rows
  if (!amounts) throw new Error('counting gave nothing')
  return amounts
}

/** The subjects of a customer's audit entries: the ids of the customer and of everything that belongs to it. */
export const customerSubjectsSql = (id: CustomerId) => sql`(
  select ${id}::uuid as id
  union all select id from sites where customer_id = ${id}
  union all select t.id from ${ofCustomer(tickets, id)}
  union all select a.id from ${ofCustomer(animals, id)}
  union all select p.id from ${ofCustomer(photos, id)}
  union all select c.id from ${ofCustomer(comments, id)}
  union all select s.id from ${ofCustomer(samples, id)}
  union all select l.id from ${ofCustomer(lots, id)}
  union all select h.id from ${ofCustomer(headCounts, id)}
  union all select r.id from ${ofCustomer(alertRules, id)}
  union all select f.id from ${alertsSql(id)}
  union all select r.id from ${summaries(id)}
  union all select r.id from ${ofCustomer(reports, id)}
  union all select e.subject_id from ${entriesOfDeleted(id)})`

/** Removes the states before and after from the audit entries about a customer. Who did what and when remains. */
export const redactAuditLog = (tx: Executor, id: CustomerId) =>
  sql`
    update audit_entries e set before = null, after = null
    from ${customerSubjectsSql(id)} gone where e.subject_id = gone.id`.execute(tx)

/** The texts by which a search finds a customer's animals, without case and spaces. */
const searchTexts = (id: CustomerId) => sql`
  select lower(regexp_replace(found, '\\s', '', 'g')) as text from (
    select unnest(array[a.tag, a.rfid, a.lot, a.pen]) as found from ${ofCustomer(animals, id)}
    union all select unnest(array[t.pin::text, 'CHM-' || t.pin]) from ${ofCustomer(tickets, id)}
    union all select l.name from ${ofCustomer(lots, id)}
    union all select name from sites where customer_id = ${id}
    union all select name from customers where id = ${id}
  ) each where found <> ''`

/** A filter for a shorter part of a text is no trace of one animal. */
const shortestTrace = 3

/** Removes the filters that find animals of a customer from the audit entries of exports. That there was one remains. */
export const redactExportFilters = (tx: Executor, id: CustomerId) =>
  sql`
    with texts as materialized (select distinct text from (${searchTexts(id)}) each),
    typed as materialized (
      select e.id, criterion->>'field' as field, criterion->>'op' as op, word,
        lower(regexp_replace(word, '\\s', '', 'g')) as text
      from audit_entries e, jsonb_array_elements(e.after->'filters') as c (criterion),
        jsonb_array_elements_text(criterion->'values') as w (word)
      where e.action = 'list exported'
    ),
    traces as (
      select id, field, op, word from typed where exists (
        select from texts where texts.text = typed.text
          or (length(typed.text) >= ${shortestTrace} and position(typed.text in texts.text) > 0))
    )
    update audit_entries e set after = e.after || jsonb_build_object('filters', (
      select jsonb_agg(criterion || jsonb_build_object('values', (
        select coalesce(jsonb_agg(word), '[]') from jsonb_array_elements_text(criterion->'values') as w (word)
        where (e.id, criterion->>'field', criterion->>'op', word) not in (select id, field, op, word from traces))))
      from jsonb_array_elements(e.after->'filters') as c (criterion)))
    where e.id in (select id from traces)`.execute(tx)

/**
 * Deletes stored responses about anything of the customer, those of all imports, whose rows have names without ids, and
 * e-mails of the queue about its sites or with a number, a link or the name of a site of it. Summaries of the whole
 * practice, whose figures may count it, are deleted as well.
 */
export async function deleteStoredResponsesAndEmails(tx: Executor, id: CustomerId): Promise<void> {
  await sql`
    with gone as materialized (select id from ${customerSubjectsSql(id)} subjects)
    delete from idempotency_keys k where exists (
      select from regexp_matches(k.answer_body, ${uuidPattern}, 'g') found join gone on gone.id = found[1]::uuid)
      or ${isOfImport('k')}`.execute(tx)
  const { rows } = await sql`select from pg_tables where schemaname = 'pgboss' and tablename = 'job'`.execute(tx)
  // The queue creates its tables when a server starts for the first time.
  if (rows.length === 0) return
  const words = sql`concat_ws(' ', data->>'subject', data->>'text')`
  const isAboutCustomer = sql`name = 'mail.send' and (
    exists (select from gone_sites where data->'sites' ? gone_sites.id or position(gone_sites.name in ${words}) > 0)
    or (data->>'kind' = 'summary' and data->'sites' = 'null')
    or exists (select from regexp_matches(${words}, ${`CHM-[0-9]+|${uuidPattern}`}, 'g') found
      join gone on gone.reference = found[1]))`
  const gone = sql`gone as materialized (
    select 'CHM-' || t.pin as reference from ${ofCustomer(tickets, id)}
    union all select id::text from ${customerSubjectsSql(id)} subjects
  ), gone_sites as materialized (
    select s.id::text as id, c.name || ' - ' || s.name as name
    from sites s join customers c on c.id = s.customer_id where c.id = ${id}
  )`
  // Locked first: both statements below would miss an e-mail whose sending ends between them.
  await sql`with ${gone} select from pgboss.job where ${isAboutCustomer} order by id for update of job`.execute(tx)
  await sql`with ${gone} delete from pgboss.job where state <> 'active' and ${isAboutCustomer}`.execute(tx)
  // An e-mail that is being sent is not retried.
  await sql`with ${gone} update pgboss.job set data = '{}' where state = 'active' and ${isAboutCustomer}`.execute(tx)
}

/** Deletes summaries by mail that are about the customer or its sites. */
export const deleteSummaries = (tx: Executor, id: CustomerId) => sql`delete from ${summaries(id)}`.execute(tx)

/** Deletes alerts about the customer alone, with their notifications. */
export const deleteAlerts = (tx: Executor, id: CustomerId) => sql`delete from ${alertsSql(id)}`.execute(tx)
