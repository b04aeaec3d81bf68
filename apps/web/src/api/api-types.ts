// Made by `npm run api-types` from the document of the API: change the routes, not this file.

type Absence = { id: string; user_id: string; from: string; to: string; note: string | null }
type Agreement = {
  n: number
  agree: number
  kappa: number | null
  matrix: Array<{ customer_diagnosis: string; veterinarian_diagnosis: string; n: number }>
}
type Alert = {
  id: string
  rule: AlertRule
  fired_at: string
  value: number
  window: { from: string; to: string }
  note: string | null
  acknowledged_at: string | null
  acknowledged_by_id: string | null
}
type AlertDryRun = { from: string; to: string; count: number; fired: Array<{ day: string; value: number }> }
type AlertRule = {
  id: string
  name: string
  site_id: string | null
  diagnosis_id: string | null
  system: string | null
  kind: 'count' | 'rate' | 'unusual'
  threshold: number
  days: number
}
type Animal = {
  id: string
  veterinary_record_id: string
  tag: string | null
  rfid: string | null
  pen: string | null
  lot: string | null
  tag_color_id: string | null
  tag_color: Named | null
  customer_record_at: string | null
  customer_notes: string | null
  customer_diagnosis_id: string | null
  customer_diagnosis: Named | null
  customer_diagnosis_note: string | null
  vet_diagnosis_id: string | null
  vet_diagnosis: Named | null
  vet_diagnosis_note: string | null
  vet_findings: string | null
  breed_id: string | null
  breed: Named | null
  animal_color_id: string | null
  animal_color: Named | null
  animal_group_id: string | null
  animal_group: Named | null
  weight: number | null
  temperature: number | null
  found_at: string | null
  died_at: string | null
  last_seen_alive_at: string | null
  death_kind: 'found_dead' | 'died_observed' | 'euthanised' | null
  euthanasia_note: string | null
  air_temperature_c: number | null
  arrived_at: string | null
  danger_sign_ids: Array<string>
  danger_signs: Array<{ id: string; name: string; advice: string | null; level: 'stop' | 'call' }>
  days_on_feed: number | null
  treatments_given: Array<{
    id: string
    treatment_id: string | null
    name: string
    given_at: string | null
    note: string | null
  }>
  examination: Examination | null
  examine_by: string | null
  carcass: { hours: number; band: 'fresh' | 'fading' | 'poor' | 'late' } | null
  photos: number
  photo_slots: Array<{
    slot_id: string
    name: string
    hint: string | null
    required: boolean
    photos: number
    skipped_reason: string | null
  }>
  medias?: Array<Photo>
  created_at: string
  updated_at: string
}
type AnimalCard = {
  id: string
  veterinary_record_id: string
  tag: string | null
  rfid: string | null
  pen: string | null
  lot: string | null
  tag_color: Named | null
  customer_record_at: string | null
  vet_diagnosis: Named | null
  found_at: string | null
  died_at: string | null
  air_temperature_c: number | null
  examine_by: string | null
  carcass: { hours: number; band: 'fresh' | 'fading' | 'poor' | 'late' } | null
  photos: number
}
type AuditEntry = {
  id: string
  happened_at: string
  user_id: string | null
  person: Person | null
  action: string
  sentence: string
  subject_type: string
  subject_id: string
  subject: string
  ticket_id: string | null
  request_id: string | null
  source: string | null
}
type Authority = { name: string; phone: string; note: string | null }
type BenchmarkRow = {
  key: string | null
  label: string
  per_1000_head_month: number | null
  p25: number
  p50: number
  p75: number
}
type BodyDay = string | number | boolean | null
type BodyFlag = boolean | number | string | null
type BodyId = string | number | boolean | null
type BodyIds = Array<BodyId> | BodyId
type BodyNumber = string | number | boolean | null
type BodyText = string | number | boolean | null
type BodyTimestamp = string | number | boolean | null
type BulkOutcome = { id: string; name: string | null; done: boolean; message: string | null }
type Change = { field: string; from: string | null; to: string | null }
type Comment = {
  id: string
  post_mortem_id: string
  text: string
  internal: boolean
  created_at: string
  created_by: Person
  from_practice: boolean
}
type CompactPostMortemCard = {
  id: string
  pin: number
  title: string
  status: 'Draft' | 'Pending' | 'In Progress' | 'Completed'
  draft: number
  no_vet_visit_requested: number
  record_at: string | null
  requested_at: string | null
  scheduled_at: string | null
  completed_at: string | null
  examine_by: string | null
  danger: 'stop' | 'call' | null
  customer: Named
  scheduled_for: Person | null
  animals: number
  photos: number
  first_animals: Array<{ id: string; tag: string | null; rfid: string | null; thumbnail: string | null }>
  site: { id: string; name: string; city: string | null }
}
type Customer = { id: string; name: string; retired: number; sites: Array<SiteOfCustomer> }
type DangerAcknowledged = boolean | number | string | null
type Death = {
  id: string
  tag: string | null
  rfid: string | null
  lot: string | null
  pen: string | null
  date_of_death: string
  days_on_feed: number | null
  diagnosis: string | null
  site: { id: string; name: string; time_zone: string | null; customer: { id: string; name: string } }
  post_mortem: { id: string; title: string; status: 'Draft' | 'Pending' | 'In Progress' | 'Completed' }
}
type DurationMinutes = string | number | boolean | null
type Examination = {
  examined_at: string | null
  mode: 'on_site' | 'photos' | null
  extent: 'complete' | 'partial' | 'external' | 'photos_only' | null
  condition: number | null
  systems: Array<{
    system:
      | 'external'
      | 'body_cavities'
      | 'respiratory'
      | 'cardiovascular'
      | 'digestive'
      | 'liver'
      | 'urinary'
      | 'reproductive'
      | 'lymphoid'
      | 'musculoskeletal'
      | 'nervous'
    state: 'not_examined' | 'normal' | 'abnormal'
    text: string | null
  }>
  lesions: Array<Lesion>
}
type ExaminedAt = string | number | boolean | null
type FailedEmail = {
  id: string
  to: string
  subject: string
  tries: number
  reason: string | null
  created_at: string
  next_try_at: string | null
}
type HeadCount = { id: string; site_id: string; date: string; head: number }
type HistoryEntry = {
  id: string
  happened_at: string
  person: Person | null
  action: string
  sentence: string
  changes: Array<Change>
}
type ImportOutcome = {
  kind:
    | 'customers'
    | 'sites'
    | 'lots'
    | 'head-counts'
    | 'users'
    | 'post-mortems'
    | 'trainings'
    | 'unit-of-measures'
    | 'species'
    | 'animal-types'
    | 'animal-colors'
    | 'animal-groups'
    | 'diagnoses'
    | 'health-risks'
    | 'treatments'
    | 'breeds'
    | 'tag-colors'
    | 'reports'
    | 'photo-slots'
    | 'danger-signs'
    | 'phrases'
    | 'sample-kinds'
  applied: boolean
  counts: { rows: number; 'new': number; changed: number; unchanged: number; problems: number }
  tickets?: number
  problems: Array<{ line: number; column: string | null; text: string }>
  problems_not_shown: number
  ignored_columns: Array<string>
  rows: Array<{ line: number; what: 'new' | 'changed' | 'unchanged'; name: string; changes: Array<Change> }>
  emails: number
}
type InsightFilters = {
  customer_id?: string | Array<string>
  site_id?: string | Array<string>
  lot?: string | Array<string>
  diagnosis_id?: string | Array<string>
  system?: string | Array<string>
}
type Installation = {
  version: string
  database: { bytes: number; kind: 'embedded' | 'server' }
  storage: { bytes: number; files: number; kind: 'folder' | 'bucket' }
  disk: { free_bytes: number }
  queue: { waiting: number; active: number; failed: number }
  mail: 'smtp' | 'outbox'
  failed_emails: Array<FailedEmail>
  last_backup: { at: string; bytes: number; to: string } | null
  second_factor: 'vets' | 'off'
}
type Lesion = {
  id: string
  diagnosis_id: string
  diagnosis: Named
  role: 'primary' | 'contributing' | 'incidental'
  certainty: 'suspected' | 'probable' | 'confirmed'
  basis: 'clinical' | 'gross' | 'photo' | 'histology' | 'laboratory'
  severity: 'mild' | 'moderate' | 'severe' | null
  stage: 'acute' | 'subacute' | 'chronic' | null
  note: string | null
}
type LibraryEntry = {
  id: string
  name: string
  code?: string | null
  system?: string | null
  notifiable?: boolean
  hex?: string | null
  hint?: string | null
  advice?: string | null
  text?: string | null
  level?: 'stop' | 'call' | null
  required?: boolean
  position?: number
  retired?: boolean
}
type LibraryListState = { list: string; entries: number; retired: number; ordered: boolean }
type Links = { first: string | null; last: string | null; prev: string | null; next: string | null }
type Lot = {
  id: string
  site_id: string
  name: string
  arrived_at: string | null
  head_in: number | null
  source: string | null
  sex: string | null
  arrival_weight: number | null
  closed_at: string | null
  other_names: Array<string>
}
type LotAnimal = {
  id: string
  tag: string | null
  rfid: string | null
  date_of_death: string
  days_on_feed: number | null
  diagnosis: string | null
  treatments: number
  post_mortem: { id: string; title: string }
}
type LotSummary = {
  lot: Lot
  site: { id: string; name: string }
  totals: MortalityTotals
  treated: number
  curve: Array<{ days_on_feed: number; deaths: number }>
  usual: Array<UsualDeaths>
  usual_lots: number
  causes: Array<MortalityRow>
  treatments: Array<LotTreatment>
  animals: Array<LotAnimal>
}
type LotTreatment = { name: string; animals: number; median_days_before_death: number | null }
type Markup = {
  version: 1
  shapes: Array<{
    kind: 'arrow' | 'circle' | 'line' | 'text'
    x: number
    y: number
    x2: number
    y2: number
    text?: string
    color: string
  }>
}
type Meta = {
  current_page: number
  last_page: number
  per_page: number
  total: number
  from: number | null
  to: number | null
}
type MortalityRow = {
  key: string | null
  label: string
  deaths: number
  examined: number
  head_days: number | null
  per_1000_head_month: number | null
  head_known?: number
  site_id?: string
  lot_id?: string
}
type MortalityTotals = {
  from: string
  to: string
  deaths: number
  examined: number
  head_days: number | null
  head_known: number
  per_1000_head_month: number | null
}
type Named = { id: string; name: string }
type NewPasskeyOptions = {
  challenge: string
  timeout?: number
  hints?: Array<'hybrid' | 'security-key' | 'client-device'>
  rp: { id?: string; name: string }
  user: { id: string; name: string; displayName: string }
  pubKeyCredParams: Array<{ alg: number; type: 'public-key' }>
  excludeCredentials?: Array<{ id: string; type: string; transports?: Array<string> }>
  authenticatorSelection?: {
    requireResidentKey?: boolean
    residentKey?: 'discouraged' | 'preferred' | 'required'
    userVerification?: 'discouraged' | 'preferred' | 'required'
  }
  attestation?: 'direct' | 'enterprise' | 'indirect' | 'none'
  extensions?: { credProps?: boolean }
}
type Notification = {
  id: string
  kind:
    | 'request_sent'
    | 'danger'
    | 'assigned'
    | 'scheduled'
    | 'comment'
    | 'preliminary'
    | 'completed'
    | 'amended'
    | 'result'
    | 'overdue'
    | 'alert'
  title: string
  text: string
  link: string
  post_mortem_id: string | null
  created_at: string
  read_at: string | null
}
type NotificationPreferences = {
  channels: {
    request_sent: { app: boolean; email: boolean; push: boolean }
    danger: { app: boolean; email: boolean; push: boolean }
    assigned: { app: boolean; email: boolean; push: boolean }
    scheduled: { app: boolean; email: boolean; push: boolean }
    comment: { app: boolean; email: boolean; push: boolean }
    preliminary: { app: boolean; email: boolean; push: boolean }
    completed: { app: boolean; email: boolean; push: boolean }
    amended: { app: boolean; email: boolean; push: boolean }
    result: { app: boolean; email: boolean; push: boolean }
    overdue: { app: boolean; email: boolean; push: boolean }
    alert: { app: boolean; email: boolean; push: boolean }
  }
  digest: { on: boolean; hour: number; time_zone: string }
  quiet: { from: string; to: string } | null
}
type OpenedAnimals = { animals: number; in_time: number }
type OwnSignIn = {
  id: string
  device: string
  source: string | null
  created_at: string
  last_used_at: string
  current: boolean
}
type Passkey = { id: string; name: string; created_at: string; last_used_at: string | null }
type PasskeyOptions = {
  challenge: string
  timeout?: number
  hints?: Array<'hybrid' | 'security-key' | 'client-device'>
  rpId?: string
  allowCredentials?: Array<{ id: string; type: string; transports?: Array<string> }>
  userVerification?: 'discouraged' | 'preferred' | 'required'
}
type Person = { id: string; first_name: string; last_name: string }
type Photo = {
  id: string
  image: string
  thumbnail: string
  name: string
  lost: boolean
  draft: number
  media_attachable_type: 'VeterinaryRecordAnimal' | 'Sample'
  media_attachable_id: string
  slot_id: string | null
  taken_at: string | null
  caption: string | null
  markup: Markup | null
  sha256: string | null
  width: number
  height: number
  created_at: string
}
type Planner = {
  unscheduled: Array<PostMortemCard>
  unscheduled_total: number
  visits: Array<PostMortemCard>
  absences: Array<Absence>
  clashes: Array<{ user_id: string; post_mortem_ids: Array<string> }>
  sites: Array<Site>
}
type PostMortem = {
  id: string
  created_by_id: string | null
  created_at: string
  updated_at: string
  requested_at: string | null
  requested_by_id: string | null
  record_at: string | null
  site_id: string
  customer_id: string
  customer: Named
  title: string
  description: string | null
  note: string | null
  examine_by: string | null
  danger: 'stop' | 'call' | null
  danger_acknowledged_at: string | null
  danger_acknowledged_by_id: string | null
  draft: number
  no_vet_visit_requested: number
  duration_minutes: number
  photos_missing_reason: string | null
  report_grouped: number
  animals: number
  status: 'Draft' | 'Pending' | 'In Progress' | 'Completed'
  report: { id: string; number: number; kind: 'preliminary' | 'final' | 'amended'; issued_at: string } | null
  amendment: { reason: string; opened_at: string; opened_by: Person | null } | null
  veterinary_record: VeterinaryRecord
}
type PostMortemCard = {
  id: string
  pin: number
  title: string
  status: 'Draft' | 'Pending' | 'In Progress' | 'Completed'
  draft: number
  no_vet_visit_requested: number
  record_at: string | null
  requested_at: string | null
  scheduled_at: string | null
  completed_at: string | null
  examine_by: string | null
  danger: 'stop' | 'call' | null
  customer: Named
  scheduled_for: Person | null
  animals: number
  photos: number
  first_animals: Array<{ id: string; tag: string | null; rfid: string | null; thumbnail: string | null }>
  duration_minutes: number
  site: { id: string; name: string; city: string | null; time_zone: string | null }
}
type Protection = {
  required: boolean
  authenticator: boolean
  authenticator_used_at: string | null
  passkeys: Array<Passkey>
  recovery_codes: number
}
type ProviderAnswer = {
  name: string
  phone: string
  email: string
  url: string
  address: string
  photo_protocol: 'off' | 'offered' | 'demanded_without_visit' | 'demanded'
  paper: 'letter' | 'a4'
  time_zone: string
  carcass_fresh_hours: number
  carcass_fading_hours: number
  carcass_late_hours: number
  carcass_late_hours_cold: number
  latitude: number | null
  longitude: number | null
  travel_speed_kmh: number
  offline_days: number
  benchmark: boolean
  case_photos: boolean
  authorities: Array<Authority>
  logo: string | null
  confirmed: boolean
  demo: boolean
  time_zone_offsets: Array<{ from: string; minutes: number }>
}
type PushSubscription = { id: string; created_at: string }
type ReportChange = { animal: string | null; field: string; before: string | null; after: string | null }
type ReportChanges = { since: number | null; changes: Array<ReportChange> }
type ReportFilter = {
  tagColor?: Array<string>
  temperature?: { min: string | number | null; max: string | number | null }
  weight?: { min: string | number | null; max: string | number | null }
  group?: Array<string>
  date?: { min: string | number | null; max: string | number | null }
  breed?: Array<string>
  animalColor?: Array<string>
}
type ReportGrouped = boolean | number | string | null
type ReportProgress = { done: number; photos: number } | null
type ReportVersion = {
  id: string
  number: number
  kind: 'preliminary' | 'final' | 'amended'
  issued_at: string
  issued_by: Person | null
  reason: string | null
  sha256: string
  code: string
  superseded_at: string | null
}
type Route = {
  stops: Array<{ post_mortem_ids: Array<string>; site: Site; arrive_at: string; leg_km: number }>
  total_km: number
  back_at: string | null
  unplaced: Array<string>
}
type Sample = {
  id: string
  label: string
  veterinary_record_id: string
  title: string
  veterinary_record_animal_id: string
  animal: { tag: string | null; rfid: string | null }
  sample_kind_id: string
  sample_kind: Named
  container: string | null
  taken_at: string | null
  lab: string | null
  test: string | null
  sent_at: string | null
  received_at: string | null
  result: string | null
  result_flag: 'negative' | 'positive' | 'inconclusive' | null
  result_at: string | null
  after_report: boolean
  note: string | null
  created_at: string
}
type SavedReport = {
  id: string
  type: 'animals'
  name: string
  parameters: { filter: ReportFilter }
  created_at: string
  updated_at: string
}
type ScannerConfiguration = {
  device_name: string
  service_uuid: string
  characteristic_uuid: string
  scan_format: 'notify'
  result_from: number
  result_to: number
}
type ScheduledReport = {
  id: string
  name: string
  filter: InsightFilters
  every: 'week' | 'month'
  recipients: Array<string>
  language: 'en'
}
type SeenBefore = { post_mortem_id: string; title: string; customer_record_at: string | null; rfid: string }
type SharedCase = {
  title: string | null
  text: string | null
  photo_ids: Array<string>
  id: string | null
  names: Array<string>
}
type SignIn = {
  success: boolean
  state: string
  uuid: string | null
  token: string | null
  refresh: string | null
  roles: Array<'Client' | 'Veterinarian' | 'Admin' | 'SuperAdmin'>
  challenge: string | null
  session: string | null
}
type SignInLimit = {
  id: string
  address: string
  user_id: string | null
  since: string
  failures: number
  sources: number
  next_try_at: string
  ends_at: string
}
type Site = {
  id: string
  name: string
  region: string | null
  city: string | null
  customer_id: string
  customer: Named
  retired: number
  address: string | null
  latitude: number | null
  longitude: number | null
  phone: string | null
  directions: string | null
  time_zone: string
}
type SiteOfCustomer = { id: string; name: string; retired: number; time_zone: string | null }
type TeachingCase = {
  id: string
  title: string
  text: string
  diagnosis: { id: string; name: string; system: string }
  year: number
  season: 'winter' | 'spring' | 'summer' | 'autumn'
  photos: Array<{ image: string; thumbnail: string }>
}
type Training = {
  id: string
  title: string
  description: string | null
  pre_content: string | null
  post_content: string | null
  training_sections: Array<{ id: string; heading: string; content: string }>
}
type TurnaroundPostMortem = {
  id: string
  title: string
  status: 'Draft' | 'Pending' | 'In Progress' | 'Completed'
  site: { id: string; name: string; time_zone: string | null; customer: { id: string; name: string } }
  requested_at: string
  to_scheduled_hours: number | null
  to_completed_hours: number | null
}
type TurnaroundRow = {
  key: string | null
  label: string
  n: number
  to_scheduled_hours: { p50: number | null; p90: number | null }
  to_completed_hours: { p50: number | null; p90: number | null }
}
type TurnaroundTotals = { opened: OpenedAnimals | null }
type UnmatchedLot = { site_id: string; name: string; animals: number; first_death: string; last_death: string }
type User = {
  id: string
  pin?: number
  email?: string
  first_name: string | null
  last_name: string | null
  phone?: string | null
  city?: string | null
  region?: string | null
  country?: string | null
  roles: Array<'Client' | 'Veterinarian' | 'Admin' | 'SuperAdmin'>
  customers?: Array<Customer>
  email_verified_at?: string | null
  status?: 'active' | 'invited' | 'disabled'
  created_at?: string
  updated_at?: string
  deleted_at?: string | null
}
type UsualDeaths = { days_on_feed: number; deaths: number; low: number; high: number }
type VerifiedReport = {
  title: string
  number: number
  kind: 'preliminary' | 'final' | 'amended'
  issued_at: string
  provider: string
  sha256: string
  state: 'current' | 'superseded'
  current_number: number
}
type VeterinaryRecord = {
  id: string
  pin: number
  draft: number
  in_progress: number
  record_at: string | null
  completed_at: string | null
  completed_by_id: string | null
  completed_by: Person | null
  scheduled_at: string | null
  scheduled_by_id: string | null
  scheduled_for_id: string | null
  scheduled_for: Person | null
  duration_minutes: number
  requested_by: Person | null
  created_by: Person | null
  created_at: string
  customer: { id: string; name: string; sites: Array<Named> }
  site: { id: string; name: string; region: string | null; city: string | null; time_zone: string | null }
  no_vet_visit_requested: number
  note: string | null
  examine_by: string | null
  danger: 'stop' | 'call' | null
  danger_acknowledged_at: string | null
  danger_acknowledged_by_id: string | null
  veterinary_record_animals: Array<Animal>
}
type WholeAuditEntry = {
  id: string
  happened_at: string
  user_id: string | null
  person: Person | null
  action: string
  sentence: string
  subject_type: string
  subject_id: string
  subject: string
  ticket_id: string | null
  request_id: string | null
  source: string | null
  changes: Array<Change>
  before: unknown
  after: unknown
}

