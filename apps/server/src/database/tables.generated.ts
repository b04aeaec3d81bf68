// Made by `npm run database-types` from the migrations: add a migration, do not change this file.

import type { GeneratedAlways, JSONColumnType } from 'kysely'
import type { OptionOf } from '@chisholm/domain/animal-fields'
import type { DangerLevel } from '@chisholm/domain/danger-signs'
import type { Markup } from '@chisholm/domain/markup'
import type { Paper } from '@chisholm/domain/paper'
import type { PhotoProtocol } from '@chisholm/domain/photo-protocol'
import type { Examination, Lesion } from '@chisholm/domain/schemas/examination'
import type { Authority } from '@chisholm/domain/schemas/provider'
import type { ReportSnapshot } from '@chisholm/domain/schemas/report-versions'
import type { InsightFilters } from '@chisholm/domain/schemas/scheduled-reports'
import type { ChannelChoices, NotificationKind } from '@chisholm/domain/notifications'
import type { ResultFlag } from '@chisholm/domain/samples'
import type { Role } from '@chisholm/domain/permissions'
import type { Status } from '@chisholm/domain/status'
import type { AlertKind } from '@chisholm/domain/alerts'
import type { ReportPeriod } from '@chisholm/domain/scheduled-reports'
import type {
  AbsenceId,
  AlertId,
  AlertRuleId,
  AnimalId,
  CalendarFeedId,
  CommentId,
  CustomerId,
  HeadCountId,
  LotId,
  NotificationId,
  PhotoId,
  PostMortemId,
  PushSubscriptionId,
  SampleId,
  ScheduledReportId,
  SiteId,
  TeachingCaseId,
  UserId,
} from './ids.ts'
import type { ColumnType } from 'kysely'

export type ArrayType<T> = ArrayTypeImpl<T> extends (infer U)[] ? U[] : ArrayTypeImpl<T>

export type ArrayTypeImpl<T> = T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S[], I[], U[]> : T[]

export type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U> ? ColumnType<S, I | undefined, U> : ColumnType<T, T | undefined, T>

export type Json = JsonValue

export type JsonArray = JsonValue[]

export type JsonObject = {
  [x: string]: JsonValue | undefined
}

export type JsonPrimitive = boolean | number | string | null

export type JsonValue = JsonArray | JsonObject | JsonPrimitive

export type Timestamp = ColumnType<Date, Date | string, Date | string>

export interface Absences {
  created_at: Generated<Timestamp>
  first_day: string
  id: AbsenceId
  last_day: string
  note: string | null
  user_id: UserId
}

export interface AlertRules {
  created_at: Generated<Timestamp>
  crossed: Generated<boolean>
  days: number
  diagnosis_id: string | null
  evaluated_on: string | null
  id: AlertRuleId
  kind: AlertKind
  name: string
  site_id: SiteId | null
  system: string | null
  threshold: number
  user_id: UserId
}

export interface Alerts {
  acknowledged_at: Timestamp | null
  acknowledged_by_id: UserId | null
  fired_at: Generated<Timestamp>
  id: AlertId
  note: string | null
  rule_id: AlertRuleId
  site_ids: SiteId[] | null
  value: number
  window_from: string
  window_to: string
}

export interface AnimalCounts {
  animals: number
  site_id: SiteId
}

export interface AnimalExaminations {
  animal_id: AnimalId
  condition: number | null
  examined_at: Timestamp | null
  extent: Examination['extent']
  mode: Examination['mode']
  systems: ColumnType<Examination['systems'], string, string>
}

export interface AnimalIdentities {
  animals: number
  identity: string
}

export interface AnimalLesions {
  animal_id: AnimalId
  basis: Lesion['basis']
  certainty: Lesion['certainty']
  diagnosis_id: string
  id: string
  note: string | null
  position: number
  role: Lesion['role']
  severity: Lesion['severity']
  stage: Lesion['stage']
}

export interface AnimalMonths {
  animals: number
  month: string
  site_id: SiteId
}

export interface AnimalPhotoSlots {
  animal_id: AnimalId
  skipped_reason: string
  slot_id: string
}

export interface Animals {
  air_temperature_c: number | null
  animal_color_id: string | null
  animal_group_id: string | null
  arrived_at: string | null
  breed_id: string | null
  client_updated_at: Timestamp | null
  client_version_offset: Generated<number>
  created_at: Generated<Timestamp>
  created_by_id: UserId | null
  customer_diagnosis_id: string | null
  customer_diagnosis_note: string | null
  customer_notes: string | null
  customer_record_at: string | null
  danger_sign_ids: Generated<string[]>
  death_kind: OptionOf<'death_kind'> | null
  deleted_at: Timestamp | null
  died_at: Timestamp | null
  euthanasia_note: string | null
  examine_by: Timestamp | null
  found_at: Timestamp | null
  id: AnimalId
  identity: Generated<string>
  issued_opinion: Json | null
  issued_skipped_slots: Json | null
  last_seen_alive_at: Timestamp | null
  lot: string | null
  pen: string | null
  post_mortem_id: PostMortemId
  rfid: string | null
  site_id: Generated<SiteId>
  tag: string | null
  tag_color_id: string | null
  temperature: number | null
  updated_at: Generated<Timestamp>
  version: Generated<number>
  vet_diagnosis_id: string | null
  vet_diagnosis_note: string | null
  vet_findings: string | null
  weight: number | null
}

