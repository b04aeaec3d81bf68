-- What is known of the installation as a whole, one row for each fact, like the last backup.
create table installation_facts (
  name text primary key,
  value jsonb not null,
  at timestamptz not null default now()
);
