-- The whole domain. Ids are UUIDs of version 7 made by the server or by the client that creates the thing,
-- so that an offline client stays exactly-once and PostgreSQL 15 serves too.

create table customers (
  id uuid primary key,
  name text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index customers_by_name on customers (name, id);

create table sites (
  id uuid primary key,
  customer_id uuid not null references customers,
  name text not null,
  region text,
  city text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- lets a ticket prove that its site belongs to its customer
  unique (id, customer_id)
);
create index sites_of_customer on sites (customer_id, name);
create index sites_by_name on sites (name, id);

create table users (
  id uuid primary key,
  pin integer generated always as identity unique,
  email text not null,
  password_hash text,
  -- a temporary password opens only the NEW_PASSWORD_REQUIRED challenge and ends at this time
  temporary_password_until timestamptz,
  first_name text,
  last_name text,
  phone text,
  city text,
  region text,
  country text,
  roles text[] not null check (roles <@ array['Client', 'Veterinarian', 'Admin', 'SuperAdmin'] and cardinality(roles) > 0),
  status text not null default 'active' check (status in ('active', 'invited', 'disabled')),
  email_verified_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  version integer not null default 1
);
create unique index users_by_email on users (lower(email));
create index users_by_role on users using gin (roles);

-- A client sees the sites it is linked to, and the customers of those sites.
create table user_sites (
  user_id uuid not null references users on delete cascade,
  site_id uuid not null references sites on delete cascade,
  position integer not null default 0,
  primary key (user_id, site_id)
);
create index users_of_site on user_sites (site_id);

create table sign_ins (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  refresh_hash bytea not null,
  -- the token before the last rotation: used again soon it is a race of two tabs, later it is theft
  previous_refresh_hash bytea,
  rotated_at timestamptz,
  created_at timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  source text,
  user_agent text
);
create index sign_ins_of_user on sign_ins (user_id) where revoked_at is null;
create index sign_ins_by_refresh on sign_ins (refresh_hash);
create index sign_ins_by_previous_refresh on sign_ins (previous_refresh_hash);

create table failed_sign_ins (
  email text not null,
  source text not null,
  failed_at timestamptz not null default now()
);
create index failed_sign_ins_of_address on failed_sign_ins (email, source, failed_at);

create table reset_codes (
  user_id uuid primary key references users on delete cascade,
  code_hash bytea not null,
  expires_at timestamptz not null,
  attempts integer not null default 0,
  created_at timestamptz not null default now()
);

create table library_entries (
  id uuid primary key,
  list text not null,
  name text not null,
  code text,
  system text,
  notifiable boolean not null default false,
  hex text,
  position integer not null default 0,
  -- a retired entry is offered no more and stays on old tickets
  retired_at timestamptz,
  unique (list, name)
);

create table post_mortems (
  id uuid primary key,
  pin integer generated always as identity unique,
  customer_id uuid not null references customers,
  site_id uuid not null,
  record_at date not null,
  description text,
  note text,
  no_vet_visit_requested boolean not null default false,
  draft boolean not null default true,
  created_by_id uuid references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  requested_at timestamptz,
  requested_by_id uuid references users,
  scheduled_at timestamptz,
  scheduled_by_id uuid references users,
  scheduled_for_id uuid references users,
  completed_at timestamptz,
  completed_by_id uuid references users,
  deleted_at timestamptz,
  version integer not null default 1,
  -- derived, so that it can be indexed and never disagrees (specification 4.1)
  status text generated always as (
    case
      when completed_at is not null then 'Completed'
      when draft then 'Draft'
      when scheduled_at is not null or scheduled_for_id is not null then 'In Progress'
      else 'Pending'
    end
  ) stored,
  foreign key (site_id, customer_id) references sites (id, customer_id),
  check (not draft or (scheduled_at is null and scheduled_for_id is null and completed_at is null))
);
create index tickets_by_status on post_mortems (status, created_at desc, id desc) where deleted_at is null;
create index tickets_of_site_by_status on post_mortems (site_id, status, created_at desc, id desc) where deleted_at is null;
create index tickets_of_customer on post_mortems (customer_id, created_at desc, id desc) where deleted_at is null;
create index tickets_by_creation on post_mortems (created_at desc, id desc) where deleted_at is null;
create index tickets_completed_by on post_mortems (completed_by_id, created_at desc) where deleted_at is null;
create index tickets_scheduled_for on post_mortems (scheduled_for_id, created_at desc) where deleted_at is null;
create index tickets_by_completion on post_mortems (completed_at desc) where deleted_at is null;
create index tickets_by_record_date on post_mortems (record_at desc) where deleted_at is null;

create table animals (
  id uuid primary key,
  post_mortem_id uuid not null references post_mortems,
  tag text,
  rfid text,
  pen text,
  lot text,
  tag_color_id uuid references library_entries,
  customer_record_at date,
  customer_notes text,
  customer_diagnosis_id uuid references library_entries,
  customer_diagnosis_note text,
  vet_diagnosis_id uuid references library_entries,
  vet_diagnosis_note text,
  vet_findings text,
  breed_id uuid references library_entries,
  animal_color_id uuid references library_entries,
  animal_group_id uuid references library_entries,
  weight numeric(8, 2) check (weight >= 0),
  temperature numeric(4, 1),
  created_by_id uuid references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  version integer not null default 1
);
create index animals_of_ticket on animals (post_mortem_id, created_at, id) where deleted_at is null;
create index animals_by_rfid on animals (lower(btrim(rfid))) where deleted_at is null;
create index animals_by_tag on animals (lower(btrim(tag))) where deleted_at is null;
create index animals_by_lot on animals (lower(btrim(lot))) where deleted_at is null;

create table photos (
  id uuid primary key,
  animal_id uuid not null references animals,
  name text not null,
  type text not null check (type in ('image/jpeg', 'image/png')),
  image_key text not null,
  thumbnail_key text not null,
  bytes integer not null,
  width integer not null,
  height integer not null,
  -- fingerprint of what was sent: a repeated upload of the same picture under the same id is the same photo
  content_hash bytea not null,
  created_by_id uuid references users,
  created_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index photos_of_animal on photos (animal_id, created_at, id) where deleted_at is null;

-- A report is made once per content: the id changes when, and only when, the content changes.
create table reports (
  id uuid primary key,
  post_mortem_id uuid not null references post_mortems,
  content_hash bytea not null,
  file_key text not null,
  created_at timestamptz not null default now(),
  unique (post_mortem_id, content_hash)
);

create table trainings (
  id uuid primary key,
  title text not null,
  description text,
  pre_content text,
  post_content text,
  position integer not null default 0,
  created_at timestamptz not null default now()
);

create table training_sections (
  id uuid primary key,
  training_id uuid not null references trainings on delete cascade,
  heading text not null,
  content text not null,
  position integer not null default 0
);
create index sections_of_training on training_sections (training_id, position);

create table saved_reports (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  type text not null check (type in ('animals')),
  name text not null,
  parameters jsonb not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);
create index saved_reports_of_user on saved_reports (user_id, name);

create table idempotency_keys (
  user_id uuid not null references users on delete cascade,
  key text not null,
  fingerprint bytea not null,
  -- what the request creates gets this id, so that a try after a crash cannot create it twice
  reserved_id uuid not null,
  -- null while the first request still runs
  answer_status integer,
  answer_type text,
  answer_body text,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);

-- Who did what to what, when, with the state before and after. Never changed, never deleted.
create table audit_entries (
  id uuid primary key,
  happened_at timestamptz not null default now(),
  user_id uuid references users,
  action text not null,
  subject_type text not null,
  subject_id uuid not null,
  before jsonb,
  after jsonb,
  request_id text,
  source text
);
create index audit_of_subject on audit_entries (subject_id, happened_at);
create index audit_by_time on audit_entries (happened_at desc);