export interface AnimalTreatments {
  animal_id: AnimalId
  given_at: string | null
  id: string
  name: string
  note: string | null
  position: number
  treatment_id: string | null
}

export interface AuditEntries {
  action: string
  after: string | null
  before: string | null
  happened_at: Generated<Timestamp>
  id: string
  request_id: string | null
  source: string | null
  subject_id: string
  subject_type: string
  user_id: UserId | null
}

export interface CalendarFeeds {
  created_at: Generated<Timestamp>
  id: CalendarFeedId
  token_hash: Buffer
  user_id: UserId
}

export interface Changes {
  created_at: Generated<Timestamp>
  horizon: Generated<number>
  id: Generated<number>
  kind: string
  post_mortem_id: PostMortemId | null
  site_id: SiteId | null
  user_id: UserId | null
  user_ids: UserId[] | null
  vets_only: Generated<boolean>
  xid: Generated<number>
}

export interface Comments {
  created_at: Generated<Timestamp>
  created_by_id: UserId
  deleted_at: Timestamp | null
  id: CommentId
  internal: boolean
  post_mortem_id: PostMortemId
  text: string
}

export interface CompletionMonths {
  month: string
  site_id: SiteId
  tickets: number
}

export interface Customers {
  calendar_version: Generated<number>
  created_at: Generated<Timestamp>
  created_by_id: UserId | null
  id: CustomerId
  name: string
  retired_at: Timestamp | null
  updated_at: Generated<Timestamp>
}

export interface DeathChanges {
  id: Generated<number>
  site_id: SiteId
}

export interface Deaths {
  animal_id: AnimalId
  completed: boolean
  customer_diagnosis_id: string | null
  day: string
  diagnosis_id: string | null
  feed_band: number | null
  issued_diagnosis_id: string | null
  lot_key: string | null
  pen: string | null
  pen_key: string | null
  site_id: string
}

export interface DeathsByCauseAndFeed {
  deaths: number
  diagnosis_id: string | null
  examined: number
  feed_band: number | null
  grain: string
  start: string
}

export interface DeathsByDayAndCause {
  day: string
  deaths: number
  diagnosis_id: string | null
  examined: number
}

export interface DeathsByDayOfPractice {
  day: string
  deaths: number
  examined: number
}

export interface DeathsByDiagnosisPair {
  customer_diagnosis_id: string
  deaths: number
  diagnosis_id: string
  grain: string
  start: string
}

export interface DeathsBySite {
  deaths: number
  examined: number
  grain: string
  issued_examined: number
  site_id: string
  start: string
}

export interface DeathsBySiteAndCause {
  deaths: number
  diagnosis_id: string | null
  examined: number
  grain: string
  issued_diagnosis_id: string | null
  issued_examined: number
  site_id: string
  start: string
}

export interface DeathsOfLots {
  deaths: number
  examined: number
  grain: string
  issued_examined: number
  lot_key: string
  site_id: string
  start: string
}

export interface DeathsOfPens {
  deaths: number
  examined: number
  grain: string
  issued_examined: number
  pen: string
  site_id: string
  start: string
}

export interface DiagnosisSystems {
  diagnosis_id: string
  system: string
}

export interface EndedVisits {
  duration_minutes: number
  ended_at: Generated<Timestamp>
  post_mortem_id: PostMortemId
  scheduled_at: Timestamp
  sequence: number
  user_id: UserId | null
}

export interface ExaminationPresence {
  animal_id: AnimalId
  seen_at: Generated<Timestamp>
  user_id: UserId
}

export interface FilledLibraryLists {
  list: string
}

export interface HeadCounts {
  created_at: Generated<Timestamp>
  date: string
  head: number
  id: HeadCountId
  site_id: SiteId
}

export interface HeadMonths {
  head_days: number
  heads: ArrayType<number>
  known_days: number
  month: string
  site_id: string
}

export interface HeadOfLots {
  grain: string
  head_days: number
  lot_id: string
  site_id: string
  start: string
}

export interface HeadOfLotsStored {
  site_id: string
  until: string
}

export interface HeadOfPractice {
  day: string
  head: number
  known_sites: number
}

export interface HeadStored {
  id: Generated<boolean>
  until: string
}

export interface HeadYears {
  head_days: number
  known_days: number
  site_id: string
  year: string
}

export interface IdempotencyKeys {
  answer_body: string | null
  answer_etag: string | null
  answer_status: number | null
  answer_type: string | null
  created_at: Generated<Timestamp>
  fingerprint: Buffer
  key: string
  reserved_id: string
  server: number | null
  user_id: UserId
}

