-- Like those of tickets (0460).
alter table animals
  add column client_version_offset integer not null default 0,
  add column client_updated_at timestamptz;
create index animals_by_client_change on animals (coalesce(client_updated_at, updated_at) desc, id desc)
  where deleted_at is null;
