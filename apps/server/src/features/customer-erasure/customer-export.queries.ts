import { type RawBuilder, sql, type Transaction } from 'kysely'
import { exportedFields, headerOf, isEntryField } from '@chisholm/domain/animal-fields'
import type { CustomerId } from '../../database/ids.ts'
import type { Tables } from '../../database/tables.ts'
import { userNameSql } from '../post-mortems/index.ts'
import { alertsSql, customerSubjectsSql } from './customer-erasure.queries.ts'

interface ExportedTable {
  name: string
  header: string[]
  query(customerId: CustomerId): RawBuilder<Record<string, unknown>>
}

/** The name of a photo's file in the export. */
const photoFileNameSql = sql`'photos/CHM-' || t.pin || '/' || p.id || substring(p.image_key from '[.][a-z]+$')`
const reportFileNameSql = sql`'reports/CHM-' || t.pin || '/' || r.id || substring(r.file_key from '[.][a-z]+$')`

/** Defines a table of the export by its columns, each with its SQL, and the rest of the query after `from`. */
const exportTable = (
  name: string,
  columns: Record<string, RawBuilder<unknown> | string>,
  from: (customerId: CustomerId) => RawBuilder<unknown>,
): ExportedTable => ({
  name,
  header: Object.keys(columns),
  query: (customerId) => {
    const selected = Object.entries(columns).map(
      ([header, column]) => sql`${typeof column === 'string' ? sql.ref(column) : column} as ${sql.id(header)}`,
    )
    return sql`(select ${sql.join(selected)} from ${from(customerId)})`
  },
})

const entryNameSql = (column: string) => sql`(select e.name from library_entries e where e.id = ${sql.ref(column)})`
const dangerSignNamesSql = sql`(select string_agg(e.name, '; ' order by array_position(a.danger_sign_ids, e.id))
  from library_entries e where e.id = any(a.danger_sign_ids))`
const postMortemNumberSql = sql`'CHM-' || t.pin`

const animalColumns = Object.fromEntries(
  exportedFields.map((field) => [
    headerOf(field),
    field === 'danger_sign_ids' ? dangerSignNamesSql : isEntryField(field) ? entryNameSql(`a.${field}`) : `a.${field}`,
  ]),
)