export interface InstallationFacts {
  at: Generated<Timestamp>
  name: string
  value: JSONColumnType<object>
}

export interface IssuedDeathsBySystem {
  deaths: number
  grain: string
  site_id: string
  start: string
  system: string
}

export interface LibraryEntries {
  advice: string | null
  code: string | null
  hex: string | null
  hint: string | null
  id: string
  level: DangerLevel | null
  list: string
  name: string
  notifiable: Generated<boolean>
  position: Generated<number>
  required: Generated<boolean>
  retired_at: Timestamp | null
  system: string | null
  text: string | null
  version: Generated<number>
}

export interface Lots {
  arrival_weight: number | null
  arrived_at: string | null
  closed_at: string | null
  created_at: Generated<Timestamp>
  head_in: number | null
  id: LotId
  name: string
  other_names: Generated<string[]>
  sex: string | null
  site_id: SiteId
  source: string | null
}

export interface Migrations {
  applied_at: Generated<Timestamp>
  checksum: string | null
  name: string
  servers_from: string | null
}

export interface MortalityChanges {
  completed: boolean | null
  customer_diagnosis_id: string | null
  day: string
  deaths: number
  diagnosis_id: string | null
  feed_band: number | null
  id: Generated<number>
  issued_diagnosis_id: string | null
  lot_key: string | null
  pen: string | null
  site_id: string
}

export interface NotificationPreferences {
  channels: ColumnType<Partial<Record<NotificationKind, Partial<ChannelChoices>>>, string | undefined, string>
  digest_from: Timestamp | null
  digest_hour: Generated<number>
  digest_on: Generated<boolean>
  digested_on: string | null
  digested_until: Generated<Timestamp>
  quiet_from: string | null
  quiet_to: string | null
  time_zone: string | null
  user_id: UserId
  version: Generated<number>
}

export interface Notifications {
  alert_id: AlertId | null
  created_at: Generated<Timestamp>
  id: NotificationId
  in_app: Generated<boolean>
  kind: NotificationKind
  link: string | null
  post_mortem_id: PostMortemId | null
  read_at: Timestamp | null
  text: string
  title: string
  user_id: UserId
}

export interface OtherLotKeys {
  key: string | null
  lot_id: string | null
  lot_key: string | null
  site_id: string | null
}

export interface OverdueVisits {
  post_mortem_id: PostMortemId
  scheduled_at: Timestamp
}

export interface Passkeys {
  counter: Generated<number>
  created_at: Generated<Timestamp>
  credential_id: string
  id: string
  last_used_at: Timestamp | null
  name: string
  public_key: Buffer
  transports: Generated<string[]>
  user_id: UserId
}

export interface PhotoCounts {
  photos: number
  site_id: SiteId
}

export interface Photos {
  animal_id: AnimalId
  bytes: number
  caption: string | null
  content_hash: Buffer
  created_at: Generated<Timestamp>
  created_by_id: UserId | null
  deleted_at: Timestamp | null
  height: number
  id: PhotoId
  image_hash: Buffer | null
  image_key: string
  issued_facts: Json | null
  lost_at: Timestamp | null
  markup: ColumnType<Markup | null, string | null | undefined, string | null>
  name: string
  slot_id: string | null
  taken_at: Timestamp | null
  thumbnail_bytes: number | null
  thumbnail_hash: Buffer | null
  thumbnail_key: string
  type: 'image/jpeg' | 'image/png'
  upload_id: string | null
  version: Generated<number>
  visible_site_id: string | null
  width: number
}

export interface PostMortems {
  amendment_opened_at: Timestamp | null
  amendment_opened_by_id: UserId | null
  amendment_reason: string | null
  client_updated_at: Timestamp | null
  client_version_offset: Generated<number>
  completed_at: Timestamp | null
  completed_by_id: UserId | null
  created_at: Generated<Timestamp>
  created_by_id: UserId | null
  customer_id: CustomerId
  danger_acknowledged_at: Timestamp | null
  danger_acknowledged_by_id: UserId | null
  deleted_at: Timestamp | null
  description: string | null
  draft: Generated<boolean>
  duration_minutes: Generated<number>
  id: PostMortemId
  imported_number: string | null
  issued_report_grouped: Generated<boolean>
  last_examine_by: Timestamp | null
  no_vet_visit_requested: Generated<boolean>
  note: string | null
  photos_missing_reason: string | null
  pin: GeneratedAlways<number>
  record_at: string
  report_grouped: Generated<boolean>
  requested_at: Timestamp | null
  requested_by_id: UserId | null
  scheduled_at: Timestamp | null
  scheduled_by_id: UserId | null
  scheduled_for_id: UserId | null
  site_id: SiteId
  status: GeneratedAlways<Status>
  updated_at: Generated<Timestamp>
  version: Generated<number>
}

export interface PracticePhotoSlots {
  is_only: Generated<boolean>
  slots: string
}

