import { type RawBuilder, sql, type Transaction } from 'kysely'
import { isAdmin } from '@chisholm/domain/permissions'
import type { Day } from '@chisholm/domain/dates'
import type { ScheduledReport } from '@chisholm/domain/schemas/scheduled-reports'
import type { ReportPeriod } from '@chisholm/domain/scheduled-reports'
import { alphabetical } from '../../database/alphabetical.ts'
import type { ScheduledReportId, UserId } from '../../database/ids.ts'
import { insertIfAbsent } from '../../database/insert-if-absent.ts'
import { lockUsersByIdForShare } from '../../database/lock-users.ts'
import type { Tables } from '../../database/tables.ts'
import type { Executor } from '../../database/executor.ts'
import { countOfRows, readPageAndTotal } from '../../database/one-snapshot.ts'
import { hasVetRole } from '../../database/user-sql.ts'
import type { SignedInUser } from '../../http/context.ts'
import { condition } from '../../http/filter-conditions.queries.ts'
import type { ListRequest } from '../../http/pagination.ts'
import { type InsightScope, valuesOf } from '../insight/index.ts'

export const scheduledReportRules = {
  filters: { id: 'id', name: 'text', every: 'exact' },
  sorts: ['name', 'created_at'],
  sort: 'name',
  perPage: 100,
  examples: { name: 'Monday figures', every: 'week' },
} as const

/** A report in the format of its row. */
export interface ReportRow extends Omit<ScheduledReport, 'id' | 'recipients'> {
  id: ScheduledReportId
  user_id: UserId
  recipients: UserId[]
}

const columns = [
  'r.id',
  'r.user_id',
  'r.name',
  'r.filter',
  'r.every',
  'r.language',
  sql<UserId[]>`array(select p.user_id from scheduled_report_recipients p where p.report_id = r.id
    order by p.position)`.as('recipients'),
] as const

type ReportViewer = Pick<SignedInUser, 'id' | 'roles' | 'sites'>

/** Whether a person sees report `r`: its author and Admins. */
const maySeeReport = (viewer: ReportViewer): RawBuilder<boolean> =>
  isAdmin(viewer) ? sql`true` : sql`r.user_id = ${viewer.id}`

// cast: `every` and `language` are validated before they are stored
const toReport = (row: object) => row as ReportRow

/** Reads one page of the reports that a person sees, and how many there are in total. */
export async function readReportPage(db: Executor, viewer: ReportViewer, list: ListRequest) {
  let reports = db.selectFrom('scheduled_reports as r').where(maySeeReport(viewer))
  for (const filter of list.filters) reports = reports.where(condition(sql.ref(`r.${filter.field}`), filter))
  let page = reports.select(columns)
  for (const { field, descending } of list.sorts)
    page = page.orderBy(field === 'name' ? alphabetical('r.name') : sql.ref(`r.${field}`), descending ? 'desc' : 'asc')
  const { total, rows } = await readPageAndTotal(
    db,
    reports.select(countOfRows),
    page.orderBy('r.id').limit(list.perPage).offset(list.offset),
  )
  return { total, rows: rows.map(toReport) }
}

/** @param locked  until the transaction ends */
export async function reportById(
  db: Executor,
  viewer: ReportViewer,
  id: ScheduledReportId,
  locked: boolean,
): Promise<ReportRow | undefined> {
  const row = await db
    .selectFrom('scheduled_reports as r')
    .select(columns)
    .where('r.id', '=', id)
    .where(maySeeReport(viewer))
    .$if(locked, (query) => query.forUpdate())
    .executeTakeFirst()
  return row && toReport(row)
}

/** @returns false if the id is in use */
export async function insertReport(tx: Executor, { recipients, ...report }: ReportRow): Promise<boolean> {
  const isNew = await insertIfAbsent(tx, 'scheduled_reports', { ...report, filter: JSON.stringify(report.filter) }, [
    'id',
  ])
  if (isNew) await insertRecipients(tx, report.id, recipients)
  return isNew
}

const insertRecipients = (tx: Executor, report_id: ScheduledReportId, recipients: UserId[]) =>
  tx
    .insertInto('scheduled_report_recipients')
    .values(recipients.map((user_id, position) => ({ report_id, user_id, position })))
    .execute()

/** @param restart  whether to skip periods that are already due, as for a new report */
export async function updateReport(tx: Executor, { id, recipients, ...fields }: ReportRow, restart: boolean) {
  await tx
    .updateTable('scheduled_reports')
    .set({ ...fields, filter: JSON.stringify(fields.filter), ...(restart && { starts_at: new Date() }) })
    .where('id', '=', id)
    .execute()
  await tx.deleteFrom('scheduled_report_recipients').where('report_id', '=', id).execute()
  await insertRecipients(tx, id, recipients)
}

