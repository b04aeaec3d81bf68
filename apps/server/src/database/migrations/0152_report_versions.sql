-- Every report that was issued, for ever: what it says, and the PDF once it is rendered. Versions of a ticket are
-- numbered from 1; the one with the highest number is current.
create table report_versions (
  id uuid primary key,
  post_mortem_id uuid not null references post_mortems,
  number integer not null check (number > 0),
  kind text not null check (kind in ('preliminary', 'final', 'amended')),
  issued_at timestamptz not null,
  issued_by_id uuid references users,
  reason text,
  -- printed on the report, to verify it
  code text not null unique,
  -- everything the PDF shows except photos and logo, which are files
  content jsonb not null,
  -- the animals when it was issued: what an amendment that is given up restores
  snapshot jsonb not null,
  -- null until the PDF is rendered
  file_key text,
  file_hash bytea,
  bytes integer,
  unique (post_mortem_id, number)
);
create index report_versions_by_author on report_versions (issued_by_id) where issued_by_id is not null;

-- All PDFs: of versions, and those that were rendered before there were versions.
create view report_files as
  select id, post_mortem_id, file_key, file_hash, bytes, created_at from reports
  union all
  select id, post_mortem_id, file_key, file_hash, bytes, issued_at from report_versions where file_key is not null;