/** What each call takes and answers. */
export interface ApiCalls {
  '/auth/login': {
    post: {
      params: {}
      body: { username: BodyText; password: BodyText }
      answer: SignIn
    }
  }
  '/auth/challenge': {
    post: {
      params: {}
      body: {
        session: BodyText
        username?: BodyText | undefined
        password: BodyText
        first_name: BodyText
        last_name: BodyText
      }
      answer: SignIn
    }
  }
  '/auth/refresh': {
    post: {
      params: {}
      body: { token: BodyText }
      answer: {
        state: string
        roles: Array<'Client' | 'Veterinarian' | 'Admin' | 'SuperAdmin'>
        token: string
        refresh: string
      }
    }
  }
  '/auth/reset-password': {
    post: {
      params: {}
      body: { username: BodyText }
      answer: { success: boolean; state: string; message?: string }
    }
  }
  '/auth/confirm-reset-password': {
    post: {
      params: {}
      body: { code: BodyText; username: BodyText; password: BodyText }
      answer: { success: boolean; state: string; message?: string }
    }
  }
  '/auth/logout': {
    post: {
      params: {}
      body: { token?: BodyText | undefined }
      answer: { success: boolean; state: string; message?: string }
    }
  }
  '/auth/update-password': {
    post: {
      params: {}
      body: { token?: BodyText | undefined; password: BodyText }
      answer: { success: boolean; state: string; message?: string }
    }
  }
  '/auth/confirm-password': {
    post: {
      params: {}
      body: { password: BodyText }
      answer: { success: boolean; state: string; message?: string }
    }
  }
  '/status': {
    get: {
      params: {}
      body: undefined
      answer: {
        success: boolean
        state: string
        message?: string
        authenticated: boolean
        uuid: string | null
        roles: Array<'Client' | 'Veterinarian' | 'Admin' | 'SuperAdmin'>
      }
    }
  }
  '/sign-in-limits': {
    get: {
      params: { page?: number | undefined; per_page?: number | undefined; sort?: string | undefined }
      body: undefined
      answer: { success: boolean; data: Array<SignInLimit>; meta: Meta; links: Links }
    }
  }
  '/sign-in-limits/{id}': {
    delete: {
      params: { id: string }
      body: undefined
      answer: { success: boolean }
    }
  }
  '/auth/second-factor/options': {
    post: {
      params: {}
      body: { session: BodyText }
      answer: { success: boolean; message?: string; data: { authenticator: boolean; passkey: PasskeyOptions | null } }
    }
  }
  '/auth/second-factor': {
    post: {
      params: {}
      body: { session: BodyText; code?: BodyText | undefined; passkey?: { id: string; response: {} } | undefined }
      answer: SignIn
    }
  }
  '/auth/sign-ins': {
    get: {
      params: { page?: number | undefined; per_page?: number | undefined; sort?: string | undefined }
      body: undefined
      answer: { success: boolean; data: Array<OwnSignIn>; meta: Meta; links: Links }
    }
    delete: {
      params: {}
      body: undefined
      answer: { success: boolean }
    }
  }
  '/auth/sign-ins/{id}': {
    delete: {
      params: { id: string }
      body: undefined
      answer: { success: boolean }
    }
  }
  '/auth/passkeys/options': {
    post: {
      params: {}
      body: undefined
      answer: { success: boolean; message?: string; data: NewPasskeyOptions }
    }
  }
  '/auth/passkeys': {
    post: {
      params: {}
      body: { name?: BodyText | undefined; credential: { id: string; response: {} } }
      answer: { success: boolean; message?: string; data: { passkey: Passkey; recovery_codes: Array<string> | null } }
    }
  }
  '/auth/passkeys/{id}': {
    delete: {
      params: { id: string }
      body: undefined
      answer: { success: boolean; message?: string }
    }
  }
  '/auth/protection': {
    get: {
      params: {}
      body: undefined
      answer: { success: boolean; message?: string; data: Protection }
    }
  }
  '/auth/authenticator': {
    post: {
      params: {}
      body: undefined
      answer: { success: boolean; message?: string; data: { secret: string; address: string } }
    }
    delete: {
      params: {}
      body: undefined
      answer: { success: boolean; message?: string }
    }
  }
  '/auth/authenticator/confirm': {
    post: {
      params: {}
      body: { code: BodyText }
      answer: { success: boolean; message?: string; data: { recovery_codes: Array<string> | null } }
    }
  }
  '/auth/recovery-codes': {
    post: {
      params: {}
      body: undefined
      answer: { success: boolean; message?: string; data: { recovery_codes: Array<string> } }
    }
  }
  '/users/{id}/second-factor': {
    delete: {
      params: { id: string }
      body: undefined
      answer: { success: boolean; message?: string }
    }
  }
  '/users': {
    get: {
      params: {
        page?: number | undefined
        per_page?: number | undefined
        sort?: string | undefined
        'filter[roles.name]'?: string | undefined
        'filter[id]'?: string | undefined
        'filter[status]'?: string | undefined
        'filter[email]'?: string | undefined
        'filter[email:like]'?: string | undefined
        'filter[email:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[name]'?: string | undefined
        'filter[name:like]'?: string | undefined
        'filter[name:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[name_or_email]'?: string | undefined
        'filter[name_or_email:like]'?: string | undefined
        'filter[name_or_email:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[site_id]'?: string | undefined
        'filter[site_id:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[customer_id]'?: string | undefined
        'filter[customer_id:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[on_tickets]'?: 'true' | 'false' | '1' | '0' | undefined
      }
      body: undefined
      answer: { success: boolean; data: Array<User>; meta: Meta; links: Links }
    }
  }
  '/users/{id}': {
    get: {
      params: { id: string }
      body: undefined
      answer: { success: boolean; message?: string; data: User }
    }
    put: {
      params: { id: string }
      body: {
        first_name?: BodyText | undefined
        last_name?: BodyText | undefined
        phone?: BodyText | undefined
        city?: BodyText | undefined
        region?: BodyText | undefined
        country?: BodyText | undefined
        email?: BodyText | undefined
        roles?: Array<string> | string | null | undefined
        status?: BodyText | undefined
        reassign_to?: BodyId | undefined
      }
      answer: { success: boolean; message?: string; data: User }
    }
    delete: {
      params: { id: string }
      body: undefined
      answer: { success: boolean; message: string }
    }
  }
  '/users/{id}/sites': {
    get: {
      params: { id: string; page?: number | undefined; per_page?: number | undefined; sort?: string | undefined }
      body: undefined
      answer: { success: boolean; data: Array<Site>; meta: Meta; links: Links }
    }
    put: {
      params: { id: string }
      body: { sites: Array<string> | string | null }
      answer: { success: boolean; message?: string; data: User }
    }
  }
  '/users/{id}/sign-out': {
    post: {
      params: { id: string }
      body: undefined
      answer: { success: boolean; message: string }
    }
  }
  '/users/{id}/reset-password': {
    post: {
      params: { id: string }
      body: undefined
      answer: { success: boolean; message: string }
    }
  }
  '/users/{id}/invite': {
    post: {
      params: { id: string }
      body: undefined
      answer: { success: boolean; message: string }
    }
  }
  '/user-invites': {
    post: {
      params: {}
      body: {
        email: BodyText
        customer_id?: BodyId | undefined
        sites?: Array<string> | string | null | undefined
        role?: BodyText | undefined
      }
      answer: { success: boolean; message: string }
    }
  }
  '/users/actions': {
    post: {
      params: {}
      body: {
        action: 'invite' | 'disable' | 'enable' | 'add-site'
        users: Array<string> | string | null
        site_id?: BodyId | undefined
      }
      answer: { success: boolean; message: string; data: Array<BulkOutcome> }
    }
  }
  '/post-mortems': {
    get: {
      params: {
        page?: number | undefined
        per_page?: number | undefined
        sort?: string | undefined
        'filter[veterinary_records.id]'?: string | undefined
        'filter[veterinary_records.pin]'?: string | undefined
        'filter[veterinary_records.pin:gt]'?: string | undefined
        'filter[veterinary_records.pin:gte]'?: string | undefined
        'filter[veterinary_records.pin:lt]'?: string | undefined
        'filter[veterinary_records.pin:lte]'?: string | undefined
        'filter[veterinary_records.status]'?: string | undefined
        'filter[veterinary_records.draft]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[veterinary_records.in_progress]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[veterinary_records.completed_at]'?: string | undefined
        'filter[veterinary_records.completed_at:gt]'?: string | undefined
        'filter[veterinary_records.completed_at:gte]'?: string | undefined
        'filter[veterinary_records.completed_at:lt]'?: string | undefined
        'filter[veterinary_records.completed_at:lte]'?: string | undefined
        'filter[veterinary_records.completed_at:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[veterinary_records.scheduled_at]'?: string | undefined
        'filter[veterinary_records.scheduled_at:gt]'?: string | undefined
        'filter[veterinary_records.scheduled_at:gte]'?: string | undefined
        'filter[veterinary_records.scheduled_at:lt]'?: string | undefined
        'filter[veterinary_records.scheduled_at:lte]'?: string | undefined
        'filter[veterinary_records.scheduled_at:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[veterinary_records.requested_at]'?: string | undefined
        'filter[veterinary_records.requested_at:gt]'?: string | undefined
        'filter[veterinary_records.requested_at:gte]'?: string | undefined
        'filter[veterinary_records.requested_at:lt]'?: string | undefined
        'filter[veterinary_records.requested_at:lte]'?: string | undefined
        'filter[veterinary_records.requested_at:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[veterinary_records.created_at]'?: string | undefined
        'filter[veterinary_records.created_at:gt]'?: string | undefined
        'filter[veterinary_records.created_at:gte]'?: string | undefined
        'filter[veterinary_records.created_at:lt]'?: string | undefined
        'filter[veterinary_records.created_at:lte]'?: string | undefined
        'filter[veterinary_records.created_at:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[veterinary_records.updated_at]'?: string | undefined
        'filter[veterinary_records.updated_at:gt]'?: string | undefined
        'filter[veterinary_records.updated_at:gte]'?: string | undefined
        'filter[veterinary_records.updated_at:lt]'?: string | undefined
        'filter[veterinary_records.updated_at:lte]'?: string | undefined
        'filter[veterinary_records.updated_at:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[veterinary_records.record_at]'?: string | undefined
        'filter[veterinary_records.record_at:gt]'?: string | undefined
        'filter[veterinary_records.record_at:gte]'?: string | undefined
        'filter[veterinary_records.record_at:lt]'?: string | undefined
        'filter[veterinary_records.record_at:lte]'?: string | undefined
        'filter[veterinary_records.record_at:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[veterinary_records.examine_by]'?: string | undefined
        'filter[veterinary_records.examine_by:gt]'?: string | undefined
        'filter[veterinary_records.examine_by:gte]'?: string | undefined
        'filter[veterinary_records.examine_by:lt]'?: string | undefined
        'filter[veterinary_records.examine_by:lte]'?: string | undefined
        'filter[veterinary_records.examine_by:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[veterinary_records.customer_id]'?: string | undefined
        'filter[veterinary_records.customer_id:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[veterinary_records.site_id]'?: string | undefined
        'filter[veterinary_records.site_id:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[veterinary_records.completed_by_id]'?: string | undefined
        'filter[veterinary_records.completed_by_id:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[veterinary_records.scheduled_for_id]'?: string | undefined
        'filter[veterinary_records.scheduled_for_id:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[veterinary_records.requested_by_id]'?: string | undefined
        'filter[veterinary_records.requested_by_id:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[veterinary_records.created_by_id]'?: string | undefined
        'filter[veterinary_records.created_by_id:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[veterinary_records.no_vet_visit_requested]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[veterinary_record_animals.rfid]'?: string | undefined
        'filter[veterinary_record_animals.rfid:like]'?: string | undefined
        'filter[veterinary_record_animals.rfid:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[veterinary_record_animals.tag]'?: string | undefined
        'filter[veterinary_record_animals.tag:like]'?: string | undefined
        'filter[veterinary_record_animals.tag:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[veterinary_record_animals.lot]'?: string | undefined
        'filter[veterinary_record_animals.lot:like]'?: string | undefined
        'filter[veterinary_record_animals.lot:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[veterinary_record_animals.pen]'?: string | undefined
        'filter[veterinary_record_animals.pen:like]'?: string | undefined
        'filter[veterinary_record_animals.pen:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        view?: 'full' | 'card' | undefined
        include?: 'visit' | undefined
      }
      body: undefined
      answer: {
        success: boolean
        data: Array<PostMortem | PostMortemCard | CompactPostMortemCard>
        meta: Meta
        links: Links
      }
    }
    post: {
      params: {}
      body: {
        id?: BodyId | undefined
        customer_id?: BodyId | undefined
        site_id: BodyId
        record_at: BodyDay
        note?: BodyText | undefined
        description?: BodyText | undefined
        no_vet_visit_requested?: BodyFlag | undefined
        animals?:
          | Array<{
              id?: BodyId
              veterinary_record_id?: BodyId
              customer_record_at?: BodyDay
              arrived_at?: BodyDay
              found_at?: BodyTimestamp
              died_at?: BodyTimestamp
              last_seen_alive_at?: BodyTimestamp
              tag?: BodyText
              rfid?: BodyText
              pen?: BodyText
              lot?: BodyText
              customer_notes?: BodyText
              customer_diagnosis_note?: BodyText
              vet_diagnosis_note?: BodyText
              vet_findings?: BodyText
              euthanasia_note?: BodyText
              death_kind?: BodyText
              tag_color_id?: BodyId
              customer_diagnosis_id?: BodyId
              vet_diagnosis_id?: BodyId
              breed_id?: BodyId
              animal_color_id?: BodyId
              animal_group_id?: BodyId
              danger_sign_ids?: BodyIds
              weight?: BodyNumber
              temperature?: BodyNumber
              air_temperature_c?: BodyNumber
              treatments_given?:
                | Array<{ id?: BodyId; treatment_id?: BodyId; name?: BodyText; given_at?: BodyDay; note?: BodyText }>
                | string
                | null
            }>
          | string
          | number
          | null
          | undefined
        send?: BodyFlag | undefined
        photos_missing_reason?: BodyText | undefined
        danger_acknowledged?: DangerAcknowledged | undefined
      }
      answer: { success: boolean; message?: string; data: PostMortem; seen_before?: Array<SeenBefore> }
    }
  }
  '/veterinary-records': {
    get: {
      params: {
        page?: number | undefined
        per_page?: number | undefined
        sort?: string | undefined
        'filter[veterinary_records.id]'?: string | undefined
        'filter[veterinary_records.pin]'?: string | undefined
        'filter[veterinary_records.pin:gt]'?: string | undefined
        'filter[veterinary_records.pin:gte]'?: string | undefined
        'filter[veterinary_records.pin:lt]'?: string | undefined
        'filter[veterinary_records.pin:lte]'?: string | undefined
        'filter[veterinary_records.status]'?: string | undefined
        'filter[veterinary_records.draft]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[veterinary_records.in_progress]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[veterinary_records.completed_at]'?: string | undefined
        'filter[veterinary_records.completed_at:gt]'?: string | undefined
        'filter[veterinary_records.completed_at:gte]'?: string | undefined
        'filter[veterinary_records.completed_at:lt]'?: string | undefined
        'filter[veterinary_records.completed_at:lte]'?: string | undefined
        'filter[veterinary_records.completed_at:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[veterinary_records.scheduled_at]'?: string | undefined
        'filter[veterinary_records.scheduled_at:gt]'?: string | undefined
        'filter[veterinary_records.scheduled_at:gte]'?: string | undefined
        'filter[veterinary_records.scheduled_at:lt]'?: string | undefined
        'filter[veterinary_records.scheduled_at:lte]'?: string | undefined
        'filter[veterinary_records.scheduled_at:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[veterinary_records.requested_at]'?: string | undefined
        'filter[veterinary_records.requested_at:gt]'?: string | undefined
        'filter[veterinary_records.requested_at:gte]'?: string | undefined
        'filter[veterinary_records.requested_at:lt]'?: string | undefined
        'filter[veterinary_records.requested_at:lte]'?: string | undefined
        'filter[veterinary_records.requested_at:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[veterinary_records.created_at]'?: string | undefined
        'filter[veterinary_records.created_at:gt]'?: string | undefined
        'filter[veterinary_records.created_at:gte]'?: string | undefined
        'filter[veterinary_records.created_at:lt]'?: string | undefined
        'filter[veterinary_records.created_at:lte]'?: string | undefined
        'filter[veterinary_records.created_at:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[veterinary_records.updated_at]'?: string | undefined
        'filter[veterinary_records.updated_at:gt]'?: string | undefined
        'filter[veterinary_records.updated_at:gte]'?: string | undefined
        'filter[veterinary_records.updated_at:lt]'?: string | undefined
        'filter[veterinary_records.updated_at:lte]'?: string | undefined
        'filter[veterinary_records.updated_at:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[veterinary_records.record_at]'?: string | undefined
        'filter[veterinary_records.record_at:gt]'?: string | undefined
        'filter[veterinary_records.record_at:gte]'?: string | undefined
        'filter[veterinary_records.record_at:lt]'?: string | undefined
        'filter[veterinary_records.record_at:lte]'?: string | undefined
        'filter[veterinary_records.record_at:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[veterinary_records.examine_by]'?: string | undefined
        'filter[veterinary_records.examine_by:gt]'?: string | undefined
        'filter[veterinary_records.examine_by:gte]'?: string | undefined
        'filter[veterinary_records.examine_by:lt]'?: string | undefined
        'filter[veterinary_records.examine_by:lte]'?: string | undefined
        'filter[veterinary_records.examine_by:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[veterinary_records.customer_id]'?: string | undefined
        'filter[veterinary_records.customer_id:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[veterinary_records.site_id]'?: string | undefined
        'filter[veterinary_records.site_id:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[veterinary_records.completed_by_id]'?: string | undefined
        'filter[veterinary_records.completed_by_id:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[veterinary_records.scheduled_for_id]'?: string | undefined
        'filter[veterinary_records.scheduled_for_id:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[veterinary_records.requested_by_id]'?: string | undefined
        'filter[veterinary_records.requested_by_id:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[veterinary_records.created_by_id]'?: string | undefined
        'filter[veterinary_records.created_by_id:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[veterinary_records.no_vet_visit_requested]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[veterinary_record_animals.rfid]'?: string | undefined
        'filter[veterinary_record_animals.rfid:like]'?: string | undefined
        'filter[veterinary_record_animals.rfid:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[veterinary_record_animals.tag]'?: string | undefined
        'filter[veterinary_record_animals.tag:like]'?: string | undefined
        'filter[veterinary_record_animals.tag:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[veterinary_record_animals.lot]'?: string | undefined
        'filter[veterinary_record_animals.lot:like]'?: string | undefined
        'filter[veterinary_record_animals.lot:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[veterinary_record_animals.pen]'?: string | undefined
        'filter[veterinary_record_animals.pen:like]'?: string | undefined
        'filter[veterinary_record_animals.pen:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
      }
      body: undefined
      answer: { success: boolean; data: Array<VeterinaryRecord>; meta: Meta; links: Links }
    }
  }
  '/post-mortems/{id}': {
    get: {
      params: { id: string; include?: 'medias' | undefined }
      body: undefined
      answer: { success: boolean; message?: string; data: PostMortem }
    }
    put: {
      params: { id: string }
      body: {
        id?: BodyId | undefined
        customer_id?: BodyId | undefined
        site_id?: BodyId | undefined
        record_at?: BodyDay | undefined
        note?: BodyText | undefined
        description?: BodyText | undefined
        no_vet_visit_requested?: BodyFlag | undefined
        draft?: BodyFlag | undefined
        photos_missing_reason?: BodyText | undefined
        danger_acknowledged?: DangerAcknowledged | undefined
        scheduled_at?: BodyTimestamp | undefined
        scheduled_for_id?: BodyId | undefined
        duration_minutes?: DurationMinutes | undefined
        report_grouped?: ReportGrouped | undefined
        completed_at?: BodyText | undefined
      }
      answer: { success: boolean; message?: string; data: PostMortem; warnings?: Array<string> }
    }
    delete: {
      params: { id: string }
      body: undefined
      answer: { success: boolean }
    }
  }
  '/veterinary-record-animals': {
    get: {
      params: {
        page?: number | undefined
        per_page?: number | undefined
        sort?: string | undefined
        'filter[veterinary_record_id]'?: string | undefined
        'filter[veterinary_record_id:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[rfid]'?: string | undefined
        'filter[rfid:like]'?: string | undefined
        'filter[rfid:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[tag]'?: string | undefined
        'filter[tag:like]'?: string | undefined
        'filter[tag:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[lot]'?: string | undefined
        'filter[lot:like]'?: string | undefined
        'filter[lot:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[pen]'?: string | undefined
        'filter[pen:like]'?: string | undefined
        'filter[pen:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[customer_record_at]'?: string | undefined
        'filter[customer_record_at:gt]'?: string | undefined
        'filter[customer_record_at:gte]'?: string | undefined
        'filter[customer_record_at:lt]'?: string | undefined
        'filter[customer_record_at:lte]'?: string | undefined
        'filter[customer_record_at:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[vet_diagnosis_id]'?: string | undefined
        'filter[vet_diagnosis_id:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[tag_color_id]'?: string | undefined
        'filter[tag_color_id:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        view?: 'full' | 'card' | undefined
      }
      body: undefined
      answer: { success: boolean; data: Array<Animal | AnimalCard>; meta: Meta; links: Links }
    }
    post: {
      params: {}
      body: {
        id?: BodyId | undefined
        veterinary_record_id: BodyId
        customer_record_at?: BodyDay | undefined
        arrived_at?: BodyDay | undefined
        found_at?: BodyTimestamp | undefined
        died_at?: BodyTimestamp | undefined
        last_seen_alive_at?: BodyTimestamp | undefined
        tag?: BodyText | undefined
        rfid?: BodyText | undefined
        pen?: BodyText | undefined
        lot?: BodyText | undefined
        customer_notes?: BodyText | undefined
        customer_diagnosis_note?: BodyText | undefined
        vet_diagnosis_note?: BodyText | undefined
        vet_findings?: BodyText | undefined
        euthanasia_note?: BodyText | undefined
        death_kind?: BodyText | undefined
        tag_color_id?: BodyId | undefined
        customer_diagnosis_id?: BodyId | undefined
        vet_diagnosis_id?: BodyId | undefined
        breed_id?: BodyId | undefined
        animal_color_id?: BodyId | undefined
        animal_group_id?: BodyId | undefined
        danger_sign_ids?: BodyIds | undefined
        weight?: BodyNumber | undefined
        temperature?: BodyNumber | undefined
        air_temperature_c?: BodyNumber | undefined
        treatments_given?:
          | Array<{ id?: BodyId; treatment_id?: BodyId; name?: BodyText; given_at?: BodyDay; note?: BodyText }>
          | string
          | null
          | undefined
      }
      answer: { success: boolean; message?: string; data: Animal; seen_before: Array<SeenBefore> }
    }
  }
  '/veterinary-record-animals/{id}': {
    post: {
      params: { id: string }
      body: {
        id?: BodyId | undefined
        veterinary_record_id: BodyId
        customer_record_at?: BodyDay | undefined
        arrived_at?: BodyDay | undefined
        found_at?: BodyTimestamp | undefined
        died_at?: BodyTimestamp | undefined
        last_seen_alive_at?: BodyTimestamp | undefined
        tag?: BodyText | undefined
        rfid?: BodyText | undefined
        pen?: BodyText | undefined
        lot?: BodyText | undefined
        customer_notes?: BodyText | undefined
        customer_diagnosis_note?: BodyText | undefined
        vet_diagnosis_note?: BodyText | undefined
        vet_findings?: BodyText | undefined
        euthanasia_note?: BodyText | undefined
        death_kind?: BodyText | undefined
        tag_color_id?: BodyId | undefined
        customer_diagnosis_id?: BodyId | undefined
        vet_diagnosis_id?: BodyId | undefined
        breed_id?: BodyId | undefined
        animal_color_id?: BodyId | undefined
        animal_group_id?: BodyId | undefined
        danger_sign_ids?: BodyIds | undefined
        weight?: BodyNumber | undefined
        temperature?: BodyNumber | undefined
        air_temperature_c?: BodyNumber | undefined
        treatments_given?:
          | Array<{ id?: BodyId; treatment_id?: BodyId; name?: BodyText; given_at?: BodyDay; note?: BodyText }>
          | string
          | null
          | undefined
      }
      answer: { success: boolean; message?: string; data: Animal; seen_before: Array<SeenBefore> }
    }
    get: {
      params: { id: string }
      body: undefined
      answer: { success: boolean; message?: string; data: Animal }
    }
    put: {
      params: { id: string }
      body: {
        id?: BodyId | undefined
        veterinary_record_id?: BodyId | undefined
        customer_record_at?: BodyDay | undefined
        arrived_at?: BodyDay | undefined
        found_at?: BodyTimestamp | undefined
        died_at?: BodyTimestamp | undefined
        last_seen_alive_at?: BodyTimestamp | undefined
        tag?: BodyText | undefined
        rfid?: BodyText | undefined
        pen?: BodyText | undefined
        lot?: BodyText | undefined
        customer_notes?: BodyText | undefined
        customer_diagnosis_note?: BodyText | undefined
        vet_diagnosis_note?: BodyText | undefined
        vet_findings?: BodyText | undefined
        euthanasia_note?: BodyText | undefined
        death_kind?: BodyText | undefined
        tag_color_id?: BodyId | undefined
        customer_diagnosis_id?: BodyId | undefined
        vet_diagnosis_id?: BodyId | undefined
        breed_id?: BodyId | undefined
        animal_color_id?: BodyId | undefined
        animal_group_id?: BodyId | undefined
        danger_sign_ids?: BodyIds | undefined
        weight?: BodyNumber | undefined
        temperature?: BodyNumber | undefined
        air_temperature_c?: BodyNumber | undefined
        treatments_given?:
          | Array<{ id?: BodyId; treatment_id?: BodyId; name?: BodyText; given_at?: BodyDay; note?: BodyText }>
          | string
          | null
          | undefined
      }
      answer: { success: boolean; message?: string; data: Animal; seen_before: Array<SeenBefore> }
    }
    delete: {
      params: { id: string }
      body: undefined
      answer: { success: boolean }
    }
  }
  '/veterinary-record-animals/{id}/examination': {
    put: {
      params: { id: string }
      body: {
        examined_at?: ExaminedAt | undefined
        mode?: BodyText | undefined
        extent?: BodyText | undefined
        condition?: BodyNumber | undefined
        systems?: Array<{ system?: BodyText; state?: BodyText; text?: BodyText }> | string | null | undefined
        lesions?:
          | Array<{
              id?: BodyId
              diagnosis_id?: BodyId
              role?: BodyText
              certainty?: BodyText
              basis?: BodyText
              severity?: BodyText
              stage?: BodyText
              note?: BodyText
            }>
          | string
          | null
          | undefined
      }
      answer: { success: boolean; message?: string; data: Animal }
    }
  }
  '/veterinary-record-animals/{id}/presence': {
    put: {
      params: { id: string }
      body: { here?: BodyFlag | undefined }
      answer: { success: boolean; data: Array<Person> }
    }
  }
  '/veterinary-record-animals/{id}/photo-slots/{slot_id}': {
    put: {
      params: { id: string; slot_id: string }
      body: { skipped_reason?: BodyText | undefined }
      answer: { success: boolean; message?: string; data: Animal }
    }
  }
  '/animals': {
    get: {
      params: {
        page?: number | undefined
        per_page?: number | undefined
        sort?: string | undefined
        'filter[veterinary_record_id]'?: string | undefined
        'filter[veterinary_record_id:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[rfid]'?: string | undefined
        'filter[rfid:like]'?: string | undefined
        'filter[rfid:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[tag]'?: string | undefined
        'filter[tag:like]'?: string | undefined
        'filter[tag:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[lot]'?: string | undefined
        'filter[lot:like]'?: string | undefined
        'filter[lot:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[pen]'?: string | undefined
        'filter[pen:like]'?: string | undefined
        'filter[pen:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[customer_record_at]'?: string | undefined
        'filter[customer_record_at:gt]'?: string | undefined
        'filter[customer_record_at:gte]'?: string | undefined
        'filter[customer_record_at:lt]'?: string | undefined
        'filter[customer_record_at:lte]'?: string | undefined
        'filter[customer_record_at:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[vet_diagnosis_id]'?: string | undefined
        'filter[vet_diagnosis_id:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[tag_color_id]'?: string | undefined
        'filter[tag_color_id:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
      }
      body: undefined
      answer: { success: boolean; data: Array<Animal>; meta: Meta; links: Links }
    }
  }
  '/animal-records': {
    get: {
      params: {
        page?: number | undefined
        per_page?: number | undefined
        sort?: string | undefined
        'filter[veterinary_record_id]'?: string | undefined
        'filter[veterinary_record_id:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[rfid]'?: string | undefined
        'filter[rfid:like]'?: string | undefined
        'filter[rfid:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[tag]'?: string | undefined
        'filter[tag:like]'?: string | undefined
        'filter[tag:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[lot]'?: string | undefined
        'filter[lot:like]'?: string | undefined
        'filter[lot:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[pen]'?: string | undefined
        'filter[pen:like]'?: string | undefined
        'filter[pen:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[customer_record_at]'?: string | undefined
        'filter[customer_record_at:gt]'?: string | undefined
        'filter[customer_record_at:gte]'?: string | undefined
        'filter[customer_record_at:lt]'?: string | undefined
        'filter[customer_record_at:lte]'?: string | undefined
        'filter[customer_record_at:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[vet_diagnosis_id]'?: string | undefined
        'filter[vet_diagnosis_id:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[tag_color_id]'?: string | undefined
        'filter[tag_color_id:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
      }
      body: undefined
      answer: { success: boolean; data: Array<Animal>; meta: Meta; links: Links }
    }
  }
  '/animal-tags': {
    get: {
      params: {
        page?: number | undefined
        per_page?: number | undefined
        sort?: string | undefined
        'filter[veterinary_record_id]'?: string | undefined
        'filter[veterinary_record_id:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[rfid]'?: string | undefined
        'filter[rfid:like]'?: string | undefined
        'filter[rfid:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[tag]'?: string | undefined
        'filter[tag:like]'?: string | undefined
        'filter[tag:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[lot]'?: string | undefined
        'filter[lot:like]'?: string | undefined
        'filter[lot:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[pen]'?: string | undefined
        'filter[pen:like]'?: string | undefined
        'filter[pen:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[customer_record_at]'?: string | undefined
        'filter[customer_record_at:gt]'?: string | undefined
        'filter[customer_record_at:gte]'?: string | undefined
        'filter[customer_record_at:lt]'?: string | undefined
        'filter[customer_record_at:lte]'?: string | undefined
        'filter[customer_record_at:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[vet_diagnosis_id]'?: string | undefined
        'filter[vet_diagnosis_id:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[tag_color_id]'?: string | undefined
        'filter[tag_color_id:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
      }
      body: undefined
      answer: { success: boolean; data: Array<Named>; meta: Meta; links: Links }
    }
  }
  '/medias': {
    get: {
      params: {
        page?: number | undefined
        per_page?: number | undefined
        sort?: string | undefined
        'filter[media_attachable_type]'?: string | undefined
        'filter[media_attachable_id]'?: string | undefined
        'filter[media_attachable_id:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
      }
      body: undefined
      answer: { success: boolean; data: Array<Photo>; meta: Meta; links: Links }
    }
    upload: {
      params: {}
      body: {
        image?: Array<Blob> | undefined
        upload_id?: string | undefined
        upload_bytes?: string | undefined
        name?: Array<string> | undefined
        id?: Array<string> | undefined
        slot_id?: Array<string> | undefined
        caption?: Array<string> | undefined
        media_attachable_type?: 'VeterinaryRecordAnimal' | 'Sample' | undefined
        media_attachable_id: string
      }
      answer: { success: boolean; message: string; data: Array<Photo> }
    }
  }
  '/medias/{id}': {
    get: {
      params: { id: string }
      body: undefined
      answer: { success: boolean; message?: string; data: Photo }
    }
    put: {
      params: { id: string }
      body: {
        slot_id?: BodyId | undefined
        caption?: BodyText | undefined
        markup?: Record<string, unknown> | string | null | undefined
      }
      answer: { success: boolean; message?: string; data: Photo }
    }
    delete: {
      params: { id: string }
      body: undefined
      answer: { success: boolean; message: string }
    }
  }
  '/post-mortems/{id}/photos.zip': {
    download: {
      params: { id: string }
      body: undefined
      answer: Blob
    }
  }
  '/uploads/{id}': {
    get: {
      params: { id: string }
      body: undefined
      answer: { success: boolean; message?: string; data: { parts: number; bytes: number; saved: boolean } }
    }
  }
  '/uploads/{id}/parts/{number}': {
    upload: {
      params: { id: string; number: string }
      body: { part: Blob }
      answer: { success: boolean; message?: string; data: { parts: number; bytes: number } }
    }
  }
  '/post-mortems/{id}/comments': {
    get: {
      params: { id: string; page?: number | undefined; per_page?: number | undefined; sort?: string | undefined }
      body: undefined
      answer: { success: boolean; data: Array<Comment>; meta: Meta; links: Links }
    }
    post: {
      params: { id: string }
      body: { id?: BodyId | undefined; text: BodyText; internal?: BodyFlag | undefined }
      answer: { success: boolean; message?: string; data: Comment }
    }
  }
  '/post-mortems/{id}/comments/{comment_id}': {
    delete: {
      params: { id: string; comment_id: string }
      body: undefined
      answer: { success: boolean }
    }
  }
  '/samples': {
    get: {
      params: {
        page?: number | undefined
        per_page?: number | undefined
        sort?: string | undefined
        'filter[veterinary_record_animal_id]'?: string | undefined
        'filter[veterinary_record_animal_id:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[veterinary_record_id]'?: string | undefined
        'filter[veterinary_record_id:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[label]'?: string | undefined
        'filter[label:like]'?: string | undefined
        'filter[label:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[sent_at]'?: string | undefined
        'filter[sent_at:gt]'?: string | undefined
        'filter[sent_at:gte]'?: string | undefined
        'filter[sent_at:lt]'?: string | undefined
        'filter[sent_at:lte]'?: string | undefined
        'filter[sent_at:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[result_at]'?: string | undefined
        'filter[result_at:gt]'?: string | undefined
        'filter[result_at:gte]'?: string | undefined
        'filter[result_at:lt]'?: string | undefined
        'filter[result_at:lte]'?: string | undefined
        'filter[result_at:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
      }
      body: undefined
      answer: { success: boolean; data: Array<Sample>; meta: Meta; links: Links }
    }
    post: {
      params: {}
      body: {
        id?: BodyId | undefined
        veterinary_record_animal_id: BodyId
        sample_kind_id: BodyId
        container?: BodyText | undefined
        taken_at?: BodyTimestamp | undefined
        lab?: BodyText | undefined
        test?: BodyText | undefined
        sent_at?: BodyTimestamp | undefined
        received_at?: BodyTimestamp | undefined
        result?: BodyText | undefined
        result_flag?: BodyText | undefined
        result_at?: BodyTimestamp | undefined
        note?: BodyText | undefined
      }
      answer: { success: boolean; message?: string; data: Sample }
    }
  }
  '/samples/{id}': {
    get: {
      params: { id: string }
      body: undefined
      answer: { success: boolean; message?: string; data: Sample }
    }
    put: {
      params: { id: string }
      body: {
        id?: BodyId | undefined
        veterinary_record_animal_id?: BodyId | undefined
        sample_kind_id?: BodyId | undefined
        container?: BodyText | undefined
        taken_at?: BodyTimestamp | undefined
        lab?: BodyText | undefined
        test?: BodyText | undefined
        sent_at?: BodyTimestamp | undefined
        received_at?: BodyTimestamp | undefined
        result?: BodyText | undefined
        result_flag?: BodyText | undefined
        result_at?: BodyTimestamp | undefined
        note?: BodyText | undefined
      }
      answer: { success: boolean; message?: string; data: Sample }
    }
    delete: {
      params: { id: string }
      body: undefined
      answer: { success: boolean }
    }
  }
  '/samples/{id}/label': {
    download: {
      params: { id: string }
      body: undefined
      answer: Blob
    }
  }
  '/post-mortems/{id}/report': {
    get: {
      params: { id: string }
      body: undefined
      answer: { success: boolean; report: { id: string; report_data: string } }
    }
  }
  '/post-mortems/{id}/report-progress': {
    get: {
      params: { id: string }
      body: undefined
      answer: { success: boolean; message?: string; data: ReportProgress }
    }
  }
  '/post-mortems/{id}/report-preview': {
    download: {
      params: { id: string }
      body: undefined
      answer: Blob
    }
  }
  '/post-mortems/{id}/report-versions': {
    get: {
      params: { id: string; page?: number | undefined; per_page?: number | undefined; sort?: string | undefined }
      body: undefined
      answer: { success: boolean; data: Array<ReportVersion>; meta: Meta; links: Links }
    }
    post: {
      params: { id: string }
      body: { id?: BodyId | undefined; kind: BodyText }
      answer: { success: boolean; message?: string; data: ReportVersion }
    }
  }
  '/report-versions/{id}': {
    get: {
      params: { id: string }
      body: undefined
      answer: { success: boolean; message?: string; data: ReportVersion }
    }
  }
  '/report-versions/{id}/changes': {
    get: {
      params: { id: string }
      body: undefined
      answer: { success: boolean; message?: string; data: ReportChanges }
    }
  }
  '/verify/{code}': {
    get: {
      params: { code: string }
      body: undefined
      answer: { success: boolean; message?: string; data: VerifiedReport }
    }
  }
  '/post-mortems/{id}/amendment': {
    post: {
      params: { id: string }
      body: { reason: BodyText }
      answer: { success: boolean; message?: string; data: PostMortem }
    }
    put: {
      params: { id: string }
      body: { issue: BodyFlag }
      answer: { success: boolean; message?: string; data: PostMortem }
    }
    delete: {
      params: { id: string }
      body: undefined
      answer: { success: boolean; message?: string; data: PostMortem }
    }
  }
  '/filter-reports': {
    get: {
      params: { page?: number | undefined; per_page?: number | undefined; sort?: string | undefined }
      body: undefined
      answer: { success: boolean; data: Array<SavedReport>; meta: Meta; links: Links }
    }
    post: {
      params: {}
      body: {
        id?: BodyId | undefined
        type?: BodyText | undefined
        name: BodyText
        parameters?: { filter?: unknown | undefined } | undefined
      }
      answer: { success: boolean; message?: string; data: SavedReport }
    }
  }
  '/filter-reports/results': {
    get: {
      params: {
        page?: number | undefined
        per_page?: number | undefined
        sort?: 'date' | '-date' | undefined
        'filter[tagColor]'?: string | undefined
        'filter[group]'?: string | undefined
        'filter[breed]'?: string | undefined
        'filter[animalColor]'?: string | undefined
        'filter[temperature][min]'?: string | undefined
        'filter[temperature][max]'?: string | undefined
        'filter[weight][min]'?: string | undefined
        'filter[weight][max]'?: string | undefined
        'filter[date][min]'?: string | undefined
        'filter[date][max]'?: string | undefined
      }
      body: undefined
      answer: { success: boolean; data: Array<Animal>; meta: Meta; links: Links }
    }
  }
  '/filter-reports/{id}': {
    get: {
      params: { id: string }
      body: undefined
      answer: { success: boolean; message?: string; data: SavedReport }
    }
    put: {
      params: { id: string }
      body: {
        id?: BodyId | undefined
        type?: BodyText | undefined
        name?: BodyText | undefined
        parameters?: { filter?: unknown | undefined } | undefined
      }
      answer: { success: boolean; message?: string; data: SavedReport }
    }
    delete: {
      params: { id: string }
      body: undefined
      answer: { success: boolean }
    }
  }
  '/filter-reports/{id}/results': {
    get: {
      params: {
        id: string
        page?: number | undefined
        per_page?: number | undefined
        sort?: 'date' | '-date' | undefined
      }
      body: undefined
      answer: { success: boolean; data: Array<Animal>; meta: Meta; links: Links }
    }
  }
  '/absences': {
    get: {
      params: {
        page?: number | undefined
        per_page?: number | undefined
        sort?: string | undefined
        'filter[id]'?: string | undefined
        'filter[user_id]'?: string | undefined
        'filter[user_id:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[from]'?: string | undefined
        'filter[from:gt]'?: string | undefined
        'filter[from:gte]'?: string | undefined
        'filter[from:lt]'?: string | undefined
        'filter[from:lte]'?: string | undefined
        'filter[from:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[to]'?: string | undefined
        'filter[to:gt]'?: string | undefined
        'filter[to:gte]'?: string | undefined
        'filter[to:lt]'?: string | undefined
        'filter[to:lte]'?: string | undefined
        'filter[to:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
      }
      body: undefined
      answer: { success: boolean; data: Array<Absence>; meta: Meta; links: Links }
    }
    post: {
      params: {}
      body: {
        id?: BodyId | undefined
        user_id?: BodyId | undefined
        from: BodyDay
        to: BodyDay
        note?: BodyText | undefined
      }
      answer: { success: boolean; message?: string; data: Absence }
    }
  }
  '/absences/{id}': {
    get: {
      params: { id: string }
      body: undefined
      answer: { success: boolean; message?: string; data: Absence }
    }
    put: {
      params: { id: string }
      body: {
        user_id?: BodyId | undefined
        from?: BodyDay | undefined
        to?: BodyDay | undefined
        note?: BodyText | undefined
      }
      answer: { success: boolean; message?: string; data: Absence }
    }
    delete: {
      params: { id: string }
      body: undefined
      answer: { success: boolean }
    }
  }
  '/lots/unmatched': {
    get: {
      params: {
        page?: number | undefined
        per_page?: number | undefined
        sort?: string | undefined
        site_id?: string | undefined
      }
      body: undefined
      answer: { success: boolean; data: Array<UnmatchedLot>; meta: Meta; links: Links }
    }
  }
  '/lots/{id}/other-names': {
    put: {
      params: { id: string }
      body: { name: BodyText; belongs?: BodyFlag | undefined }
      answer: { success: boolean; message?: string; data: Lot }
    }
  }
  '/lots': {
    get: {
      params: {
        page?: number | undefined
        per_page?: number | undefined
        sort?: string | undefined
        'filter[id]'?: string | undefined
        'filter[site_id]'?: string | undefined
        'filter[site_id:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[customer_id]'?: string | undefined
        'filter[customer_id:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[name]'?: string | undefined
        'filter[name:like]'?: string | undefined
        'filter[name:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[source]'?: string | undefined
        'filter[source:like]'?: string | undefined
        'filter[source:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[arrived_at]'?: string | undefined
        'filter[arrived_at:gt]'?: string | undefined
        'filter[arrived_at:gte]'?: string | undefined
        'filter[arrived_at:lt]'?: string | undefined
        'filter[arrived_at:lte]'?: string | undefined
        'filter[arrived_at:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[closed_at]'?: string | undefined
        'filter[closed_at:gt]'?: string | undefined
        'filter[closed_at:gte]'?: string | undefined
        'filter[closed_at:lt]'?: string | undefined
        'filter[closed_at:lte]'?: string | undefined
        'filter[closed_at:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
      }
      body: undefined
      answer: { success: boolean; data: Array<Lot>; meta: Meta; links: Links }
    }
    post: {
      params: {}
      body: {
        id?: BodyId | undefined
        site_id: BodyId
        name: BodyText
        arrived_at?: BodyDay | undefined
        head_in?: BodyNumber | undefined
        source?: BodyText | undefined
        sex?: BodyText | undefined
        arrival_weight?: BodyNumber | undefined
        closed_at?: BodyDay | undefined
      }
      answer: { success: boolean; message?: string; data: Lot }
    }
  }
  '/lots/{id}': {
    get: {
      params: { id: string }
      body: undefined
      answer: { success: boolean; message?: string; data: Lot }
    }
    put: {
      params: { id: string }
      body: {
        site_id?: BodyId | undefined
        name?: BodyText | undefined
        arrived_at?: BodyDay | undefined
        head_in?: BodyNumber | undefined
        source?: BodyText | undefined
        sex?: BodyText | undefined
        arrival_weight?: BodyNumber | undefined
        closed_at?: BodyDay | undefined
        keep_name?: BodyFlag | undefined
      }
      answer: { success: boolean; message?: string; data: Lot }
    }
    delete: {
      params: { id: string }
      body: undefined
      answer: { success: boolean }
    }
  }
  '/head-counts': {
    get: {
      params: {
        page?: number | undefined
        per_page?: number | undefined
        sort?: string | undefined
        'filter[id]'?: string | undefined
        'filter[site_id]'?: string | undefined
        'filter[site_id:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[customer_id]'?: string | undefined
        'filter[customer_id:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[date]'?: string | undefined
        'filter[date:gt]'?: string | undefined
        'filter[date:gte]'?: string | undefined
        'filter[date:lt]'?: string | undefined
        'filter[date:lte]'?: string | undefined
        'filter[date:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[head]'?: string | undefined
        'filter[head:gt]'?: string | undefined
        'filter[head:gte]'?: string | undefined
        'filter[head:lt]'?: string | undefined
        'filter[head:lte]'?: string | undefined
        'filter[head:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
      }
      body: undefined
      answer: { success: boolean; data: Array<HeadCount>; meta: Meta; links: Links }
    }
    post: {
      params: {}
      body: { id?: BodyId | undefined; site_id: BodyId; date: BodyDay; head: BodyNumber }
      answer: { success: boolean; message?: string; data: HeadCount }
    }
  }
  '/head-counts/{id}': {
    get: {
      params: { id: string }
      body: undefined
      answer: { success: boolean; message?: string; data: HeadCount }
    }
    put: {
      params: { id: string }
      body: { site_id?: BodyId | undefined; date?: BodyDay | undefined; head?: BodyNumber | undefined }
      answer: { success: boolean; message?: string; data: HeadCount }
    }
    delete: {
      params: { id: string }
      body: undefined
      answer: { success: boolean }
    }
  }
  '/lots/{id}/summary': {
    get: {
      params: { id: string }
      body: undefined
      answer: { success: boolean; message?: string; data: LotSummary }
    }
  }
  '/insight/mortality': {
    get: {
      params: {
        by?:
          | 'month'
          | 'week'
          | 'day'
          | 'customer'
          | 'site'
          | 'lot'
          | 'pen'
          | 'diagnosis'
          | 'system'
          | 'days_on_feed'
          | undefined
        from?: string | undefined
        to?: string | undefined
        'filter[customer_id]'?: string | undefined
        'filter[site_id]'?: string | undefined
        'filter[lot]'?: string | undefined
        'filter[diagnosis_id]'?: string | undefined
        'filter[system]'?: string | undefined
      }
      body: undefined
      answer: { success: boolean; data: Array<MortalityRow>; meta: MortalityTotals }
    }
  }
  '/insight/agreement': {
    get: {
      params: {
        by?: 'system' | 'diagnosis' | undefined
        from?: string | undefined
        to?: string | undefined
        'filter[customer_id]'?: string | undefined
        'filter[site_id]'?: string | undefined
        'filter[lot]'?: string | undefined
        'filter[diagnosis_id]'?: string | undefined
        'filter[system]'?: string | undefined
      }
      body: undefined
      answer: { success: boolean; message?: string; data: Agreement }
    }
  }
  '/insight/turnaround': {
    get: {
      params: {
        by?: 'month' | 'site' | 'veterinarian' | undefined
        from?: string | undefined
        to?: string | undefined
        'filter[customer_id]'?: string | undefined
        'filter[site_id]'?: string | undefined
        'filter[lot]'?: string | undefined
        'filter[diagnosis_id]'?: string | undefined
        'filter[system]'?: string | undefined
      }
      body: undefined
      answer: { success: boolean; data: Array<TurnaroundRow>; meta: TurnaroundTotals }
    }
  }
  '/insight/turnaround/tickets': {
    get: {
      params: {
        page?: number | undefined
        per_page?: number | undefined
        sort?:
          | 'requested_at'
          | '-requested_at'
          | 'to_scheduled_hours'
          | '-to_scheduled_hours'
          | 'to_completed_hours'
          | '-to_completed_hours'
          | undefined
        from?: string | undefined
        to?: string | undefined
        'filter[customer_id]'?: string | undefined
        'filter[site_id]'?: string | undefined
        'filter[lot]'?: string | undefined
        'filter[diagnosis_id]'?: string | undefined
        'filter[system]'?: string | undefined
      }
      body: undefined
      answer: { success: boolean; data: Array<TurnaroundPostMortem>; meta: Meta; links: Links }
    }
  }
  '/insight/deaths': {
    get: {
      params: {
        page?: number | undefined
        per_page?: number | undefined
        sort?: 'date_of_death' | '-date_of_death' | undefined
        from?: string | undefined
        to?: string | undefined
        'filter[customer_id]'?: string | undefined
        'filter[site_id]'?: string | undefined
        'filter[lot]'?: string | undefined
        'filter[diagnosis_id]'?: string | undefined
        'filter[system]'?: string | undefined
        'filter[days_on_feed]'?: string | undefined
        'filter[lot:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[diagnosis_id:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[days_on_feed:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
      }
      body: undefined
      answer: { success: boolean; data: Array<Death>; meta: Meta; links: Links }
    }
  }
  '/insight/benchmark': {
    get: {
      params: {
        by?: 'system' | undefined
        from?: string | undefined
        to?: string | undefined
        'filter[customer_id]'?: string | undefined
        'filter[site_id]'?: string | undefined
        'filter[lot]'?: string | undefined
        'filter[diagnosis_id]'?: string | undefined
        'filter[system]'?: string | undefined
      }
      body: undefined
      answer: { success: boolean; data: Array<BenchmarkRow> }
    }
  }
  '/alert-rules': {
    get: {
      params: {
        page?: number | undefined
        per_page?: number | undefined
        sort?: string | undefined
        'filter[id]'?: string | undefined
        'filter[site_id]'?: string | undefined
        'filter[site_id:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[diagnosis_id]'?: string | undefined
        'filter[diagnosis_id:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[system]'?: string | undefined
        'filter[system:like]'?: string | undefined
        'filter[system:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[kind]'?: string | undefined
        'filter[name]'?: string | undefined
        'filter[name:like]'?: string | undefined
        'filter[name:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
      }
      body: undefined
      answer: { success: boolean; data: Array<AlertRule>; meta: Meta; links: Links }
    }
    post: {
      params: {}
      body: {
        id?: BodyId | undefined
        name: BodyText
        site_id?: BodyId | undefined
        diagnosis_id?: BodyId | undefined
        system?: BodyText | undefined
        kind: BodyText
        threshold?: BodyNumber | undefined
        days?: BodyNumber | undefined
      }
      answer: { success: boolean; message?: string; data: AlertRule }
    }
  }
  '/alert-rules/{id}': {
    get: {
      params: { id: string }
      body: undefined
      answer: { success: boolean; message?: string; data: AlertRule }
    }
    put: {
      params: { id: string }
      body: {
        name?: BodyText | undefined
        site_id?: BodyId | undefined
        diagnosis_id?: BodyId | undefined
        system?: BodyText | undefined
        kind?: BodyText | undefined
        threshold?: BodyNumber | undefined
        days?: BodyNumber | undefined
      }
      answer: { success: boolean; message?: string; data: AlertRule }
    }
    delete: {
      params: { id: string }
      body: undefined
      answer: { success: boolean }
    }
  }
  '/alert-rules/dry-run': {
    post: {
      params: {}
      body: {
        name?: BodyText | undefined
        site_id?: BodyId | undefined
        diagnosis_id?: BodyId | undefined
        system?: BodyText | undefined
        kind: BodyText
        threshold?: BodyNumber | undefined
        days?: BodyNumber | undefined
      }
      answer: { success: boolean; message?: string; data: AlertDryRun }
    }
  }
  '/alerts': {
    get: {
      params: {
        page?: number | undefined
        per_page?: number | undefined
        sort?: string | undefined
        'filter[id]'?: string | undefined
        'filter[rule_id]'?: string | undefined
        'filter[rule_id:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[site_id]'?: string | undefined
        'filter[site_id:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[fired_at]'?: string | undefined
        'filter[fired_at:gt]'?: string | undefined
        'filter[fired_at:gte]'?: string | undefined
        'filter[fired_at:lt]'?: string | undefined
        'filter[fired_at:lte]'?: string | undefined
        'filter[fired_at:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[acknowledged_at]'?: string | undefined
        'filter[acknowledged_at:gt]'?: string | undefined
        'filter[acknowledged_at:gte]'?: string | undefined
        'filter[acknowledged_at:lt]'?: string | undefined
        'filter[acknowledged_at:lte]'?: string | undefined
        'filter[acknowledged_at:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
      }
      body: undefined
      answer: { success: boolean; data: Array<Alert>; meta: Meta; links: Links }
    }
  }
  '/alerts/{id}': {
    get: {
      params: { id: string }
      body: undefined
      answer: { success: boolean; message?: string; data: Alert }
    }
    put: {
      params: { id: string }
      body: { note: BodyText }
      answer: { success: boolean; message?: string; data: Alert }
    }
  }
  '/scheduled-reports': {
    get: {
      params: {
        page?: number | undefined
        per_page?: number | undefined
        sort?: string | undefined
        'filter[id]'?: string | undefined
        'filter[name]'?: string | undefined
        'filter[name:like]'?: string | undefined
        'filter[name:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[every]'?: string | undefined
      }
      body: undefined
      answer: { success: boolean; data: Array<ScheduledReport>; meta: Meta; links: Links }
    }
    post: {
      params: {}
      body: {
        id?: BodyId | undefined
        name: BodyText
        filter?: Record<string, string | Array<string>> | string | null | undefined
        every: BodyText
        recipients: Array<string> | string | null
        language?: BodyText | undefined
      }
      answer: { success: boolean; message?: string; data: ScheduledReport }
    }
  }
  '/scheduled-reports/{id}': {
    get: {
      params: { id: string }
      body: undefined
      answer: { success: boolean; message?: string; data: ScheduledReport }
    }
    put: {
      params: { id: string }
      body: {
        name?: BodyText | undefined
        filter?: Record<string, string | Array<string>> | string | null | undefined
        every?: BodyText | undefined
        recipients?: Array<string> | string | null | undefined
        language?: BodyText | undefined
      }
      answer: { success: boolean; message?: string; data: ScheduledReport }
    }
    delete: {
      params: { id: string }
      body: undefined
      answer: { success: boolean }
    }
  }
  '/scheduled-reports/{id}/preview': {
    download: {
      params: { id: string }
      body: undefined
      answer: Blob
    }
  }
  '/teaching-cases': {
    get: {
      params: {
        page?: number | undefined
        per_page?: number | undefined
        sort?: string | undefined
        'filter[diagnosis_id]'?: string | undefined
        'filter[diagnosis_id:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[system]'?: string | undefined
        'filter[system:like]'?: string | undefined
        'filter[system:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[title]'?: string | undefined
        'filter[title:like]'?: string | undefined
        'filter[title:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
      }
      body: undefined
      answer: { success: boolean; data: Array<TeachingCase>; meta: Meta; links: Links }
    }
  }
  '/teaching-cases/{id}': {
    get: {
      params: { id: string }
      body: undefined
      answer: { success: boolean; message?: string; data: TeachingCase }
    }
  }
  '/veterinary-record-animals/{id}/teaching-case': {
    get: {
      params: { id: string }
      body: undefined
      answer: { success: boolean; message?: string; data: SharedCase }
    }
    put: {
      params: { id: string }
      body: {
        title: BodyText
        text: BodyText
        photo_ids?: Array<BodyId> | BodyId | undefined
        names_confirmed?: BodyFlag | undefined
      }
      answer: { success: boolean; message?: string; data: SharedCase }
    }
    delete: {
      params: { id: string }
      body: undefined
      answer: { success: boolean }
    }
  }
  '/calendar-feeds': {
    get: {
      params: { page?: number | undefined; per_page?: number | undefined; sort?: string | undefined }
      body: undefined
      answer: { success: boolean; data: Array<{ id: string; created_at: string }>; meta: Meta; links: Links }
    }
    post: {
      params: {}
      body: { id?: BodyId | undefined }
      answer: { success: boolean; data: { id: string; url: string } }
    }
  }
  '/calendar-feeds/{id}': {
    delete: {
      params: { id: string }
      body: undefined
      answer: { success: boolean }
    }
  }
  '/calendar/{token}.ics': {
    download: {
      params: { token: string }
      body: undefined
      answer: Blob
    }
  }
  '/planner': {
    get: {
      params: { from?: string | undefined; to?: string | undefined }
      body: undefined
      answer: { success: boolean; message?: string; data: Planner }
    }
  }
  '/planner/route': {
    get: {
      params: { date?: string | undefined; user_id?: string | undefined }
      body: undefined
      answer: { success: boolean; message?: string; data: Route }
    }
  }
  '/notifications': {
    get: {
      params: { page?: number | undefined; per_page?: number | undefined; sort?: string | undefined }
      body: undefined
      answer: {
        success: boolean
        data: Array<Notification>
        meta: {
          current_page: number
          last_page: number
          per_page: number
          total: number
          from: number | null
          to: number | null
          unread: number
        }
        links: Links
      }
    }
  }
  '/notifications/{id}': {
    get: {
      params: { id: string }
      body: undefined
      answer: { success: boolean; message?: string; data: Notification }
    }
    put: {
      params: { id: string }
      body: { read?: BodyFlag | undefined }
      answer: { success: boolean; message?: string; data: Notification }
    }
  }
  '/notifications/read-all': {
    post: {
      params: {}
      body: undefined
      answer: { success: boolean }
    }
  }
  '/notification-preferences': {
    get: {
      params: {}
      body: undefined
      answer: { success: boolean; message?: string; data: NotificationPreferences }
    }
    put: {
      params: {}
      body: {
        channels?:
          | {
              request_sent?:
                | { app?: BodyFlag | undefined; email?: BodyFlag | undefined; push?: BodyFlag | undefined }
                | undefined
              danger?:
                | { app?: BodyFlag | undefined; email?: BodyFlag | undefined; push?: BodyFlag | undefined }
                | undefined
              assigned?:
                | { app?: BodyFlag | undefined; email?: BodyFlag | undefined; push?: BodyFlag | undefined }
                | undefined
              scheduled?:
                | { app?: BodyFlag | undefined; email?: BodyFlag | undefined; push?: BodyFlag | undefined }
                | undefined
              comment?:
                | { app?: BodyFlag | undefined; email?: BodyFlag | undefined; push?: BodyFlag | undefined }
                | undefined
              preliminary?:
                | { app?: BodyFlag | undefined; email?: BodyFlag | undefined; push?: BodyFlag | undefined }
                | undefined
              completed?:
                | { app?: BodyFlag | undefined; email?: BodyFlag | undefined; push?: BodyFlag | undefined }
                | undefined
              amended?:
                | { app?: BodyFlag | undefined; email?: BodyFlag | undefined; push?: BodyFlag | undefined }
                | undefined
              result?:
                | { app?: BodyFlag | undefined; email?: BodyFlag | undefined; push?: BodyFlag | undefined }
                | undefined
              overdue?:
                | { app?: BodyFlag | undefined; email?: BodyFlag | undefined; push?: BodyFlag | undefined }
                | undefined
              alert?:
                | { app?: BodyFlag | undefined; email?: BodyFlag | undefined; push?: BodyFlag | undefined }
                | undefined
            }
          | undefined
        digest?:
          | { on?: BodyFlag | undefined; hour?: BodyNumber | undefined; time_zone?: BodyText | undefined }
          | undefined
        quiet?: { from?: BodyText; to?: BodyText } | null | '' | undefined
      }
      answer: { success: boolean; message?: string; data: NotificationPreferences }
    }
  }
  '/push-key': {
    get: {
      params: {}
      body: undefined
      answer: { success: boolean; message?: string; data: { key: string } }
    }
  }
  '/push-subscriptions': {
    post: {
      params: {}
      body: {
        id?: BodyId | undefined
        endpoint: BodyText
        expirationTime?: BodyText | undefined
        keys: { p256dh?: BodyText | undefined; auth?: BodyText | undefined }
      }
      answer: { success: boolean; message?: string; data: PushSubscription }
    }
  }
  '/push-subscriptions/{id}': {
    delete: {
      params: { id: string }
      body: undefined
      answer: { success: boolean }
    }
  }
  '/post-mortems/{id}/history': {
    get: {
      params: { id: string; page?: number | undefined; per_page?: number | undefined; sort?: string | undefined }
      body: undefined
      answer: { success: boolean; data: Array<HistoryEntry>; meta: Meta; links: Links }
    }
  }
  '/audit-log': {
    get: {
      params: {
        page?: number | undefined
        per_page?: number | undefined
        sort?: string | undefined
        'filter[id]'?: string | undefined
        'filter[happened_at]'?: string | undefined
        'filter[happened_at:gt]'?: string | undefined
        'filter[happened_at:gte]'?: string | undefined
        'filter[happened_at:lt]'?: string | undefined
        'filter[happened_at:lte]'?: string | undefined
        'filter[happened_at:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[user_id]'?: string | undefined
        'filter[user_id:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[who]'?: string | undefined
        'filter[action]'?: string | undefined
        'filter[subject_type]'?: string | undefined
        'filter[subject_id]'?: string | undefined
        'filter[subject_id:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[ticket]'?: string | undefined
      }
      body: undefined
      answer: { success: boolean; data: Array<AuditEntry>; meta: Meta; links: Links }
    }
  }
  '/audit-log/{id}': {
    get: {
      params: { id: string }
      body: undefined
      answer: { success: boolean; message?: string; data: WholeAuditEntry }
    }
  }
  '/customers': {
    get: {
      params: {
        page?: number | undefined
        per_page?: number | undefined
        sort?: string | undefined
        'filter[id]'?: string | undefined
        'filter[name]'?: string | undefined
        'filter[name:like]'?: string | undefined
        'filter[name:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[retired]'?: 'true' | 'false' | '1' | '0' | undefined
      }
      body: undefined
      answer: { success: boolean; data: Array<Customer>; meta: Meta; links: Links }
    }
    post: {
      params: {}
      body: { id?: BodyId | undefined; name: BodyText }
      answer: { success: boolean; message?: string; data: Customer }
    }
  }
  '/customers/{id}': {
    get: {
      params: { id: string }
      body: undefined
      answer: { success: boolean; message?: string; data: Customer }
    }
    put: {
      params: { id: string }
      body: { name?: BodyText | undefined; retired?: BodyFlag | undefined }
      answer: { success: boolean; message?: string; data: Customer }
    }
    delete: {
      params: { id: string }
      body: undefined
      answer: { success: boolean }
    }
  }
  '/sites': {
    get: {
      params: {
        page?: number | undefined
        per_page?: number | undefined
        sort?: string | undefined
        'filter[id]'?: string | undefined
        'filter[customer_id]'?: string | undefined
        'filter[customer_id:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[name]'?: string | undefined
        'filter[name:like]'?: string | undefined
        'filter[name:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[name_with_customer]'?: string | undefined
        'filter[name_with_customer:like]'?: string | undefined
        'filter[name_with_customer:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[retired]'?: 'true' | 'false' | '1' | '0' | undefined
      }
      body: undefined
      answer: { success: boolean; data: Array<Site>; meta: Meta; links: Links }
    }
    post: {
      params: {}
      body: {
        id?: BodyId | undefined
        customer_id: BodyId
        name: BodyText
        region?: BodyText | undefined
        city?: BodyText | undefined
        address?: BodyText | undefined
        latitude?: BodyNumber | undefined
        longitude?: BodyNumber | undefined
        phone?: BodyText | undefined
        directions?: BodyText | undefined
        time_zone?: BodyText | undefined
      }
      answer: { success: boolean; message?: string; data: Site }
    }
  }
  '/sites/{id}': {
    get: {
      params: { id: string }
      body: undefined
      answer: { success: boolean; message?: string; data: Site }
    }
    put: {
      params: { id: string }
      body: {
        customer_id?: BodyId | undefined
        name?: BodyText | undefined
        region?: BodyText | undefined
        city?: BodyText | undefined
        address?: BodyText | undefined
        latitude?: BodyNumber | undefined
        longitude?: BodyNumber | undefined
        phone?: BodyText | undefined
        directions?: BodyText | undefined
        time_zone?: BodyText | undefined
        retired?: BodyFlag | undefined
      }
      answer: { success: boolean; message?: string; data: Site }
    }
    delete: {
      params: { id: string }
      body: undefined
      answer: { success: boolean }
    }
  }
  '/library': {
    get: {
      params: { page?: number | undefined; per_page?: number | undefined; sort?: string | undefined }
      body: undefined
      answer: { success: boolean; data: Array<LibraryListState>; meta: Meta; links: Links }
    }
  }
  '/unit-of-measures': {
    get: {
      params: {
        page?: number | undefined
        per_page?: number | undefined
        sort?: string | undefined
        'filter[id]'?: string | undefined
        'filter[name]'?: string | undefined
        'filter[name:like]'?: string | undefined
        'filter[name:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[retired]'?: 'true' | 'false' | '1' | '0' | undefined
      }
      body: undefined
      answer: { success: boolean; data: Array<LibraryEntry>; meta: Meta; links: Links }
    }
    post: {
      params: {}
      body: {
        id?: BodyId | undefined
        name: BodyText
        position?: BodyNumber | undefined
        retired?: BodyFlag | undefined
        code?: BodyText | undefined
        system?: BodyText | undefined
        notifiable?: BodyFlag | undefined
        hex?: BodyText | undefined
        hint?: BodyText | undefined
        required?: BodyFlag | undefined
        advice?: BodyText | undefined
        text?: BodyText | undefined
        level?: BodyText | undefined
      }
      answer: { success: boolean; message?: string; data: LibraryEntry }
    }
  }
  '/unit-of-measures/{id}': {
    get: {
      params: { id: string }
      body: undefined
      answer: { success: boolean; message?: string; data: LibraryEntry }
    }
    put: {
      params: { id: string }
      body: {
        id?: BodyId | undefined
        name?: BodyText | undefined
        position?: BodyNumber | undefined
        retired?: BodyFlag | undefined
        code?: BodyText | undefined
        system?: BodyText | undefined
        notifiable?: BodyFlag | undefined
        hex?: BodyText | undefined
        hint?: BodyText | undefined
        required?: BodyFlag | undefined
        advice?: BodyText | undefined
        text?: BodyText | undefined
        level?: BodyText | undefined
      }
      answer: { success: boolean; message?: string; data: LibraryEntry }
    }
    delete: {
      params: { id: string }
      body: undefined
      answer: { success: boolean }
    }
  }
  '/unit-of-measures/order': {
    delete: {
      params: {}
      body: undefined
      answer: { success: boolean }
    }
  }
  '/species': {
    get: {
      params: {
        page?: number | undefined
        per_page?: number | undefined
        sort?: string | undefined
        'filter[id]'?: string | undefined
        'filter[name]'?: string | undefined
        'filter[name:like]'?: string | undefined
        'filter[name:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[retired]'?: 'true' | 'false' | '1' | '0' | undefined
      }
      body: undefined
      answer: { success: boolean; data: Array<LibraryEntry>; meta: Meta; links: Links }
    }
    post: {
      params: {}
      body: {
        id?: BodyId | undefined
        name: BodyText
        position?: BodyNumber | undefined
        retired?: BodyFlag | undefined
        code?: BodyText | undefined
        system?: BodyText | undefined
        notifiable?: BodyFlag | undefined
        hex?: BodyText | undefined
        hint?: BodyText | undefined
        required?: BodyFlag | undefined
        advice?: BodyText | undefined
        text?: BodyText | undefined
        level?: BodyText | undefined
      }
      answer: { success: boolean; message?: string; data: LibraryEntry }
    }
  }
  '/species/{id}': {
    get: {
      params: { id: string }
      body: undefined
      answer: { success: boolean; message?: string; data: LibraryEntry }
    }
    put: {
      params: { id: string }
      body: {
        id?: BodyId | undefined
        name?: BodyText | undefined
        position?: BodyNumber | undefined
        retired?: BodyFlag | undefined
        code?: BodyText | undefined
        system?: BodyText | undefined
        notifiable?: BodyFlag | undefined
        hex?: BodyText | undefined
        hint?: BodyText | undefined
        required?: BodyFlag | undefined
        advice?: BodyText | undefined
        text?: BodyText | undefined
        level?: BodyText | undefined
      }
      answer: { success: boolean; message?: string; data: LibraryEntry }
    }
    delete: {
      params: { id: string }
      body: undefined
      answer: { success: boolean }
    }
  }
  '/species/order': {
    delete: {
      params: {}
      body: undefined
      answer: { success: boolean }
    }
  }
  '/animal-types': {
    get: {
      params: {
        page?: number | undefined
        per_page?: number | undefined
        sort?: string | undefined
        'filter[id]'?: string | undefined
        'filter[name]'?: string | undefined
        'filter[name:like]'?: string | undefined
        'filter[name:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[retired]'?: 'true' | 'false' | '1' | '0' | undefined
      }
      body: undefined
      answer: { success: boolean; data: Array<LibraryEntry>; meta: Meta; links: Links }
    }
    post: {
      params: {}
      body: {
        id?: BodyId | undefined
        name: BodyText
        position?: BodyNumber | undefined
        retired?: BodyFlag | undefined
        code?: BodyText | undefined
        system?: BodyText | undefined
        notifiable?: BodyFlag | undefined
        hex?: BodyText | undefined
        hint?: BodyText | undefined
        required?: BodyFlag | undefined
        advice?: BodyText | undefined
        text?: BodyText | undefined
        level?: BodyText | undefined
      }
      answer: { success: boolean; message?: string; data: LibraryEntry }
    }
  }
  '/animal-types/{id}': {
    get: {
      params: { id: string }
      body: undefined
      answer: { success: boolean; message?: string; data: LibraryEntry }
    }
    put: {
      params: { id: string }
      body: {
        id?: BodyId | undefined
        name?: BodyText | undefined
        position?: BodyNumber | undefined
        retired?: BodyFlag | undefined
        code?: BodyText | undefined
        system?: BodyText | undefined
        notifiable?: BodyFlag | undefined
        hex?: BodyText | undefined
        hint?: BodyText | undefined
        required?: BodyFlag | undefined
        advice?: BodyText | undefined
        text?: BodyText | undefined
        level?: BodyText | undefined
      }
      answer: { success: boolean; message?: string; data: LibraryEntry }
    }
    delete: {
      params: { id: string }
      body: undefined
      answer: { success: boolean }
    }
  }
  '/animal-types/order': {
    delete: {
      params: {}
      body: undefined
      answer: { success: boolean }
    }
  }
  '/animal-colors': {
    get: {
      params: {
        page?: number | undefined
        per_page?: number | undefined
        sort?: string | undefined
        'filter[id]'?: string | undefined
        'filter[name]'?: string | undefined
        'filter[name:like]'?: string | undefined
        'filter[name:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[retired]'?: 'true' | 'false' | '1' | '0' | undefined
      }
      body: undefined
      answer: { success: boolean; data: Array<LibraryEntry>; meta: Meta; links: Links }
    }
    post: {
      params: {}
      body: {
        id?: BodyId | undefined
        name: BodyText
        position?: BodyNumber | undefined
        retired?: BodyFlag | undefined
        code?: BodyText | undefined
        system?: BodyText | undefined
        notifiable?: BodyFlag | undefined
        hex?: BodyText | undefined
        hint?: BodyText | undefined
        required?: BodyFlag | undefined
        advice?: BodyText | undefined
        text?: BodyText | undefined
        level?: BodyText | undefined
      }
      answer: { success: boolean; message?: string; data: LibraryEntry }
    }
  }
  '/animal-colors/{id}': {
    get: {
      params: { id: string }
      body: undefined
      answer: { success: boolean; message?: string; data: LibraryEntry }
    }
    put: {
      params: { id: string }
      body: {
        id?: BodyId | undefined
        name?: BodyText | undefined
        position?: BodyNumber | undefined
        retired?: BodyFlag | undefined
        code?: BodyText | undefined
        system?: BodyText | undefined
        notifiable?: BodyFlag | undefined
        hex?: BodyText | undefined
        hint?: BodyText | undefined
        required?: BodyFlag | undefined
        advice?: BodyText | undefined
        text?: BodyText | undefined
        level?: BodyText | undefined
      }
      answer: { success: boolean; message?: string; data: LibraryEntry }
    }
    delete: {
      params: { id: string }
      body: undefined
      answer: { success: boolean }
    }
  }
  '/animal-colors/order': {
    delete: {
      params: {}
      body: undefined
      answer: { success: boolean }
    }
  }
  '/animal-groups': {
    get: {
      params: {
        page?: number | undefined
        per_page?: number | undefined
        sort?: string | undefined
        'filter[id]'?: string | undefined
        'filter[name]'?: string | undefined
        'filter[name:like]'?: string | undefined
        'filter[name:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[retired]'?: 'true' | 'false' | '1' | '0' | undefined
      }
      body: undefined
      answer: { success: boolean; data: Array<LibraryEntry>; meta: Meta; links: Links }
    }
    post: {
      params: {}
      body: {
        id?: BodyId | undefined
        name: BodyText
        position?: BodyNumber | undefined
        retired?: BodyFlag | undefined
        code?: BodyText | undefined
        system?: BodyText | undefined
        notifiable?: BodyFlag | undefined
        hex?: BodyText | undefined
        hint?: BodyText | undefined
        required?: BodyFlag | undefined
        advice?: BodyText | undefined
        text?: BodyText | undefined
        level?: BodyText | undefined
      }
      answer: { success: boolean; message?: string; data: LibraryEntry }
    }
  }
  '/animal-groups/{id}': {
    get: {
      params: { id: string }
      body: undefined
      answer: { success: boolean; message?: string; data: LibraryEntry }
    }
    put: {
      params: { id: string }
      body: {
        id?: BodyId | undefined
        name?: BodyText | undefined
        position?: BodyNumber | undefined
        retired?: BodyFlag | undefined
        code?: BodyText | undefined
        system?: BodyText | undefined
        notifiable?: BodyFlag | undefined
        hex?: BodyText | undefined
        hint?: BodyText | undefined
        required?: BodyFlag | undefined
        advice?: BodyText | undefined
        text?: BodyText | undefined
        level?: BodyText | undefined
      }
      answer: { success: boolean; message?: string; data: LibraryEntry }
    }
    delete: {
      params: { id: string }
      body: undefined
      answer: { success: boolean }
    }
  }
  '/animal-groups/order': {
    delete: {
      params: {}
      body: undefined
      answer: { success: boolean }
    }
  }
  '/diagnoses': {
    get: {
      params: {
        page?: number | undefined
        per_page?: number | undefined
        sort?: string | undefined
        'filter[id]'?: string | undefined
        'filter[name]'?: string | undefined
        'filter[name:like]'?: string | undefined
        'filter[name:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[retired]'?: 'true' | 'false' | '1' | '0' | undefined
      }
      body: undefined
      answer: { success: boolean; data: Array<LibraryEntry>; meta: Meta; links: Links }
    }
    post: {
      params: {}
      body: {
        id?: BodyId | undefined
        name: BodyText
        position?: BodyNumber | undefined
        retired?: BodyFlag | undefined
        code?: BodyText | undefined
        system?: BodyText | undefined
        notifiable?: BodyFlag | undefined
        hex?: BodyText | undefined
        hint?: BodyText | undefined
        required?: BodyFlag | undefined
        advice?: BodyText | undefined
        text?: BodyText | undefined
        level?: BodyText | undefined
      }
      answer: { success: boolean; message?: string; data: LibraryEntry }
    }
  }
  '/diagnoses/{id}': {
    get: {
      params: { id: string }
      body: undefined
      answer: { success: boolean; message?: string; data: LibraryEntry }
    }
    put: {
      params: { id: string }
      body: {
        id?: BodyId | undefined
        name?: BodyText | undefined
        position?: BodyNumber | undefined
        retired?: BodyFlag | undefined
        code?: BodyText | undefined
        system?: BodyText | undefined
        notifiable?: BodyFlag | undefined
        hex?: BodyText | undefined
        hint?: BodyText | undefined
        required?: BodyFlag | undefined
        advice?: BodyText | undefined
        text?: BodyText | undefined
        level?: BodyText | undefined
      }
      answer: { success: boolean; message?: string; data: LibraryEntry }
    }
    delete: {
      params: { id: string }
      body: undefined
      answer: { success: boolean }
    }
  }
  '/diagnoses/order': {
    delete: {
      params: {}
      body: undefined
      answer: { success: boolean }
    }
  }
  '/health-risks': {
    get: {
      params: {
        page?: number | undefined
        per_page?: number | undefined
        sort?: string | undefined
        'filter[id]'?: string | undefined
        'filter[name]'?: string | undefined
        'filter[name:like]'?: string | undefined
        'filter[name:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[retired]'?: 'true' | 'false' | '1' | '0' | undefined
      }
      body: undefined
      answer: { success: boolean; data: Array<LibraryEntry>; meta: Meta; links: Links }
    }
    post: {
      params: {}
      body: {
        id?: BodyId | undefined
        name: BodyText
        position?: BodyNumber | undefined
        retired?: BodyFlag | undefined
        code?: BodyText | undefined
        system?: BodyText | undefined
        notifiable?: BodyFlag | undefined
        hex?: BodyText | undefined
        hint?: BodyText | undefined
        required?: BodyFlag | undefined
        advice?: BodyText | undefined
        text?: BodyText | undefined
        level?: BodyText | undefined
      }
      answer: { success: boolean; message?: string; data: LibraryEntry }
    }
  }
  '/health-risks/{id}': {
    get: {
      params: { id: string }
      body: undefined
      answer: { success: boolean; message?: string; data: LibraryEntry }
    }
    put: {
      params: { id: string }
      body: {
        id?: BodyId | undefined
        name?: BodyText | undefined
        position?: BodyNumber | undefined
        retired?: BodyFlag | undefined
        code?: BodyText | undefined
        system?: BodyText | undefined
        notifiable?: BodyFlag | undefined
        hex?: BodyText | undefined
        hint?: BodyText | undefined
        required?: BodyFlag | undefined
        advice?: BodyText | undefined
        text?: BodyText | undefined
        level?: BodyText | undefined
      }
      answer: { success: boolean; message?: string; data: LibraryEntry }
    }
    delete: {
      params: { id: string }
      body: undefined
      answer: { success: boolean }
    }
  }
  '/health-risks/order': {
    delete: {
      params: {}
      body: undefined
      answer: { success: boolean }
    }
  }
  '/treatments': {
    get: {
      params: {
        page?: number | undefined
        per_page?: number | undefined
        sort?: string | undefined
        'filter[id]'?: string | undefined
        'filter[name]'?: string | undefined
        'filter[name:like]'?: string | undefined
        'filter[name:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[retired]'?: 'true' | 'false' | '1' | '0' | undefined
      }
      body: undefined
      answer: { success: boolean; data: Array<LibraryEntry>; meta: Meta; links: Links }
    }
    post: {
      params: {}
      body: {
        id?: BodyId | undefined
        name: BodyText
        position?: BodyNumber | undefined
        retired?: BodyFlag | undefined
        code?: BodyText | undefined
        system?: BodyText | undefined
        notifiable?: BodyFlag | undefined
        hex?: BodyText | undefined
        hint?: BodyText | undefined
        required?: BodyFlag | undefined
        advice?: BodyText | undefined
        text?: BodyText | undefined
        level?: BodyText | undefined
      }
      answer: { success: boolean; message?: string; data: LibraryEntry }
    }
  }
  '/treatments/{id}': {
    get: {
      params: { id: string }
      body: undefined
      answer: { success: boolean; message?: string; data: LibraryEntry }
    }
    put: {
      params: { id: string }
      body: {
        id?: BodyId | undefined
        name?: BodyText | undefined
        position?: BodyNumber | undefined
        retired?: BodyFlag | undefined
        code?: BodyText | undefined
        system?: BodyText | undefined
        notifiable?: BodyFlag | undefined
        hex?: BodyText | undefined
        hint?: BodyText | undefined
        required?: BodyFlag | undefined
        advice?: BodyText | undefined
        text?: BodyText | undefined
        level?: BodyText | undefined
      }
      answer: { success: boolean; message?: string; data: LibraryEntry }
    }
    delete: {
      params: { id: string }
      body: undefined
      answer: { success: boolean }
    }
  }
  '/treatments/order': {
    delete: {
      params: {}
      body: undefined
      answer: { success: boolean }
    }
  }
  '/breeds': {
    get: {
      params: {
        page?: number | undefined
        per_page?: number | undefined
        sort?: string | undefined
        'filter[id]'?: string | undefined
        'filter[name]'?: string | undefined
        'filter[name:like]'?: string | undefined
        'filter[name:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[retired]'?: 'true' | 'false' | '1' | '0' | undefined
      }
      body: undefined
      answer: { success: boolean; data: Array<LibraryEntry>; meta: Meta; links: Links }
    }
    post: {
      params: {}
      body: {
        id?: BodyId | undefined
        name: BodyText
        position?: BodyNumber | undefined
        retired?: BodyFlag | undefined
        code?: BodyText | undefined
        system?: BodyText | undefined
        notifiable?: BodyFlag | undefined
        hex?: BodyText | undefined
        hint?: BodyText | undefined
        required?: BodyFlag | undefined
        advice?: BodyText | undefined
        text?: BodyText | undefined
        level?: BodyText | undefined
      }
      answer: { success: boolean; message?: string; data: LibraryEntry }
    }
  }
  '/breeds/{id}': {
    get: {
      params: { id: string }
      body: undefined
      answer: { success: boolean; message?: string; data: LibraryEntry }
    }
    put: {
      params: { id: string }
      body: {
        id?: BodyId | undefined
        name?: BodyText | undefined
        position?: BodyNumber | undefined
        retired?: BodyFlag | undefined
        code?: BodyText | undefined
        system?: BodyText | undefined
        notifiable?: BodyFlag | undefined
        hex?: BodyText | undefined
        hint?: BodyText | undefined
        required?: BodyFlag | undefined
        advice?: BodyText | undefined
        text?: BodyText | undefined
        level?: BodyText | undefined
      }
      answer: { success: boolean; message?: string; data: LibraryEntry }
    }
    delete: {
      params: { id: string }
      body: undefined
      answer: { success: boolean }
    }
  }
  '/breeds/order': {
    delete: {
      params: {}
      body: undefined
      answer: { success: boolean }
    }
  }
  '/tag-colors': {
    get: {
      params: {
        page?: number | undefined
        per_page?: number | undefined
        sort?: string | undefined
        'filter[id]'?: string | undefined
        'filter[name]'?: string | undefined
        'filter[name:like]'?: string | undefined
        'filter[name:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[retired]'?: 'true' | 'false' | '1' | '0' | undefined
      }
      body: undefined
      answer: { success: boolean; data: Array<LibraryEntry>; meta: Meta; links: Links }
    }
    post: {
      params: {}
      body: {
        id?: BodyId | undefined
        name: BodyText
        position?: BodyNumber | undefined
        retired?: BodyFlag | undefined
        code?: BodyText | undefined
        system?: BodyText | undefined
        notifiable?: BodyFlag | undefined
        hex?: BodyText | undefined
        hint?: BodyText | undefined
        required?: BodyFlag | undefined
        advice?: BodyText | undefined
        text?: BodyText | undefined
        level?: BodyText | undefined
      }
      answer: { success: boolean; message?: string; data: LibraryEntry }
    }
  }
  '/tag-colors/{id}': {
    get: {
      params: { id: string }
      body: undefined
      answer: { success: boolean; message?: string; data: LibraryEntry }
    }
    put: {
      params: { id: string }
      body: {
        id?: BodyId | undefined
        name?: BodyText | undefined
        position?: BodyNumber | undefined
        retired?: BodyFlag | undefined
        code?: BodyText | undefined
        system?: BodyText | undefined
        notifiable?: BodyFlag | undefined
        hex?: BodyText | undefined
        hint?: BodyText | undefined
        required?: BodyFlag | undefined
        advice?: BodyText | undefined
        text?: BodyText | undefined
        level?: BodyText | undefined
      }
      answer: { success: boolean; message?: string; data: LibraryEntry }
    }
    delete: {
      params: { id: string }
      body: undefined
      answer: { success: boolean }
    }
  }
  '/tag-colors/order': {
    delete: {
      params: {}
      body: undefined
      answer: { success: boolean }
    }
  }
  '/reports': {
    get: {
      params: {
        page?: number | undefined
        per_page?: number | undefined
        sort?: string | undefined
        'filter[id]'?: string | undefined
        'filter[name]'?: string | undefined
        'filter[name:like]'?: string | undefined
        'filter[name:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[retired]'?: 'true' | 'false' | '1' | '0' | undefined
      }
      body: undefined
      answer: { success: boolean; data: Array<LibraryEntry>; meta: Meta; links: Links }
    }
    post: {
      params: {}
      body: {
        id?: BodyId | undefined
        name: BodyText
        position?: BodyNumber | undefined
        retired?: BodyFlag | undefined
        code?: BodyText | undefined
        system?: BodyText | undefined
        notifiable?: BodyFlag | undefined
        hex?: BodyText | undefined
        hint?: BodyText | undefined
        required?: BodyFlag | undefined
        advice?: BodyText | undefined
        text?: BodyText | undefined
        level?: BodyText | undefined
      }
      answer: { success: boolean; message?: string; data: LibraryEntry }
    }
  }
  '/reports/{id}': {
    get: {
      params: { id: string }
      body: undefined
      answer: { success: boolean; message?: string; data: LibraryEntry }
    }
    put: {
      params: { id: string }
      body: {
        id?: BodyId | undefined
        name?: BodyText | undefined
        position?: BodyNumber | undefined
        retired?: BodyFlag | undefined
        code?: BodyText | undefined
        system?: BodyText | undefined
        notifiable?: BodyFlag | undefined
        hex?: BodyText | undefined
        hint?: BodyText | undefined
        required?: BodyFlag | undefined
        advice?: BodyText | undefined
        text?: BodyText | undefined
        level?: BodyText | undefined
      }
      answer: { success: boolean; message?: string; data: LibraryEntry }
    }
    delete: {
      params: { id: string }
      body: undefined
      answer: { success: boolean }
    }
  }
  '/reports/order': {
    delete: {
      params: {}
      body: undefined
      answer: { success: boolean }
    }
  }
  '/photo-slots': {
    get: {
      params: {
        page?: number | undefined
        per_page?: number | undefined
        sort?: string | undefined
        'filter[id]'?: string | undefined
        'filter[name]'?: string | undefined
        'filter[name:like]'?: string | undefined
        'filter[name:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[retired]'?: 'true' | 'false' | '1' | '0' | undefined
      }
      body: undefined
      answer: { success: boolean; data: Array<LibraryEntry>; meta: Meta; links: Links }
    }
    post: {
      params: {}
      body: {
        id?: BodyId | undefined
        name: BodyText
        position?: BodyNumber | undefined
        retired?: BodyFlag | undefined
        code?: BodyText | undefined
        system?: BodyText | undefined
        notifiable?: BodyFlag | undefined
        hex?: BodyText | undefined
        hint?: BodyText | undefined
        required?: BodyFlag | undefined
        advice?: BodyText | undefined
        text?: BodyText | undefined
        level?: BodyText | undefined
      }
      answer: { success: boolean; message?: string; data: LibraryEntry }
    }
  }
  '/photo-slots/{id}': {
    get: {
      params: { id: string }
      body: undefined
      answer: { success: boolean; message?: string; data: LibraryEntry }
    }
    put: {
      params: { id: string }
      body: {
        id?: BodyId | undefined
        name?: BodyText | undefined
        position?: BodyNumber | undefined
        retired?: BodyFlag | undefined
        code?: BodyText | undefined
        system?: BodyText | undefined
        notifiable?: BodyFlag | undefined
        hex?: BodyText | undefined
        hint?: BodyText | undefined
        required?: BodyFlag | undefined
        advice?: BodyText | undefined
        text?: BodyText | undefined
        level?: BodyText | undefined
      }
      answer: { success: boolean; message?: string; data: LibraryEntry }
    }
    delete: {
      params: { id: string }
      body: undefined
      answer: { success: boolean }
    }
  }
  '/photo-slots/order': {
    delete: {
      params: {}
      body: undefined
      answer: { success: boolean }
    }
  }
  '/danger-signs': {
    get: {
      params: {
        page?: number | undefined
        per_page?: number | undefined
        sort?: string | undefined
        'filter[id]'?: string | undefined
        'filter[name]'?: string | undefined
        'filter[name:like]'?: string | undefined
        'filter[name:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[retired]'?: 'true' | 'false' | '1' | '0' | undefined
      }
      body: undefined
      answer: { success: boolean; data: Array<LibraryEntry>; meta: Meta; links: Links }
    }
    post: {
      params: {}
      body: {
        id?: BodyId | undefined
        name: BodyText
        position?: BodyNumber | undefined
        retired?: BodyFlag | undefined
        code?: BodyText | undefined
        system?: BodyText | undefined
        notifiable?: BodyFlag | undefined
        hex?: BodyText | undefined
        hint?: BodyText | undefined
        required?: BodyFlag | undefined
        advice?: BodyText | undefined
        text?: BodyText | undefined
        level?: BodyText | undefined
      }
      answer: { success: boolean; message?: string; data: LibraryEntry }
    }
  }
  '/danger-signs/{id}': {
    get: {
      params: { id: string }
      body: undefined
      answer: { success: boolean; message?: string; data: LibraryEntry }
    }
    put: {
      params: { id: string }
      body: {
        id?: BodyId | undefined
        name?: BodyText | undefined
        position?: BodyNumber | undefined
        retired?: BodyFlag | undefined
        code?: BodyText | undefined
        system?: BodyText | undefined
        notifiable?: BodyFlag | undefined
        hex?: BodyText | undefined
        hint?: BodyText | undefined
        required?: BodyFlag | undefined
        advice?: BodyText | undefined
        text?: BodyText | undefined
        level?: BodyText | undefined
      }
      answer: { success: boolean; message?: string; data: LibraryEntry }
    }
    delete: {
      params: { id: string }
      body: undefined
      answer: { success: boolean }
    }
  }
  '/danger-signs/order': {
    delete: {
      params: {}
      body: undefined
      answer: { success: boolean }
    }
  }
  '/phrases': {
    get: {
      params: {
        page?: number | undefined
        per_page?: number | undefined
        sort?: string | undefined
        'filter[id]'?: string | undefined
        'filter[name]'?: string | undefined
        'filter[name:like]'?: string | undefined
        'filter[name:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[retired]'?: 'true' | 'false' | '1' | '0' | undefined
      }
      body: undefined
      answer: { success: boolean; data: Array<LibraryEntry>; meta: Meta; links: Links }
    }
    post: {
      params: {}
      body: {
        id?: BodyId | undefined
        name: BodyText
        position?: BodyNumber | undefined
        retired?: BodyFlag | undefined
        code?: BodyText | undefined
        system?: BodyText | undefined
        notifiable?: BodyFlag | undefined
        hex?: BodyText | undefined
        hint?: BodyText | undefined
        required?: BodyFlag | undefined
        advice?: BodyText | undefined
        text?: BodyText | undefined
        level?: BodyText | undefined
      }
      answer: { success: boolean; message?: string; data: LibraryEntry }
    }
  }
  '/phrases/{id}': {
    get: {
      params: { id: string }
      body: undefined
      answer: { success: boolean; message?: string; data: LibraryEntry }
    }
    put: {
      params: { id: string }
      body: {
        id?: BodyId | undefined
        name?: BodyText | undefined
        position?: BodyNumber | undefined
        retired?: BodyFlag | undefined
        code?: BodyText | undefined
        system?: BodyText | undefined
        notifiable?: BodyFlag | undefined
        hex?: BodyText | undefined
        hint?: BodyText | undefined
        required?: BodyFlag | undefined
        advice?: BodyText | undefined
        text?: BodyText | undefined
        level?: BodyText | undefined
      }
      answer: { success: boolean; message?: string; data: LibraryEntry }
    }
    delete: {
      params: { id: string }
      body: undefined
      answer: { success: boolean }
    }
  }
  '/phrases/order': {
    delete: {
      params: {}
      body: undefined
      answer: { success: boolean }
    }
  }
  '/sample-kinds': {
    get: {
      params: {
        page?: number | undefined
        per_page?: number | undefined
        sort?: string | undefined
        'filter[id]'?: string | undefined
        'filter[name]'?: string | undefined
        'filter[name:like]'?: string | undefined
        'filter[name:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[retired]'?: 'true' | 'false' | '1' | '0' | undefined
      }
      body: undefined
      answer: { success: boolean; data: Array<LibraryEntry>; meta: Meta; links: Links }
    }
    post: {
      params: {}
      body: {
        id?: BodyId | undefined
        name: BodyText
        position?: BodyNumber | undefined
        retired?: BodyFlag | undefined
        code?: BodyText | undefined
        system?: BodyText | undefined
        notifiable?: BodyFlag | undefined
        hex?: BodyText | undefined
        hint?: BodyText | undefined
        required?: BodyFlag | undefined
        advice?: BodyText | undefined
        text?: BodyText | undefined
        level?: BodyText | undefined
      }
      answer: { success: boolean; message?: string; data: LibraryEntry }
    }
  }
  '/sample-kinds/{id}': {
    get: {
      params: { id: string }
      body: undefined
      answer: { success: boolean; message?: string; data: LibraryEntry }
    }
    put: {
      params: { id: string }
      body: {
        id?: BodyId | undefined
        name?: BodyText | undefined
        position?: BodyNumber | undefined
        retired?: BodyFlag | undefined
        code?: BodyText | undefined
        system?: BodyText | undefined
        notifiable?: BodyFlag | undefined
        hex?: BodyText | undefined
        hint?: BodyText | undefined
        required?: BodyFlag | undefined
        advice?: BodyText | undefined
        text?: BodyText | undefined
        level?: BodyText | undefined
      }
      answer: { success: boolean; message?: string; data: LibraryEntry }
    }
    delete: {
      params: { id: string }
      body: undefined
      answer: { success: boolean }
    }
  }
  '/sample-kinds/order': {
    delete: {
      params: {}
      body: undefined
      answer: { success: boolean }
    }
  }
  '/trainings': {
    get: {
      params: {
        page?: number | undefined
        per_page?: number | undefined
        sort?: string | undefined
        'filter[title]'?: string | undefined
        'filter[title:like]'?: string | undefined
        'filter[title:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
      }
      body: undefined
      answer: { success: boolean; data: Array<Training>; meta: Meta; links: Links }
    }
    post: {
      params: {}
      body: {
        id?: BodyId | undefined
        title: BodyText
        description?: BodyText | undefined
        pre_content?: BodyText | undefined
        post_content?: BodyText | undefined
        training_sections?: Array<{ id?: BodyId; heading?: BodyText; content?: BodyText }> | '' | undefined
        position?: BodyNumber | undefined
      }
      answer: { success: boolean; message?: string; data: Training }
    }
  }
  '/trainings/{id}': {
    get: {
      params: { id: string }
      body: undefined
      answer: { success: boolean; message?: string; data: Training }
    }
    put: {
      params: { id: string }
      body: {
        id?: BodyId | undefined
        title?: BodyText | undefined
        description?: BodyText | undefined
        pre_content?: BodyText | undefined
        post_content?: BodyText | undefined
        training_sections?: Array<{ id?: BodyId; heading?: BodyText; content?: BodyText }> | '' | undefined
        position?: BodyNumber | undefined
      }
      answer: { success: boolean; message?: string; data: Training }
    }
    delete: {
      params: { id: string }
      body: undefined
      answer: { success: boolean }
    }
  }
  '/scanner-settings': {
    get: {
      params: {}
      body: undefined
      answer: { success: boolean; message?: string; data: ScannerConfiguration }
    }
    put: {
      params: {}
      body: {
        device_name?: BodyText | undefined
        service_uuid?: BodyText | undefined
        characteristic_uuid?: BodyText | undefined
        result_from?: BodyNumber | undefined
        result_to?: BodyNumber | undefined
      }
      answer: { success: boolean; message?: string; data: ScannerConfiguration }
    }
  }
  '/provider': {
    get: {
      params: {}
      body: undefined
      answer: { success: boolean; message?: string; data: ProviderAnswer }
    }
    put: {
      params: {}
      body: {
        name?: BodyText | undefined
        phone?: BodyText | undefined
        email?: BodyText | undefined
        url?: BodyText | undefined
        address?: BodyText | undefined
        time_zone?: BodyText | undefined
        photo_protocol?: BodyText | undefined
        paper?: BodyText | undefined
        carcass_fresh_hours?: BodyNumber | undefined
        carcass_fading_hours?: BodyNumber | undefined
        carcass_late_hours?: BodyNumber | undefined
        carcass_late_hours_cold?: BodyNumber | undefined
        latitude?: BodyNumber | undefined
        longitude?: BodyNumber | undefined
        travel_speed_kmh?: BodyNumber | undefined
        offline_days?: BodyNumber | undefined
        benchmark?: BodyFlag | undefined
        case_photos?: BodyFlag | undefined
        authorities?: Array<{ name?: BodyText; phone?: BodyText; note?: BodyText }> | string | null | undefined
      }
      answer: { success: boolean; message?: string; data: ProviderAnswer }
    }
  }
  '/provider/logo': {
    upload: {
      params: {}
      body: { image: Blob }
      answer: { success: boolean; message?: string; data: ProviderAnswer }
    }
    delete: {
      params: {}
      body: undefined
      answer: { success: boolean; message?: string; data: ProviderAnswer }
    }
  }
  '/exports/post-mortems': {
    download: {
      params: {
        format?: 'csv' | 'xlsx' | undefined
        sort?: string | undefined
        'filter[veterinary_records.id]'?: string | undefined
        'filter[veterinary_records.pin]'?: string | undefined
        'filter[veterinary_records.pin:gt]'?: string | undefined
        'filter[veterinary_records.pin:gte]'?: string | undefined
        'filter[veterinary_records.pin:lt]'?: string | undefined
        'filter[veterinary_records.pin:lte]'?: string | undefined
        'filter[veterinary_records.status]'?: string | undefined
        'filter[veterinary_records.draft]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[veterinary_records.in_progress]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[veterinary_records.completed_at]'?: string | undefined
        'filter[veterinary_records.completed_at:gt]'?: string | undefined
        'filter[veterinary_records.completed_at:gte]'?: string | undefined
        'filter[veterinary_records.completed_at:lt]'?: string | undefined
        'filter[veterinary_records.completed_at:lte]'?: string | undefined
        'filter[veterinary_records.completed_at:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[veterinary_records.scheduled_at]'?: string | undefined
        'filter[veterinary_records.scheduled_at:gt]'?: string | undefined
        'filter[veterinary_records.scheduled_at:gte]'?: string | undefined
        'filter[veterinary_records.scheduled_at:lt]'?: string | undefined
        'filter[veterinary_records.scheduled_at:lte]'?: string | undefined
        'filter[veterinary_records.scheduled_at:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[veterinary_records.requested_at]'?: string | undefined
        'filter[veterinary_records.requested_at:gt]'?: string | undefined
        'filter[veterinary_records.requested_at:gte]'?: string | undefined
        'filter[veterinary_records.requested_at:lt]'?: string | undefined
        'filter[veterinary_records.requested_at:lte]'?: string | undefined
        'filter[veterinary_records.requested_at:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[veterinary_records.created_at]'?: string | undefined
        'filter[veterinary_records.created_at:gt]'?: string | undefined
        'filter[veterinary_records.created_at:gte]'?: string | undefined
        'filter[veterinary_records.created_at:lt]'?: string | undefined
        'filter[veterinary_records.created_at:lte]'?: string | undefined
        'filter[veterinary_records.created_at:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[veterinary_records.updated_at]'?: string | undefined
        'filter[veterinary_records.updated_at:gt]'?: string | undefined
        'filter[veterinary_records.updated_at:gte]'?: string | undefined
        'filter[veterinary_records.updated_at:lt]'?: string | undefined
        'filter[veterinary_records.updated_at:lte]'?: string | undefined
        'filter[veterinary_records.updated_at:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[veterinary_records.record_at]'?: string | undefined
        'filter[veterinary_records.record_at:gt]'?: string | undefined
        'filter[veterinary_records.record_at:gte]'?: string | undefined
        'filter[veterinary_records.record_at:lt]'?: string | undefined
        'filter[veterinary_records.record_at:lte]'?: string | undefined
        'filter[veterinary_records.record_at:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[veterinary_records.examine_by]'?: string | undefined
        'filter[veterinary_records.examine_by:gt]'?: string | undefined
        'filter[veterinary_records.examine_by:gte]'?: string | undefined
        'filter[veterinary_records.examine_by:lt]'?: string | undefined
        'filter[veterinary_records.examine_by:lte]'?: string | undefined
        'filter[veterinary_records.examine_by:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[veterinary_records.customer_id]'?: string | undefined
        'filter[veterinary_records.customer_id:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[veterinary_records.site_id]'?: string | undefined
        'filter[veterinary_records.site_id:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[veterinary_records.completed_by_id]'?: string | undefined
        'filter[veterinary_records.completed_by_id:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[veterinary_records.scheduled_for_id]'?: string | undefined
        'filter[veterinary_records.scheduled_for_id:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[veterinary_records.requested_by_id]'?: string | undefined
        'filter[veterinary_records.requested_by_id:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[veterinary_records.created_by_id]'?: string | undefined
        'filter[veterinary_records.created_by_id:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[veterinary_records.no_vet_visit_requested]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[veterinary_record_animals.rfid]'?: string | undefined
        'filter[veterinary_record_animals.rfid:like]'?: string | undefined
        'filter[veterinary_record_animals.rfid:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[veterinary_record_animals.tag]'?: string | undefined
        'filter[veterinary_record_animals.tag:like]'?: string | undefined
        'filter[veterinary_record_animals.tag:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[veterinary_record_animals.lot]'?: string | undefined
        'filter[veterinary_record_animals.lot:like]'?: string | undefined
        'filter[veterinary_record_animals.lot:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[veterinary_record_animals.pen]'?: string | undefined
        'filter[veterinary_record_animals.pen:like]'?: string | undefined
        'filter[veterinary_record_animals.pen:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
      }
      body: undefined
      answer: Blob
    }
  }
  '/exports/veterinary-record-animals': {
    download: {
      params: {
        format?: 'csv' | 'xlsx' | undefined
        sort?: string | undefined
        'filter[veterinary_record_id]'?: string | undefined
        'filter[veterinary_record_id:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[rfid]'?: string | undefined
        'filter[rfid:like]'?: string | undefined
        'filter[rfid:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[tag]'?: string | undefined
        'filter[tag:like]'?: string | undefined
        'filter[tag:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[lot]'?: string | undefined
        'filter[lot:like]'?: string | undefined
        'filter[lot:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[pen]'?: string | undefined
        'filter[pen:like]'?: string | undefined
        'filter[pen:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[customer_record_at]'?: string | undefined
        'filter[customer_record_at:gt]'?: string | undefined
        'filter[customer_record_at:gte]'?: string | undefined
        'filter[customer_record_at:lt]'?: string | undefined
        'filter[customer_record_at:lte]'?: string | undefined
        'filter[customer_record_at:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[vet_diagnosis_id]'?: string | undefined
        'filter[vet_diagnosis_id:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[tag_color_id]'?: string | undefined
        'filter[tag_color_id:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
      }
      body: undefined
      answer: Blob
    }
  }
  '/exports/customers': {
    download: {
      params: {
        format?: 'csv' | 'xlsx' | undefined
        sort?: string | undefined
        'filter[id]'?: string | undefined
        'filter[name]'?: string | undefined
        'filter[name:like]'?: string | undefined
        'filter[name:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[retired]'?: 'true' | 'false' | '1' | '0' | undefined
      }
      body: undefined
      answer: Blob
    }
  }
  '/exports/sites': {
    download: {
      params: {
        format?: 'csv' | 'xlsx' | undefined
        sort?: string | undefined
        'filter[id]'?: string | undefined
        'filter[customer_id]'?: string | undefined
        'filter[customer_id:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[name]'?: string | undefined
        'filter[name:like]'?: string | undefined
        'filter[name:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[name_with_customer]'?: string | undefined
        'filter[name_with_customer:like]'?: string | undefined
        'filter[name_with_customer:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[retired]'?: 'true' | 'false' | '1' | '0' | undefined
      }
      body: undefined
      answer: Blob
    }
  }
  '/exports/lots': {
    download: {
      params: {
        format?: 'csv' | 'xlsx' | undefined
        sort?: string | undefined
        'filter[id]'?: string | undefined
        'filter[site_id]'?: string | undefined
        'filter[site_id:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[customer_id]'?: string | undefined
        'filter[customer_id:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[name]'?: string | undefined
        'filter[name:like]'?: string | undefined
        'filter[name:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[source]'?: string | undefined
        'filter[source:like]'?: string | undefined
        'filter[source:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[arrived_at]'?: string | undefined
        'filter[arrived_at:gt]'?: string | undefined
        'filter[arrived_at:gte]'?: string | undefined
        'filter[arrived_at:lt]'?: string | undefined
        'filter[arrived_at:lte]'?: string | undefined
        'filter[arrived_at:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[closed_at]'?: string | undefined
        'filter[closed_at:gt]'?: string | undefined
        'filter[closed_at:gte]'?: string | undefined
        'filter[closed_at:lt]'?: string | undefined
        'filter[closed_at:lte]'?: string | undefined
        'filter[closed_at:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
      }
      body: undefined
      answer: Blob
    }
  }
  '/exports/head-counts': {
    download: {
      params: {
        format?: 'csv' | 'xlsx' | undefined
        sort?: string | undefined
        'filter[id]'?: string | undefined
        'filter[site_id]'?: string | undefined
        'filter[site_id:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[customer_id]'?: string | undefined
        'filter[customer_id:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[date]'?: string | undefined
        'filter[date:gt]'?: string | undefined
        'filter[date:gte]'?: string | undefined
        'filter[date:lt]'?: string | undefined
        'filter[date:lte]'?: string | undefined
        'filter[date:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[head]'?: string | undefined
        'filter[head:gt]'?: string | undefined
        'filter[head:gte]'?: string | undefined
        'filter[head:lt]'?: string | undefined
        'filter[head:lte]'?: string | undefined
        'filter[head:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
      }
      body: undefined
      answer: Blob
    }
  }
  '/exports/users': {
    download: {
      params: {
        format?: 'csv' | 'xlsx' | undefined
        sort?: string | undefined
        'filter[roles.name]'?: string | undefined
        'filter[id]'?: string | undefined
        'filter[status]'?: string | undefined
        'filter[email]'?: string | undefined
        'filter[email:like]'?: string | undefined
        'filter[email:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[name]'?: string | undefined
        'filter[name:like]'?: string | undefined
        'filter[name:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[name_or_email]'?: string | undefined
        'filter[name_or_email:like]'?: string | undefined
        'filter[name_or_email:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[site_id]'?: string | undefined
        'filter[site_id:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[customer_id]'?: string | undefined
        'filter[customer_id:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[on_tickets]'?: 'true' | 'false' | '1' | '0' | undefined
      }
      body: undefined
      answer: Blob
    }
  }
  '/exports/trainings': {
    download: {
      params: {
        format?: 'csv' | 'xlsx' | undefined
        sort?: string | undefined
        'filter[title]'?: string | undefined
        'filter[title:like]'?: string | undefined
        'filter[title:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
      }
      body: undefined
      answer: Blob
    }
  }
  '/exports/unit-of-measures': {
    download: {
      params: {
        format?: 'csv' | 'xlsx' | undefined
        sort?: string | undefined
        'filter[id]'?: string | undefined
        'filter[name]'?: string | undefined
        'filter[name:like]'?: string | undefined
        'filter[name:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
      }
      body: undefined
      answer: Blob
    }
  }
  '/exports/species': {
    download: {
      params: {
        format?: 'csv' | 'xlsx' | undefined
        sort?: string | undefined
        'filter[id]'?: string | undefined
        'filter[name]'?: string | undefined
        'filter[name:like]'?: string | undefined
        'filter[name:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
      }
      body: undefined
      answer: Blob
    }
  }
  '/exports/animal-types': {
    download: {
      params: {
        format?: 'csv' | 'xlsx' | undefined
        sort?: string | undefined
        'filter[id]'?: string | undefined
        'filter[name]'?: string | undefined
        'filter[name:like]'?: string | undefined
        'filter[name:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
      }
      body: undefined
      answer: Blob
    }
  }
  '/exports/animal-colors': {
    download: {
      params: {
        format?: 'csv' | 'xlsx' | undefined
        sort?: string | undefined
        'filter[id]'?: string | undefined
        'filter[name]'?: string | undefined
        'filter[name:like]'?: string | undefined
        'filter[name:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
      }
      body: undefined
      answer: Blob
    }
  }
  '/exports/animal-groups': {
    download: {
      params: {
        format?: 'csv' | 'xlsx' | undefined
        sort?: string | undefined
        'filter[id]'?: string | undefined
        'filter[name]'?: string | undefined
        'filter[name:like]'?: string | undefined
        'filter[name:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
      }
      body: undefined
      answer: Blob
    }
  }
  '/exports/diagnoses': {
    download: {
      params: {
        format?: 'csv' | 'xlsx' | undefined
        sort?: string | undefined
        'filter[id]'?: string | undefined
        'filter[name]'?: string | undefined
        'filter[name:like]'?: string | undefined
        'filter[name:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
      }
      body: undefined
      answer: Blob
    }
  }
  '/exports/health-risks': {
    download: {
      params: {
        format?: 'csv' | 'xlsx' | undefined
        sort?: string | undefined
        'filter[id]'?: string | undefined
        'filter[name]'?: string | undefined
        'filter[name:like]'?: string | undefined
        'filter[name:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
      }
      body: undefined
      answer: Blob
    }
  }
  '/exports/treatments': {
    download: {
      params: {
        format?: 'csv' | 'xlsx' | undefined
        sort?: string | undefined
        'filter[id]'?: string | undefined
        'filter[name]'?: string | undefined
        'filter[name:like]'?: string | undefined
        'filter[name:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
      }
      body: undefined
      answer: Blob
    }
  }
  '/exports/breeds': {
    download: {
      params: {
        format?: 'csv' | 'xlsx' | undefined
        sort?: string | undefined
        'filter[id]'?: string | undefined
        'filter[name]'?: string | undefined
        'filter[name:like]'?: string | undefined
        'filter[name:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
      }
      body: undefined
      answer: Blob
    }
  }
  '/exports/tag-colors': {
    download: {
      params: {
        format?: 'csv' | 'xlsx' | undefined
        sort?: string | undefined
        'filter[id]'?: string | undefined
        'filter[name]'?: string | undefined
        'filter[name:like]'?: string | undefined
        'filter[name:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
      }
      body: undefined
      answer: Blob
    }
  }
  '/exports/reports': {
    download: {
      params: {
        format?: 'csv' | 'xlsx' | undefined
        sort?: string | undefined
        'filter[id]'?: string | undefined
        'filter[name]'?: string | undefined
        'filter[name:like]'?: string | undefined
        'filter[name:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
      }
      body: undefined
      answer: Blob
    }
  }
  '/exports/photo-slots': {
    download: {
      params: {
        format?: 'csv' | 'xlsx' | undefined
        sort?: string | undefined
        'filter[id]'?: string | undefined
        'filter[name]'?: string | undefined
        'filter[name:like]'?: string | undefined
        'filter[name:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
      }
      body: undefined
      answer: Blob
    }
  }
  '/exports/danger-signs': {
    download: {
      params: {
        format?: 'csv' | 'xlsx' | undefined
        sort?: string | undefined
        'filter[id]'?: string | undefined
        'filter[name]'?: string | undefined
        'filter[name:like]'?: string | undefined
        'filter[name:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
      }
      body: undefined
      answer: Blob
    }
  }
  '/exports/phrases': {
    download: {
      params: {
        format?: 'csv' | 'xlsx' | undefined
        sort?: string | undefined
        'filter[id]'?: string | undefined
        'filter[name]'?: string | undefined
        'filter[name:like]'?: string | undefined
        'filter[name:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
      }
      body: undefined
      answer: Blob
    }
  }
  '/exports/sample-kinds': {
    download: {
      params: {
        format?: 'csv' | 'xlsx' | undefined
        sort?: string | undefined
        'filter[id]'?: string | undefined
        'filter[name]'?: string | undefined
        'filter[name:like]'?: string | undefined
        'filter[name:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
      }
      body: undefined
      answer: Blob
    }
  }
  '/exports/audit-log': {
    download: {
      params: {
        format?: 'csv' | 'xlsx' | undefined
        sort?: string | undefined
        'filter[id]'?: string | undefined
        'filter[happened_at]'?: string | undefined
        'filter[happened_at:gt]'?: string | undefined
        'filter[happened_at:gte]'?: string | undefined
        'filter[happened_at:lt]'?: string | undefined
        'filter[happened_at:lte]'?: string | undefined
        'filter[happened_at:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[user_id]'?: string | undefined
        'filter[user_id:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[who]'?: string | undefined
        'filter[action]'?: string | undefined
        'filter[subject_type]'?: string | undefined
        'filter[subject_id]'?: string | undefined
        'filter[subject_id:isnull]'?: 'true' | 'false' | '1' | '0' | undefined
        'filter[ticket]'?: string | undefined
      }
      body: undefined
      answer: Blob
    }
  }
  '/imports/customers': {
    upload: {
      params: { apply?: '0' | '1' | 'false' | 'true' | undefined }
      body: { file: Blob; apply?: string | undefined }
      answer: { success: boolean; message?: string; data: ImportOutcome }
    }
  }
  '/imports/sites': {
    upload: {
      params: { apply?: '0' | '1' | 'false' | 'true' | undefined }
      body: { file: Blob; apply?: string | undefined }
      answer: { success: boolean; message?: string; data: ImportOutcome }
    }
  }
  '/imports/lots': {
    upload: {
      params: { apply?: '0' | '1' | 'false' | 'true' | undefined }
      body: { file: Blob; apply?: string | undefined }
      answer: { success: boolean; message?: string; data: ImportOutcome }
    }
  }
  '/imports/head-counts': {
    upload: {
      params: { apply?: '0' | '1' | 'false' | 'true' | undefined }
      body: { file: Blob; apply?: string | undefined }
      answer: { success: boolean; message?: string; data: ImportOutcome }
    }
  }
  '/imports/users': {
    upload: {
      params: { apply?: '0' | '1' | 'false' | 'true' | undefined; mail?: '0' | '1' | 'false' | 'true' | undefined }
      body: { file: Blob; apply?: string | undefined; mail?: string | undefined }
      answer: { success: boolean; message?: string; data: ImportOutcome }
    }
  }
  '/imports/post-mortems': {
    upload: {
      params: { apply?: '0' | '1' | 'false' | 'true' | undefined }
      body: { file: Blob; apply?: string | undefined }
      answer: { success: boolean; message?: string; data: ImportOutcome }
    }
  }
  '/imports/trainings': {
    upload: {
      params: { apply?: '0' | '1' | 'false' | 'true' | undefined }
      body: { file: Blob; apply?: string | undefined }
      answer: { success: boolean; message?: string; data: ImportOutcome }
    }
  }
  '/imports/unit-of-measures': {
    upload: {
      params: { apply?: '0' | '1' | 'false' | 'true' | undefined }
      body: { file: Blob; apply?: string | undefined }
      answer: { success: boolean; message?: string; data: ImportOutcome }
    }
  }
  '/imports/species': {
    upload: {
      params: { apply?: '0' | '1' | 'false' | 'true' | undefined }
      body: { file: Blob; apply?: string | undefined }
      answer: { success: boolean; message?: string; data: ImportOutcome }
    }
  }
  '/imports/animal-types': {
    upload: {
      params: { apply?: '0' | '1' | 'false' | 'true' | undefined }
      body: { file: Blob; apply?: string | undefined }
      answer: { success: boolean; message?: string; data: ImportOutcome }
    }
  }
  '/imports/animal-colors': {
    upload: {
      params: { apply?: '0' | '1' | 'false' | 'true' | undefined }
      body: { file: Blob; apply?: string | undefined }
      answer: { success: boolean; message?: string; data: ImportOutcome }
    }
  }
  '/imports/animal-groups': {
    upload: {
      params: { apply?: '0' | '1' | 'false' | 'true' | undefined }
      body: { file: Blob; apply?: string | undefined }
      answer: { success: boolean; message?: string; data: ImportOutcome }
    }
  }
  '/imports/diagnoses': {
    upload: {
      params: { apply?: '0' | '1' | 'false' | 'true' | undefined }
      body: { file: Blob; apply?: string | undefined }
      answer: { success: boolean; message?: string; data: ImportOutcome }
    }
  }
  '/imports/health-risks': {
    upload: {
      params: { apply?: '0' | '1' | 'false' | 'true' | undefined }
      body: { file: Blob; apply?: string | undefined }
      answer: { success: boolean; message?: string; data: ImportOutcome }
    }
  }
  '/imports/treatments': {
    upload: {
      params: { apply?: '0' | '1' | 'false' | 'true' | undefined }
      body: { file: Blob; apply?: string | undefined }
      answer: { success: boolean; message?: string; data: ImportOutcome }
    }
  }
  '/imports/breeds': {
    upload: {
      params: { apply?: '0' | '1' | 'false' | 'true' | undefined }
      body: { file: Blob; apply?: string | undefined }
      answer: { success: boolean; message?: string; data: ImportOutcome }
    }
  }
  '/imports/tag-colors': {
    upload: {
      params: { apply?: '0' | '1' | 'false' | 'true' | undefined }
      body: { file: Blob; apply?: string | undefined }
      answer: { success: boolean; message?: string; data: ImportOutcome }
    }
  }
  '/imports/reports': {
    upload: {
      params: { apply?: '0' | '1' | 'false' | 'true' | undefined }
      body: { file: Blob; apply?: string | undefined }
      answer: { success: boolean; message?: string; data: ImportOutcome }
    }
  }
  '/imports/photo-slots': {
    upload: {
      params: { apply?: '0' | '1' | 'false' | 'true' | undefined }
      body: { file: Blob; apply?: string | undefined }
      answer: { success: boolean; message?: string; data: ImportOutcome }
    }
  }
  '/imports/danger-signs': {
    upload: {
      params: { apply?: '0' | '1' | 'false' | 'true' | undefined }
      body: { file: Blob; apply?: string | undefined }
      answer: { success: boolean; message?: string; data: ImportOutcome }
    }
  }
  '/imports/phrases': {
    upload: {
      params: { apply?: '0' | '1' | 'false' | 'true' | undefined }
      body: { file: Blob; apply?: string | undefined }
      answer: { success: boolean; message?: string; data: ImportOutcome }
    }
  }
  '/imports/sample-kinds': {
    upload: {
      params: { apply?: '0' | '1' | 'false' | 'true' | undefined }
      body: { file: Blob; apply?: string | undefined }
      answer: { success: boolean; message?: string; data: ImportOutcome }
    }
  }
  '/client-errors': {
    post: {
      params: {}
      body: { message: string; stack?: string | undefined; path?: string | undefined }
      answer: { success: boolean; data: { id: string } }
    }
  }
  '/installation': {
    get: {
      params: {}
      body: undefined
      answer: { success: boolean; message?: string; data: Installation }
    }
  }
  '/installation/test-email': {
    post: {
      params: {}
      body: undefined
      answer: { success: boolean; message: string }
    }
  }
  '/installation/retry-emails': {
    post: {
      params: {}
      body: undefined
      answer: { success: boolean; message: string }
    }
  }
}