export const deleteReport = (tx: Executor, id: ScheduledReportId) =>
  tx.deleteFrom('scheduled_reports').where('id', '=', id).execute()

/**
 * Locks people and counts those whom a person may choose as recipients: veterinarians choose anybody; clients choose
 * themselves, veterinarians, and people of their sites.
 */
export async function lockAllowedRecipients(
  tx: Transaction<Tables>,
  viewer: ReportViewer,
  ids: UserId[],
): Promise<number> {
  await lockUsersByIdForShare(tx, ids)
  const { ids: sites } = viewer.sites
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from users u where u.id = any(${ids}::uuid[]) and u.deleted_at is null
      and (${sites === null} or u.id = ${viewer.id} or ${hasVetRole('u')}
        or exists (select from user_sites l where l.user_id = u.id and l.site_id = any(${sites ?? []}::uuid[])))`.execute(
    tx,
  )
  return rows[0]?.count ?? 0
}

const isEach = (values: string[] | null, found: RawBuilder<unknown>) =>
  values === null ? sql`true` : sql`array(${found}) @> ${values}::uuid[]`

/** Locks the sites that a filter names, alone or by their customer, against deletion until the transaction ends. */
export const lockSitesOfFilter = (tx: Transaction<Tables>, filters: InsightScope['filters']) =>
  sql`select from sites where id = any(${valuesOf({ filters }, 'site_id') ?? []}::uuid[])
        or customer_id = any(${valuesOf({ filters }, 'customer_id') ?? []}::uuid[])
      order by id for key share`.execute(tx)

/**
 * Whether the values of a filter exist: sites and customers that a person sees, and diagnoses. All are kept from being
 * deleted until the transaction ends.
 */
export async function checkFilter(tx: Transaction<Tables>, { sites }: ReportViewer, filters: InsightScope['filters']) {
  await lockSitesOfFilter(tx, filters)
  const scope = { filters }
  const diagnoses = valuesOf(scope, 'diagnosis_id')
  const seen = sites.ids === null ? sql`true` : sql`s.id = any(${sites.ids}::uuid[])`
  const { rows } = await sql<{ sites: boolean; customers: boolean; diagnoses: boolean }>`
    select ${isEach(valuesOf(scope, 'site_id'), sql`select s.id from sites s where ${seen}`)} as sites,
           ${isEach(valuesOf(scope, 'customer_id'), sql`select s.customer_id from sites s where ${seen}`)} as customers,
           ${isEach(
             diagnoses,
             sql`select e.id from library_entries e where e.list = 'diagnoses' and e.id = any(${diagnoses}::uuid[])
               order by e.id for key share`,
           )} as diagnoses`.execute(tx)
  return rows[0] ?? { sites: false, customers: false, diagnoses: false }
}

/** Every report whose period has not been e-mailed. */
export const reportsToMail = (db: Executor, every: ReportPeriod, firstDay: Day, dueAt: Date) =>
  db
    .selectFrom('scheduled_reports as r')
    .select('r.id')
    .where('r.every', '=', every)
    .where('r.starts_at', '<', dueAt)
    .where(sql<boolean>`not exists (select from scheduled_report_periods p
      where p.report_id = r.id and p.every = ${every} and p.first_day = ${firstDay})`)
    .orderBy('r.id')
    .execute()

/** Locks a weekly or monthly report, unless the period became due before the report began. */
export const lockDue = (tx: Transaction<Tables>, id: ScheduledReportId, every: ReportPeriod, dueAt: Date) =>
  tx
    .selectFrom('scheduled_reports as r')
    .select(columns)
    .where('r.id', '=', id)
    .where('r.every', '=', every)
    .where('r.starts_at', '<', dueAt)
    .forUpdate()
    .executeTakeFirst()

/** @returns false if the e-mails of this period already exist */
export const markMailed = (
  tx: Executor,
  report_id: ScheduledReportId,
  every: ReportPeriod,
  first_day: Day,
): Promise<boolean> =>
  insertIfAbsent(tx, 'scheduled_report_periods', { report_id, every, first_day }, ['report_id', 'every', 'first_day'])

/** A report and the address of one of its recipients. Undefined if either no longer exists. */
export async function reportOfRecipient(db: Executor, reportId: ScheduledReportId, userId: UserId) {
  const row = await db
    .selectFrom('scheduled_reports as r')
    .innerJoin('scheduled_report_recipients as p', 'p.report_id', 'r.id')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .select([...columns, 'u.email'])
    .where('r.id', '=', reportId)
    .where('p.user_id', '=', userId)
    .where('u.deleted_at', 'is', null)
    .executeTakeFirst()
  // cast: see `toReport`
  return row as (ReportRow & { email: string }) | undefined
}
