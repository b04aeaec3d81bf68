import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { Role } from '@chisholm/domain/permissions'
import type { Status } from '@chisholm/domain/status'

/** A moment: read as Date, written as Date or ISO text. */
type Moment = ColumnType<Date, Date | string, Date | string>
type MaybeMoment = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>
type CreatedAt = ColumnType<Date, Date | string | undefined, never>
type UpdatedAt = ColumnType<Date, Date | string | undefined, Date | string>
type Nullable<T> = ColumnType<T | null, T | null | undefined, T | null>
type Version = Generated<number>

export interface Tables {
  customers: {
    id: string
    name: string
    created_at: CreatedAt
    updated_at: UpdatedAt
    retired_at: MaybeMoment
    created_by_id: Nullable<string>
  }
  sites: {
    id: string
    customer_id: string
    name: string
    region: Nullable<string>
    city: Nullable<string>
    created_at: CreatedAt
    updated_at: UpdatedAt
    retired_at: MaybeMoment
    created_by_id: Nullable<string>
  }
  users: {
    id: string
    pin: GeneratedAlways<number>
    email: string
    password_hash: Nullable<string>
    temporary_password_until: MaybeMoment
    first_name: Nullable<string>
    last_name: Nullable<string>
    phone: Nullable<string>
    city: Nullable<string>
    region: Nullable<string>
    country: Nullable<string>
    roles: Role[]
    status: Generated<'active' | 'invited' | 'disabled'>
    email_verified_at: MaybeMoment
    created_at: CreatedAt
    updated_at: UpdatedAt
    deleted_at: MaybeMoment
    version: Version
  }
  user_sites: { user_id: string; site_id: string; position: Generated<number> }
  rotated_refresh_tokens: {
    hash: Buffer
    sign_in_id: string
    rotated_at: Date
  }
  sign_ins: {
    id: string
    user_id: string
    refresh_hash: Buffer
    previous_refresh_hash: Nullable<Buffer>
    rotated_at: MaybeMoment
    created_at: CreatedAt
    last_used_at: UpdatedAt
    expires_at: Moment
    revoked_at: MaybeMoment
    source: Nullable<string>
    user_agent: Nullable<string>
    password_confirmed_at: MaybeMoment
    passkey_challenge: Nullable<string>
  }
  totp_secrets: {
    user_id: string
    sealed_secret: Buffer
    confirmed_at: MaybeMoment
    last_step: Generated<number>
    last_used_at: MaybeMoment
    created_at: UpdatedAt
    lost_at: MaybeMoment
  }
  secret_keys: { fingerprint: Buffer; since: CreatedAt }
  passkeys: {
    id: string
    user_id: string
    credential_id: string
    public_key: Buffer
    counter: Generated<number>
    transports: Generated<string[]>
    name: string
    created_at: CreatedAt
    last_used_at: MaybeMoment
  }
  recovery_codes: { user_id: string; code_hash: Buffer; used_at: MaybeMoment }
  second_steps: {
    id: string
    user_id: string
    session_hash: Buffer
    passkey_challenge: Nullable<string>
    password_fingerprint: Nullable<string>
    tries: Generated<number>
    completed_at: MaybeMoment
    created_at: CreatedAt
    expires_at: Moment
  }
  sign_in_limits: {
    id: Generated<string>
    address_hash: Buffer
    short_address: string
    user_id: string | null
    since: CreatedAt
    last_failed_at: UpdatedAt
    failures: Generated<number>
    sources: string[]
    next_try_at: MaybeMoment
  }
  turns: { name: string; since: CreatedAt; taken: Generated<number> }
  reset_codes: {
    user_id: string
    code_hash: Buffer
    expires_at: Moment
    attempts: Generated<number>
    created_at: UpdatedAt
  }
  library_entries: {
    id: string
    list: string
    name: string
    code: Nullable<string>
    system: Nullable<string>
    notifiable: Generated<boolean>
    hex: Nullable<string>
    position: Generated<number>
    retired_at: MaybeMoment
    version: Version
  }
  post_mortems: {
    id: string
    pin: GeneratedAlways<number>
    customer_id: string
    site_id: string
    record_at: string
    description: Nullable<string>
    note: Nullable<string>
    no_vet_visit_requested: Generated<boolean>
    draft: Generated<boolean>
    created_by_id: Nullable<string>
    created_at: CreatedAt
    updated_at: UpdatedAt
    requested_at: MaybeMoment
    requested_by_id: Nullable<string>
    scheduled_at: MaybeMoment
    scheduled_by_id: Nullable<string>
    scheduled_for_id: Nullable<string>
    completed_at: MaybeMoment
    completed_by_id: Nullable<string>
    deleted_at: MaybeMoment
    version: Version
    /** What it was called in the system it was imported from. */
    imported_number: Nullable<string>
    status: GeneratedAlways<Status>
  }
  ticket_counts: { site_id: string; status: Status; tickets: number }
  ticket_days: { status: Status; day: string; tickets: number }
  animal_counts: { site_id: string; animals: number }
  /** How many records each animal has that is told by its RFID or tag. */
  animal_identities: { identity: string; animals: number }
  photo_counts: { site_id: string; photos: number }
  animals: {
    id: string
    post_mortem_id: string
    /** Of its ticket; a trigger keeps it. */
    site_id: Generated<string>
    /** What makes several records one animal; a trigger keeps it. */
    identity: Generated<string>
    tag: Nullable<string>
    rfid: Nullable<string>
    pen: Nullable<string>
    lot: Nullable<string>
    tag_color_id: Nullable<string>
    customer_record_at: Nullable<string>
    customer_notes: Nullable<string>
    customer_diagnosis_id: Nullable<string>
    customer_diagnosis_note: Nullable<string>
    vet_diagnosis_id: Nullable<string>
    vet_diagnosis_note: Nullable<string>
    vet_findings: Nullable<string>
    breed_id: Nullable<string>
    animal_color_id: Nullable<string>
    animal_group_id: Nullable<string>
    weight: Nullable<number>
    temperature: Nullable<number>
    created_by_id: Nullable<string>
    created_at: CreatedAt
    updated_at: UpdatedAt
    deleted_at: MaybeMoment
    version: Version
  }
  photos: {
    id: string
    animal_id: string
    name: string
    type: 'image/jpeg' | 'image/png'
    image_key: string
    thumbnail_key: string
    bytes: number
    width: number
    height: number
    content_hash: Buffer
    image_hash: Nullable<Buffer>
    thumbnail_hash: Nullable<Buffer>
    thumbnail_bytes: Nullable<number>
    lost_at: MaybeMoment
    created_by_id: Nullable<string>
    created_at: CreatedAt
    deleted_at: MaybeMoment
    /** Site of its animal while both are there, else null; a trigger keeps it. */
    visible_site_id: Generated<string | null>
  }
  reports: {
    id: string
    post_mortem_id: string
    content_hash: Buffer
    file_key: string
    file_hash: Nullable<Buffer>
    bytes: Nullable<number>
    created_at: CreatedAt
  }
  trainings: {
    id: string
    title: string
    description: Nullable<string>
    pre_content: Nullable<string>
    post_content: Nullable<string>
    position: Generated<number>
    created_at: CreatedAt
    version: Version
  }
  training_sections: { id: string; training_id: string; heading: string; content: string; position: Generated<number> }
  saved_reports: {
    id: string
    user_id: string
    type: 'animals'
    name: string
    parameters: JSONColumnType<{ filter: Record<string, unknown> }>
    created_at: CreatedAt
    updated_at: UpdatedAt
    version: Version
  }
  idempotency_keys: {
    user_id: string
    key: string
    fingerprint: Buffer
    reserved_id: string
    server: Nullable<number>
    answer_status: Nullable<number>
    answer_type: Nullable<string>
    answer_etag: Nullable<string>
    answer_body: Nullable<string>
    created_at: CreatedAt
  }
  provider_details: {
    version: number
    valid_from: Moment
    name: string
    phone: string
    email: string
    url: string
    time_zone: Nullable<string>
    address: Nullable<string>
    logo_key: Nullable<string>
  }
  provider_defaults: {
    is_only: Generated<boolean>
    name: string
    phone: string
    email: string
    url: string
  }
  installation_facts: {
    name: string
    value: JSONColumnType<object>
    at: ColumnType<Date, Date | string | undefined, Date | string>
  }
  scanner_settings: {
    is_only: Generated<boolean>
    device_name: string
    service_uuid: string
    characteristic_uuid: string
    result_from: number
    result_to: number
    version: Version
  }
  audit_entries: {
    id: string
    happened_at: CreatedAt
    user_id: Nullable<string>
    action: string
    subject_type: string
    subject_id: string
    before: Nullable<string>
    after: Nullable<string>
    request_id: Nullable<string>
    source: Nullable<string>
  }
}