export interface ProviderDefaults {
  authorities: ColumnType<Authority[] | null, string | null, string | null>
  email: string
  is_only: Generated<boolean>
  name: string
  phone: string
  url: string
}

export interface ProviderDetails {
  address: string | null
  authorities: ColumnType<Authority[] | null, string | null, string | null>
  benchmark: boolean | null
  carcass_fading_hours: number | null
  carcass_fresh_hours: number | null
  carcass_late_hours: number | null
  carcass_late_hours_cold: number | null
  case_photos: boolean | null
  email: string
  latitude: number | null
  logo_key: string | null
  longitude: number | null
  name: string
  offline_days: number | null
  paper: Paper | null
  phone: string
  photo_protocol: PhotoProtocol | null
  time_zone: string | null
  travel_speed_kmh: number | null
  url: string
  valid_from: Timestamp
  version: number
}

export interface PushSubscriptions {
  auth: string
  created_at: Generated<Timestamp>
  endpoint: string
  id: PushSubscriptionId
  p256dh: string
  server_key: string
  sign_in_id: string | null
  user_id: UserId
}

export interface RateLimits {
  attempts: Generated<number>
  key: string
  started_at: Generated<Timestamp>
}

export interface RecoveryCodes {
  code_hash: Buffer
  used_at: Timestamp | null
  user_id: UserId
}

export interface ReportFiles {
  bytes: number | null
  created_at: Timestamp | null
  file_hash: Buffer | null
  file_key: string | null
  id: string | null
  post_mortem_id: string | null
}

export interface ReportProgress {
  done: number
  draft: boolean
  photos: number
  post_mortem_id: PostMortemId
  updated_at: Generated<Timestamp>
}

export interface Reports {
  bytes: number | null
  content_hash: Buffer
  created_at: Generated<Timestamp>
  file_hash: Buffer | null
  file_key: string
  id: string
  post_mortem_id: PostMortemId
}

export interface ReportVersions {
  bytes: number | null
  code: string
  content: ColumnType<object, string, string>
  file_hash: Buffer | null
  file_key: string | null
  id: string
  issued_at: Timestamp
  issued_by_id: UserId | null
  kind: 'preliminary' | 'final' | 'amended'
  number: number
  post_mortem_id: PostMortemId
  reason: string | null
  snapshot: ColumnType<ReportSnapshot, string, string>
}

export interface ResetCodes {
  attempts: Generated<number>
  code_hash: Buffer
  created_at: Generated<Timestamp>
  expires_at: Timestamp
  user_id: UserId
}

export interface RotatedRefreshTokens {
  hash: Buffer
  rotated_at: Timestamp
  sign_in_id: string
}

export interface SampleFiles {
  bytes: number
  content_hash: Buffer
  created_at: Generated<Timestamp>
  created_by_id: UserId
  deleted_at: Timestamp | null
  file_hash: Buffer
  file_key: string
  height: number | null
  id: PhotoId
  name: string
  sample_id: SampleId
  type: 'image/jpeg' | 'image/png' | 'application/pdf'
  upload_id: string | null
  width: number | null
}

export interface Samples {
  animal_id: AnimalId
  container: string | null
  created_at: Generated<Timestamp>
  created_by_id: UserId
  deleted_at: Timestamp | null
  id: SampleId
  lab: string | null
  label: Generated<string>
  note: string | null
  number: Generated<number>
  received_at: Timestamp | null
  result: string | null
  result_at: Timestamp | null
  result_entered_at: Timestamp | null
  result_flag: ResultFlag | null
  sample_kind_id: string
  sent_at: Timestamp | null
  taken_at: Timestamp | null
  test: string | null
  version: Generated<number>
}

export interface SavedReports {
  created_at: Generated<Timestamp>
  id: string
  name: string
  parameters: JSONColumnType<{ filter: Record<string, unknown> }>
  type: 'animals'
  updated_at: Generated<Timestamp>
  user_id: UserId
  version: Generated<number>
}

export interface ScannerSettings {
  characteristic_uuid: string
  device_name: string
  is_only: Generated<boolean>
  result_from: number
  result_to: number
  service_uuid: string
  version: Generated<number>
}

export interface ScheduledReportPeriods {
  every: ReportPeriod
  first_day: string
  mailed_at: Generated<Timestamp>
  report_id: ScheduledReportId
}

export interface ScheduledReportRecipients {
  position: number
  report_id: ScheduledReportId
  user_id: UserId
}

export interface ScheduledReports {
  created_at: Generated<Timestamp>
  every: ReportPeriod
  filter: ColumnType<InsightFilters, string, string>
  id: ScheduledReportId
  language: string
  name: string
  starts_at: Generated<Timestamp>
  user_id: UserId
}

export interface SecondSteps {
  completed_at: Timestamp | null
  created_at: Generated<Timestamp>
  expires_at: Timestamp
  id: string
  passkey_challenge: string | null
  password_fingerprint: string | null
  session_hash: Buffer
  tries: Generated<number>
  user_id: UserId
}

export interface SecretKeys {
  fingerprint: Buffer
  since: Generated<Timestamp>
}