/** Everything that is stored about a customer, including deleted rows, except internal comments of the practice. */
export const exportedTables: ExportedTable[] = [
  exportTable(
    'customer',
    { Id: 'c.id', Name: 'c.name', 'Created at': 'c.created_at', 'Retired at': 'c.retired_at' },
    (id) => sql`customers c where c.id = ${id}`,
  ),
  exportTable(
    'sites',
    {
      Id: 's.id',
      Name: 's.name',
      Region: 's.region',
      City: 's.city',
      Address: 's.address',
      Latitude: 's.latitude',
      Longitude: 's.longitude',
      Phone: 's.phone',
      Directions: 's.directions',
      'Time zone': 's.time_zone',
      'Created at': 's.created_at',
      'Retired at': 's.retired_at',
    },
    (id) => sql`sites s where s.customer_id = ${id} order by s.name`,
  ),
  exportTable(
    'lots',
    {
      Site: 's.name',
      Lot: 'l.name',
      'Arrived at': 'l.arrived_at',
      'Head in': 'l.head_in',
      Source: 'l.source',
      Sex: 'l.sex',
      'Arrival weight': 'l.arrival_weight',
      'Closed at': 'l.closed_at',
      'Other names': sql`array_to_string(l.other_names, '; ')`,
    },
    (id) => sql`lots l join sites s on s.id = l.site_id where s.customer_id = ${id} order by s.name, l.name`,
  ),
  exportTable(
    'head-counts',
    { Site: 's.name', Date: 'h.date', Head: 'h.head' },
    (id) => sql`head_counts h join sites s on s.id = h.site_id where s.customer_id = ${id} order by s.name, h.date`,
  ),
  exportTable(
    'alerts',
    {
      Site: 's.name',
      Rule: 'r.name',
      Kind: 'r.kind',
      Threshold: 'r.threshold',
      Days: 'r.days',
      'Fired at': 'f.fired_at',
      Value: 'f.value',
      'Acknowledged at': 'f.acknowledged_at',
      Note: 'f.note',
    },
    (id) => sql`alert_rules r left join alerts f on f.rule_id = r.id left join sites s on s.id = r.site_id
      where s.customer_id = ${id} or f.id in (select f.id from ${alertsSql(id)})
      order by s.name, r.name, r.id, f.fired_at`,
  ),
  exportTable(
    'people',
    { Email: 'u.email', 'First name': 'u.first_name', 'Last name': 'u.last_name', Phone: 'u.phone', Site: 's.name' },
    (id) => sql`user_sites l join users u on u.id = l.user_id join sites s on s.id = l.site_id
      where s.customer_id = ${id} order by u.email, s.name`,
  ),
  exportTable(
    'post-mortems',
    {
      Ticket: postMortemNumberSql,
      Id: 't.id',
      'Number before': 't.imported_number',
      Status: 't.status',
      Site: 's.name',
      Date: 't.record_at',
      Description: 't.description',
      Notes: 't.note',
      'No visit requested': 't.no_vet_visit_requested',
      'Why photos are missing': 't.photos_missing_reason',
      'Created at': 't.created_at',
      'Created by': userNameSql('t.created_by_id'),
      'Sent at': 't.requested_at',
      'Sent by': userNameSql('t.requested_by_id'),
      'Scheduled for': 't.scheduled_at',
      'Minutes of the visit': 't.duration_minutes',
      Veterinarian: userNameSql('t.scheduled_for_id'),
      'Completed at': 't.completed_at',
      'Completed by': userNameSql('t.completed_by_id'),
      'Warning read at': 't.danger_acknowledged_at',
      'Warning read by': userNameSql('t.danger_acknowledged_by_id'),
      'Amendment opened at': 't.amendment_opened_at',
      'Amendment opened by': userNameSql('t.amendment_opened_by_id'),
      'Amendment reason': 't.amendment_reason',
      'Deleted at': 't.deleted_at',
    },
    (id) => sql`post_mortems t join sites s on s.id = t.site_id where t.customer_id = ${id} order by t.pin`,
  ),
  exportTable(
    'animals',
    {
      Ticket: postMortemNumberSql,
      Id: 'a.id',
      ...animalColumns,
      'Examine by': 'a.examine_by',
      'Added at': 'a.created_at',
      'Deleted at': 'a.deleted_at',
    },
    (id) => sql`animals a join post_mortems t on t.id = a.post_mortem_id
      where t.customer_id = ${id} order by t.pin, a.created_at, a.id`,
  ),
  exportTable(
    'treatments',
    { Ticket: postMortemNumberSql, 'Animal id': 'a.id', Name: 'g.name', 'Given at': 'g.given_at', Note: 'g.note' },
    (id) => sql`animal_treatments g join animals a on a.id = g.animal_id join post_mortems t on t.id = a.post_mortem_id
      where t.customer_id = ${id} order by t.pin, a.created_at, a.id, g.position`,
  ),
  exportTable(
    'examinations',
    {
      Ticket: postMortemNumberSql,
      'Animal id': 'a.id',
      'Examined at': 'x.examined_at',
      Mode: 'x.mode',
      Extent: 'x.extent',
      Condition: 'x.condition',
      Systems: sql`x.systems::text`,
    },
    (
      id,
    ) => sql`animal_examinations x join animals a on a.id = x.animal_id join post_mortems t on t.id = a.post_mortem_id
      where t.customer_id = ${id} order by t.pin, a.created_at, a.id`,
  ),
  exportTable(
    'lesions',
    {
      Ticket: postMortemNumberSql,
      'Animal id': 'a.id',
      Diagnosis: entryNameSql('l.diagnosis_id'),
      Role: 'l.role',
      Certainty: 'l.certainty',
      Basis: 'l.basis',
      Severity: 'l.severity',
      Stage: 'l.stage',
      Note: 'l.note',
    },
    (id) => sql`animal_lesions l join animals a on a.id = l.animal_id join post_mortems t on t.id = a.post_mortem_id
      where t.customer_id = ${id} order by t.pin, a.created_at, a.id, l.position`,
  ),
  exportTable(
    'photos',
    {
      Ticket: postMortemNumberSql,
      'Animal id': 'a.id',
      Name: 'p.name',
      File: photoFileNameSql,
      Slot: entryNameSql('p.slot_id'),
      Caption: 'p.caption',
      'Taken at': 'p.taken_at',
      Markup: sql`p.markup::text`,
      'Added at': 'p.created_at',
      'Added by': userNameSql('p.created_by_id'),
      'Deleted at': 'p.deleted_at',
    },
    (id) => sql`photos p join animals a on a.id = p.animal_id join post_mortems t on t.id = a.post_mortem_id
      where t.customer_id = ${id} order by t.pin, p.created_at, p.id`,
  ),
  exportTable(
    'photos-not-possible',
    {
      Ticket: postMortemNumberSql,
      'Animal id': 'a.id',
      Slot: entryNameSql('k.slot_id'),
      Reason: 'k.skipped_reason',
    },
    (id) => sql`animal_photo_slots k join animals a on a.id = k.animal_id join post_mortems t on t.id = a.post_mortem_id
      where t.customer_id = ${id} order by t.pin, a.created_at, a.id, k.slot_id`,
  ),
  exportTable(
    'samples',
    {
      Ticket: postMortemNumberSql,
      'Animal id': 'a.id',
      Label: 's.label',
      Kind: entryNameSql('s.sample_kind_id'),
      Container: 's.container',
      'Taken at': 's.taken_at',
      Laboratory: 's.lab',
      Test: 's.test',
      'Sent at': 's.sent_at',
      'Received at': 's.received_at',
      Result: 's.result',
      'Result says': 's.result_flag',
      'Result at': 's.result_at',
      Note: 's.note',
      'Deleted at': 's.deleted_at',
    },
    (id) => sql`samples s join animals a on a.id = s.animal_id join post_mortems t on t.id = a.post_mortem_id
      where t.customer_id = ${id} order by s.number`,
  ),
  exportTable(
    'sample-files',
    {
      Ticket: postMortemNumberSql,
      Label: 's.label',
      Name: 'r.name',
      File: reportFileNameSql,
      'Added at': 'r.created_at',
      'Added by': userNameSql('r.created_by_id'),
      'Deleted at': 'r.deleted_at',
    },
    (id) => sql`sample_files r join samples s on s.id = r.sample_id join animals a on a.id = s.animal_id
      join post_mortems t on t.id = a.post_mortem_id where t.customer_id = ${id} order by s.number, r.created_at, r.id`,
  ),
  exportTable(
    'report-versions',
    {
      Ticket: postMortemNumberSql,
      Number: 'r.number',
      Kind: 'r.kind',
      Reason: 'r.reason',
      'Issued at': 'r.issued_at',
      'Issued by': userNameSql('r.issued_by_id'),
      Code: 'r.code',
      File: sql`case when r.file_key is not null then ${reportFileNameSql} end`,
    },
    (id) => sql`report_versions r join post_mortems t on t.id = r.post_mortem_id
      where t.customer_id = ${id} order by t.pin, r.number`,
  ),
  exportTable(
    'teaching-cases',
    { Ticket: postMortemNumberSql, 'Animal id': 'a.id', Title: 'c.title', Text: 'c.text' },
    (id) => sql`teaching_cases c join animals a on a.id = c.animal_id join post_mortems t on t.id = a.post_mortem_id
      where t.customer_id = ${id} order by t.pin, a.id`,
  ),
  exportTable(
    'comments',
    {
      Ticket: postMortemNumberSql,
      Text: 'c.text',
      'Written at': 'c.created_at',
      'Written by': userNameSql('c.created_by_id'),
      'Deleted at': 'c.deleted_at',
    },
    (id) => sql`comments c join post_mortems t on t.id = c.post_mortem_id
      where t.customer_id = ${id} and not c.internal order by t.pin, c.created_at, c.id`,
  ),
  exportTable(
    'reports',
    { Ticket: postMortemNumberSql, File: reportFileNameSql, 'Made at': 'r.created_at' },
    (id) => sql`report_files r join post_mortems t on t.id = r.post_mortem_id
      where t.customer_id = ${id} order by t.pin, r.created_at`,
  ),
  exportTable(
    'audit-log',
    {
      Time: 'e.happened_at',
      Action: 'e.action',
      Who: userNameSql('e.user_id'),
      Kind: 'e.subject_type',
      'Subject id': 'e.subject_id',
      Before: 'e.before',
      After: 'e.after',
    },
    (id) =>
      sql`audit_entries e join ${customerSubjectsSql(id)} gone on gone.id = e.subject_id
        where not exists (select from comments c where c.id = e.subject_id and c.internal) order by e.happened_at, e.id`,
  ),
]

/** The storage keys of a customer's photos and reports, with their names in the export. */
export async function storedFilesOfCustomer(
  tx: Transaction<Tables>,
  customerId: CustomerId,
): Promise<{ key: string; name: string }[]> {
  const { rows } = await sql<{ key: string; name: string }>`
    select p.image_key as key, ${photoFileNameSql} as name
    from photos p join animals a on a.id = p.animal_id join post_mortems t on t.id = a.post_mortem_id
    where t.customer_id = ${customerId}
    union all
    select r.file_key, ${reportFileNameSql} from report_files r join post_mortems t on t.id = r.post_mortem_id
    where t.customer_id = ${customerId}
    order by name`.execute(tx)
  return rows
}

/** Streams the rows that a query of `exportedTables` finds. */
export const streamRows = (tx: Transaction<Tables>, query: RawBuilder<Record<string, unknown>>, rowsPerFetch: number) =>
  tx.selectFrom(query.as('rows')).selectAll().stream(rowsPerFetch)
