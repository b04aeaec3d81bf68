import { fieldLabels } from './audit-sentences.ts'

/**
 * Labels of fields in the log, as the screens name them. A field of one kind of subject is preceded by that kind. Fields
 * that are not here are shown by their own name.
 */
export const logFieldLabels: Record<string, string> = {
  ...fieldLabels,
  name: 'Name',
  title: 'Title',
  text: 'Text',
  email: 'Email',
  phone: 'Phone',
  url: 'Web site',
  address: 'Address',
  first_name: 'First name',
  last_name: 'Last name',
  roles: 'Roles',
  sites: 'Sites',
  draft: 'Draft',
  requested_at: 'Sent',
  requested_by_id: 'Sent by',
  scheduled_by_id: 'Scheduled by',
  completed_at: 'Completed',
  completed_by_id: 'Completed by',
  duration_minutes: 'Length of the visit in minutes',
  report_grouped: 'Animals of one diagnosis together',
  photos_missing_reason: 'Why photos are missing',
  danger_acknowledged_at: 'Warning confirmed',
  danger_acknowledged_by_id: 'Warning confirmed by',
  amendment_reason: 'Reason of the amendment',
  amendment_opened_at: 'Amendment begun',
  amendment_opened_by_id: 'Amendment begun by',
  slot_id: 'Photo',
  skipped_reason: 'Not possible',
  taken_at: 'Taken',
  retired_at: 'Retired',
  head_in: 'Head in',
  arrival_weight: 'Arrival weight in kg',
  closed_at: 'Closed',
  other_name: 'Also called',
  other_names: 'Also called',
  diagnosis_id: 'Diagnosis',
  'alert-rule.kind': 'Warn of',
  'alert-rule.system': 'Body system',
  'scheduled-report.every': 'When',
  'scheduled-report.filter': 'Filter',
  'absence.from': 'First day',
  'absence.to': 'Last day',
  'absence.first_day': 'First day',
  'absence.last_day': 'Last day',
  'sample.kind_id': 'What was taken',
  'sample.lab': 'Laboratory',
  'sample.flag': 'Outcome',
  'sample.taken_at': 'Taken',
  'sample.sent_at': 'Sent',
  'sample.result_at': 'Result of',
  advice: 'What to do',
  hex: 'Colour',
  pre_content: 'Text before the sections',
  post_content: 'Text after the sections',
  training_sections: 'Sections',
  heading: 'Heading',
  content: 'Text',
  'provider.address': 'Postal address',
  paper: 'Paper of reports',
  photo_protocol: 'Photos of an animal',
  case_photos: 'Photos in teaching cases',
  benchmark: 'Comparison with other customers',
  travel_speed_kmh: 'Speed in km/h',
  offline_days: 'Days without the server',
  authorities: 'Whom to call about danger signs',
  carcass_fresh_hours: 'Carcass clock: fresh until',
  carcass_fading_hours: 'Carcass clock: fading until',
  carcass_late_hours: 'Carcass clock: worth opening until',
  carcass_late_hours_cold: 'Carcass clock: worth opening below 5 °C until',
  deviceName: 'Device name',
  serviceUuid: 'Service UUID',
  characteristicUuid: 'Characteristic UUID',
  'scanner-settings.from': 'Result from position',
  'scanner-settings.to': 'Result to position',
  channels: 'Notifications',
  digest_on: 'One e-mail a day',
  digest_hour: 'Hour of this e-mail',
  quiet_from: 'Quiet hours from',
  quiet_to: 'Quiet hours to',
  photo_ids: 'Photos to show',
}

/** The label of a field of a subject. A field without one, like `arrival_weight`, is spelled out: 'Arrival weight'. */
export const labelOfField = (field: string, subjectType = ''): string =>
  logFieldLabels[`${subjectType}.${field}`] ??
  logFieldLabels[field] ??
  logFieldLabels[`${field}_id`] ??
  (/^[a-z]+(_[a-z]+)*$/.test(field)
    ? `${field[0]?.toUpperCase()}${field.slice(1)}`.replace(/_id$/, '').replaceAll('_', ' ')
    : field)

/** Fields of entries that say nothing to a reader: keys of rows and files, and values that follow from other fields. */
export const unloggedFields: ReadonlySet<string> = new Set(
  `id pin version user_id post_mortem_id animal_id upload_id type sha256 created_at created_by_id updated_at deleted_at
  email_verified_at identity image_key thumbnail_key logoKey bytes thumbnail_bytes width height photo_slots carcass
  danger danger_signs examine_by last_examine_by days_on_feed issued_report_grouped client_updated_at issued_opinion
  issued_skipped_slots`.split(/\s+/),
)