export interface SignInLimits {
  address_hash: Buffer
  failures: Generated<number>
  id: Generated<string>
  last_failed_at: Generated<Timestamp>
  next_try_at: Timestamp | null
  short_address: string
  since: Generated<Timestamp>
  sources: string[]
  user_id: UserId | null
}

export interface SignIns {
  created_at: Generated<Timestamp>
  expires_at: Timestamp
  id: string
  last_used_at: Generated<Timestamp>
  passkey_challenge: string | null
  password_confirmed_at: Timestamp | null
  previous_refresh_hash: Buffer | null
  refresh_hash: Buffer
  revoked_at: Timestamp | null
  rotated_at: Timestamp | null
  source: string | null
  user_agent: string | null
  user_id: UserId
}

export interface Sites {
  address: string | null
  calendar_version: Generated<number>
  city: string | null
  created_at: Generated<Timestamp>
  created_by_id: UserId | null
  customer_id: CustomerId
  directions: string | null
  id: SiteId
  latitude: number | null
  longitude: number | null
  name: string
  phone: string | null
  region: string | null
  retired_at: Timestamp | null
  time_zone: string | null
  updated_at: Generated<Timestamp>
}

export interface TeachingCasePhotos {
  case_id: TeachingCaseId
  number: number
  photo_id: PhotoId
}

export interface TeachingCases {
  animal_id: AnimalId
  id: TeachingCaseId
  text: string
  title: string
}

export interface TicketCounts {
  site_id: SiteId
  status: Status
  tickets: number
}

export interface TicketDays {
  day: string
  status: Status
  tickets: number
}

export interface TotpSecrets {
  confirmed_at: Timestamp | null
  created_at: Generated<Timestamp>
  last_step: Generated<number>
  last_used_at: Timestamp | null
  lost_at: Timestamp | null
  sealed_secret: Buffer
  user_id: UserId
}

export interface Trainings {
  created_at: Generated<Timestamp>
  description: string | null
  id: string
  position: Generated<number>
  post_content: string | null
  pre_content: string | null
  title: string
  version: Generated<number>
}

export interface TrainingSections {
  content: string
  heading: string
  id: string
  position: Generated<number>
  training_id: string
}

export interface Users {
  city: string | null
  country: string | null
  created_at: Generated<Timestamp>
  deleted_at: Timestamp | null
  email: string
  email_refused_at: Timestamp | null
  email_verified_at: Timestamp | null
  first_name: string | null
  id: UserId
  last_name: string | null
  password_hash: string | null
  phone: string | null
  pin: GeneratedAlways<number>
  region: string | null
  roles: Role[]
  status: Generated<'active' | 'disabled' | 'invited'>
  temporary_password_until: Timestamp | null
  updated_at: Generated<Timestamp>
  version: Generated<number>
}

export interface UserSites {
  position: Generated<number>
  site_id: SiteId
  user_id: UserId
}

export interface DB {
  absences: Absences
  alert_rules: AlertRules
  alerts: Alerts
  animal_counts: AnimalCounts
  animal_examinations: AnimalExaminations
  animal_identities: AnimalIdentities
  animal_lesions: AnimalLesions
  animal_months: AnimalMonths
  animal_photo_slots: AnimalPhotoSlots
  animal_treatments: AnimalTreatments
  animals: Animals
  audit_entries: AuditEntries
  calendar_feeds: CalendarFeeds
  changes: Changes
  comments: Comments
  completion_months: CompletionMonths
  customers: Customers
  death_changes: DeathChanges
  deaths: Deaths
  deaths_by_cause_and_feed: DeathsByCauseAndFeed
  deaths_by_day_and_cause: DeathsByDayAndCause
  deaths_by_day_of_practice: DeathsByDayOfPractice
  deaths_by_diagnosis_pair: DeathsByDiagnosisPair
  deaths_by_site: DeathsBySite
  deaths_by_site_and_cause: DeathsBySiteAndCause
  deaths_of_lots: DeathsOfLots
  deaths_of_pens: DeathsOfPens
  diagnosis_systems: DiagnosisSystems
  ended_visits: EndedVisits
  examination_presence: ExaminationPresence
  filled_library_lists: FilledLibraryLists
  head_counts: HeadCounts
  head_months: HeadMonths
  head_of_lots: HeadOfLots
  head_of_lots_stored: HeadOfLotsStored
  head_of_practice: HeadOfPractice
  head_stored: HeadStored
  head_years: HeadYears
  idempotency_keys: IdempotencyKeys
  installation_facts: InstallationFacts
  issued_deaths_by_system: IssuedDeathsBySystem
  library_entries: LibraryEntries
  lots: Lots
  migrations: Migrations
  mortality_changes: MortalityChanges
  notification_preferences: NotificationPreferences
  notifications: Notifications
  other_lot_keys: OtherLotKeys
  overdue_visits: OverdueVisits
  passkeys: Passkeys
  photo_counts: PhotoCounts
  photos: Photos
  post_mortems: PostMortems
  practice_photo_slots: PracticePhotoSlots
  provider_defaults: ProviderDefaults
  provider_details: ProviderDetails
  push_subscriptions: PushSubscriptions
  rate_limits: RateLimits
  recovery_codes: RecoveryCodes
  report_files: ReportFiles
  report_progress: ReportProgress
  report_versions: ReportVersions
  reports: Reports
  reset_codes: ResetCodes
  rotated_refresh_tokens: RotatedRefreshTokens
  sample_files: SampleFiles
  samples: Samples
  saved_reports: SavedReports
  scanner_settings: ScannerSettings
  scheduled_report_periods: ScheduledReportPeriods
  scheduled_report_recipients: ScheduledReportRecipients
  scheduled_reports: ScheduledReports
  second_steps: SecondSteps
  secret_keys: SecretKeys
  sign_in_limits: SignInLimits
  sign_ins: SignIns
  sites: Sites
  teaching_case_photos: TeachingCasePhotos
  teaching_cases: TeachingCases
  ticket_counts: TicketCounts
  ticket_days: TicketDays
  totp_secrets: TotpSecrets
  training_sections: TrainingSections
  trainings: Trainings
  user_sites: UserSites
  users: Users
}

