-- Samples of an animal for a laboratory, with their results. The label is what stands on the container.
create table samples (
  id uuid primary key,
  number integer not null generated always as identity unique,
  label text not null generated always as ('S-' || number::text) stored,
  animal_id uuid not null references animals on delete cascade,
  sample_kind_id uuid not null references library_entries,
  container text,
  taken_at timestamptz,
  lab text,
  test text,
  sent_at timestamptz,
  received_at timestamptz,
  result text,
  result_flag text check (result_flag in ('negative', 'positive', 'inconclusive')),
  result_at timestamptz,
  note text,
  created_by_id uuid not null references users,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  version integer not null default 1
);
create index samples_of_animal on samples (animal_id, number) where deleted_at is null;
create index samples_of_label on samples (lower(btrim(label)));
create index samples_waiting on samples (sent_at, number) where deleted_at is null and result_at is null;
create index samples_of_kind on samples (sample_kind_id);
