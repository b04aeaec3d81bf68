-- Files with results of samples, as laboratories send them. Their ids are those of /medias, like the ids of photos.
create table sample_files (
  id uuid primary key,
  sample_id uuid not null references samples on delete cascade,
  name text not null,
  type text not null check (type in ('image/jpeg', 'image/png', 'application/pdf')),
  file_key text not null unique,
  file_hash bytea not null,
  bytes integer not null,
  -- of what was sent, to know a repeated upload by
  content_hash bytea not null,
  -- in pixels; null for a PDF
  width integer,
  height integer,
  created_by_id uuid not null references users,
  created_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index sample_files_of_sample on sample_files (sample_id, created_at);
create index sample_files_by_author on sample_files (created_by_id);

-- All PDFs of versions, those that were rendered before there were versions, and what laboratories reported.
create or replace view report_files as
  select id, post_mortem_id, file_key, file_hash, bytes, created_at from reports
  union all
  select id, post_mortem_id, file_key, file_hash, bytes, issued_at from report_versions where file_key is not null
  union all
  select f.id, a.post_mortem_id, f.file_key, f.file_hash, f.bytes, f.created_at
  from sample_files f join samples s on s.id = f.sample_id join animals a on a.id = s.animal_id;