/** The columns of each table in the order of the database. */
export const columns = {
  absences: ['id', 'user_id', 'first_day', 'last_day', 'note', 'created_at'],
  alert_rules: [
    'id',
    'user_id',
    'name',
    'site_id',
    'diagnosis_id',
    'system',
    'kind',
    'threshold',
    'days',
    'crossed',
    'evaluated_on',
    'created_at',
  ],
  alerts: [
    'id',
    'rule_id',
    'fired_at',
    'value',
    'window_from',
    'window_to',
    'site_ids',
    'note',
    'acknowledged_at',
    'acknowledged_by_id',
  ],
  animal_counts: ['site_id', 'animals'],
  animal_examinations: ['animal_id', 'examined_at', 'mode', 'extent', 'condition', 'systems'],
  animal_identities: ['identity', 'animals'],
  animal_lesions: [
    'id',
    'animal_id',
    'position',
    'diagnosis_id',
    'role',
    'certainty',
    'basis',
    'severity',
    'stage',
    'note',
  ],
  animal_months: ['site_id', 'month', 'animals'],
  animal_photo_slots: ['animal_id', 'slot_id', 'skipped_reason'],
  animal_treatments: ['id', 'animal_id', 'position', 'treatment_id', 'name', 'given_at', 'note'],
  animals: [
    'id',
    'post_mortem_id',
    'tag',
    'rfid',
    'pen',
    'lot',
    'tag_color_id',
    'customer_record_at',
    'customer_notes',
    'customer_diagnosis_id',
    'customer_diagnosis_note',
    'vet_diagnosis_id',
    'vet_diagnosis_note',
    'vet_findings',
    'breed_id',
    'animal_color_id',
    'animal_group_id',
    'weight',
    'temperature',
    'created_by_id',
    'created_at',
    'updated_at',
    'deleted_at',
    'version',
    'site_id',
    'identity',
    'found_at',
    'died_at',
    'last_seen_alive_at',
    'death_kind',
    'euthanasia_note',
    'air_temperature_c',
    'arrived_at',
    'examine_by',
    'danger_sign_ids',
    'issued_opinion',
    'issued_skipped_slots',
    'client_version_offset',
    'client_updated_at',
  ],
  audit_entries: [
    'id',
    'happened_at',
    'user_id',
    'action',
    'subject_type',
    'subject_id',
    'before',
    'after',
    'request_id',
    'source',
  ],
  calendar_feeds: ['id', 'user_id', 'token_hash', 'created_at'],
  changes: [
    'id',
    'xid',
    'horizon',
    'kind',
    'post_mortem_id',
    'site_id',
    'user_id',
    'vets_only',
    'created_at',
    'user_ids',
  ],
  comments: ['id', 'post_mortem_id', 'text', 'internal', 'created_by_id', 'created_at', 'deleted_at'],
  completion_months: ['site_id', 'month', 'tickets'],
  customers: ['id', 'name', 'created_at', 'updated_at', 'retired_at', 'created_by_id', 'calendar_version'],
  death_changes: ['id', 'site_id'],
  deaths: [
    'animal_id',
    'site_id',
    'day',
    'completed',
    'diagnosis_id',
    'issued_diagnosis_id',
    'customer_diagnosis_id',
    'lot_key',
    'pen_key',
    'feed_band',
    'pen',
  ],
  deaths_by_cause_and_feed: ['grain', 'start', 'diagnosis_id', 'feed_band', 'deaths', 'examined'],
  deaths_by_day_and_cause: ['day', 'diagnosis_id', 'deaths', 'examined'],
  deaths_by_day_of_practice: ['day', 'deaths', 'examined'],
  deaths_by_diagnosis_pair: ['grain', 'start', 'customer_diagnosis_id', 'diagnosis_id', 'deaths'],
  deaths_by_site: ['site_id', 'grain', 'start', 'deaths', 'examined', 'issued_examined'],
  deaths_by_site_and_cause: [
    'site_id',
    'grain',
    'start',
    'diagnosis_id',
    'issued_diagnosis_id',
    'deaths',
    'examined',
    'issued_examined',
  ],
  deaths_of_lots: ['grain', 'start', 'site_id', 'lot_key', 'deaths', 'examined', 'issued_examined'],
  deaths_of_pens: ['grain', 'start', 'site_id', 'pen', 'deaths', 'examined', 'issued_examined'],
  diagnosis_systems: ['diagnosis_id', 'system'],
  ended_visits: ['post_mortem_id', 'user_id', 'scheduled_at', 'duration_minutes', 'sequence', 'ended_at'],
  examination_presence: ['animal_id', 'user_id', 'seen_at'],
  filled_library_lists: ['list'],
  head_counts: ['id', 'site_id', 'date', 'head', 'created_at'],
  head_months: ['site_id', 'month', 'heads', 'head_days', 'known_days'],
  head_of_lots: ['grain', 'start', 'site_id', 'lot_id', 'head_days'],
  head_of_lots_stored: ['site_id', 'until'],
  head_of_practice: ['day', 'head', 'known_sites'],
  head_stored: ['id', 'until'],
  head_years: ['site_id', 'year', 'head_days', 'known_days'],
  idempotency_keys: [
    'user_id',
    'key',
    'fingerprint',
    'reserved_id',
    'answer_status',
    'answer_type',
    'answer_body',
    'created_at',
    'server',
    'answer_etag',
  ],
  installation_facts: ['name', 'value', 'at'],
  issued_deaths_by_system: ['grain', 'start', 'site_id', 'system', 'deaths'],
  library_entries: [
    'id',
    'list',
    'name',
    'code',
    'system',
    'notifiable',
    'hex',
    'position',
    'retired_at',
    'version',
    'advice',
    'level',
    'hint',
    'required',
    'text',
  ],
  lots: [
    'id',
    'site_id',
    'name',
    'arrived_at',
    'head_in',
    'source',
    'sex',
    'arrival_weight',
    'closed_at',
    'created_at',
    'other_names',
  ],
  migrations: ['name', 'applied_at', 'checksum', 'servers_from'],
  mortality_changes: [
    'id',
    'site_id',
    'day',
    'deaths',
    'completed',
    'diagnosis_id',
    'issued_diagnosis_id',
    'customer_diagnosis_id',
    'feed_band',
    'lot_key',
    'pen',
  ],
  notification_preferences: [
    'user_id',
    'channels',
    'digest_on',
    'digest_hour',
    'time_zone',
    'quiet_from',
    'quiet_to',
    'digested_on',
    'digested_until',
    'version',
    'digest_from',
  ],
  notifications: [
    'id',
    'user_id',
    'kind',
    'post_mortem_id',
    'title',
    'text',
    'link',
    'in_app',
    'created_at',
    'read_at',
    'alert_id',
  ],
  other_lot_keys: ['site_id', 'lot_id', 'lot_key', 'key'],
  overdue_visits: ['post_mortem_id', 'scheduled_at'],
  passkeys: [
    'id',
    'user_id',
    'credential_id',
    'public_key',
    'counter',
    'transports',
    'name',
    'created_at',
    'last_used_at',
  ],
  photo_counts: ['site_id', 'photos'],
  photos: [
    'id',
    'animal_id',
    'name',
    'type',
    'image_key',
    'thumbnail_key',
    'bytes',
    'width',
    'height',
    'content_hash',
    'created_by_id',
    'created_at',
    'deleted_at',
    'image_hash',
    'thumbnail_hash',
    'thumbnail_bytes',
    'lost_at',
    'visible_site_id',
    'slot_id',
    'taken_at',
    'caption',
    'markup',
    'version',
    'issued_facts',
    'upload_id',
  ],
  post_mortems: [
    'id',
    'pin',
    'customer_id',
    'site_id',
    'record_at',
    'description',
    'note',
    'no_vet_visit_requested',
    'draft',
    'created_by_id',
    'created_at',
    'updated_at',
    'requested_at',
    'requested_by_id',
    'scheduled_at',
    'scheduled_by_id',
    'scheduled_for_id',
    'completed_at',
    'completed_by_id',
    'deleted_at',
    'version',
    'status',
    'imported_number',
    'last_examine_by',
    'danger_acknowledged_at',
    'danger_acknowledged_by_id',
    'photos_missing_reason',
    'report_grouped',
    'amendment_reason',
    'amendment_opened_at',
    'amendment_opened_by_id',
    'duration_minutes',
    'client_version_offset',
    'client_updated_at',
    'issued_report_grouped',
  ],
  practice_photo_slots: ['is_only', 'slots'],
  provider_defaults: ['is_only', 'name', 'phone', 'email', 'url', 'authorities'],
  provider_details: [
    'version',
    'valid_from',
    'name',
    'phone',
    'email',
    'url',
    'time_zone',
    'address',
    'logo_key',
    'carcass_fresh_hours',
    'carcass_fading_hours',
    'carcass_late_hours',
    'carcass_late_hours_cold',
    'authorities',
    'photo_protocol',
    'paper',
    'offline_days',
    'latitude',
    'longitude',
    'travel_speed_kmh',
    'benchmark',
    'case_photos',
  ],
  push_subscriptions: ['id', 'user_id', 'endpoint', 'p256dh', 'auth', 'server_key', 'created_at', 'sign_in_id'],
  rate_limits: ['key', 'started_at', 'attempts'],
  recovery_codes: ['user_id', 'code_hash', 'used_at'],
  report_files: ['id', 'post_mortem_id', 'file_key', 'file_hash', 'bytes', 'created_at'],
  report_progress: ['post_mortem_id', 'draft', 'done', 'photos', 'updated_at'],
  report_versions: [
    'id',
    'post_mortem_id',
    'number',
    'kind',
    'issued_at',
    'issued_by_id',
    'reason',
    'code',
    'content',
    'snapshot',
    'file_key',
    'file_hash',
    'bytes',
  ],
  reports: ['id', 'post_mortem_id', 'content_hash', 'file_key', 'created_at', 'file_hash', 'bytes'],
  reset_codes: ['user_id', 'code_hash', 'expires_at', 'attempts', 'created_at'],
  rotated_refresh_tokens: ['hash', 'sign_in_id', 'rotated_at'],
  sample_files: [
    'id',
    'sample_id',
    'name',
    'type',
    'file_key',
    'file_hash',
    'bytes',
    'content_hash',
    'width',
    'height',
    'created_by_id',
    'created_at',
    'deleted_at',
    'upload_id',
  ],
  samples: [
    'id',
    'number',
    'label',
    'animal_id',
    'sample_kind_id',
    'container',
    'taken_at',
    'lab',
    'test',
    'sent_at',
    'received_at',
    'result',
    'result_flag',
    'result_at',
    'note',
    'created_by_id',
    'created_at',
    'deleted_at',
    'version',
    'result_entered_at',
  ],
  saved_reports: ['id', 'user_id', 'type', 'name', 'parameters', 'created_at', 'updated_at', 'version'],
  scanner_settings: [
    'is_only',
    'device_name',
    'service_uuid',
    'characteristic_uuid',
    'result_from',
    'result_to',
    'version',
  ],
  scheduled_report_periods: ['report_id', 'every', 'first_day', 'mailed_at'],
  scheduled_report_recipients: ['report_id', 'user_id', 'position'],
  scheduled_reports: ['id', 'user_id', 'name', 'filter', 'every', 'language', 'starts_at', 'created_at'],
  second_steps: [
    'id',
    'user_id',
    'session_hash',
    'passkey_challenge',
    'tries',
    'completed_at',
    'created_at',
    'expires_at',
    'password_fingerprint',
  ],
  secret_keys: ['fingerprint', 'since'],
  sign_in_limits: [
    'id',
    'address_hash',
    'short_address',
    'user_id',
    'since',
    'last_failed_at',
    'failures',
    'sources',
    'next_try_at',
  ],
  sign_ins: [
    'id',
    'user_id',
    'refresh_hash',
    'previous_refresh_hash',
    'rotated_at',
    'created_at',
    'last_used_at',
    'expires_at',
    'revoked_at',
    'source',
    'user_agent',
    'password_confirmed_at',
    'passkey_challenge',
  ],
  sites: [
    'id',
    'customer_id',
    'name',
    'region',
    'city',
    'created_at',
    'updated_at',
    'retired_at',
    'created_by_id',
    'address',
    'latitude',
    'longitude',
    'phone',
    'directions',
    'time_zone',
    'calendar_version',
  ],
  teaching_case_photos: ['case_id', 'number', 'photo_id'],
  teaching_cases: ['id', 'animal_id', 'title', 'text'],
  ticket_counts: ['site_id', 'status', 'tickets'],
  ticket_days: ['status', 'day', 'tickets'],
  totp_secrets: ['user_id', 'sealed_secret', 'confirmed_at', 'last_step', 'last_used_at', 'created_at', 'lost_at'],
  training_sections: ['id', 'training_id', 'heading', 'content', 'position'],
  trainings: ['id', 'title', 'description', 'pre_content', 'post_content', 'position', 'created_at', 'version'],
  user_sites: ['user_id', 'site_id', 'position'],
  users: [
    'id',
    'pin',
    'email',
    'password_hash',
    'temporary_password_until',
    'first_name',
    'last_name',
    'phone',
    'city',
    'region',
    'country',
    'roles',
    'status',
    'email_verified_at',
    'created_at',
    'updated_at',
    'deleted_at',
    'version',
    'email_refused_at',
  ],
} as const satisfies { [Table in keyof DB]: (keyof DB[Table])[] }
