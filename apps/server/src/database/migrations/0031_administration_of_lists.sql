-- What Admins keep: library lists, the practice's own details and its scanners.

alter table library_entries add column version integer not null default 1;

-- A place in a list is there only where an Admin asked for an order: 0 is none, and the list is alphabetical.
update library_entries set position = 0;

-- One name, one entry, however it is written; retired ones count, as they may come back.
create unique index library_names on library_entries (list, lower(name));
create unique index library_codes on library_entries (list, lower(code)) where code is not null;

-- What the practice told of itself, and since when: a completed report keeps what was true at its completion. Number 0
-- is what the environment said before the first change; without any row the environment still speaks.
create table provider_details (
  version integer primary key,
  valid_from timestamptz not null,
  name text not null,
  phone text not null,
  email text not null,
  url text not null
);

-- How the practice's scanners talk (specification 3, Scanner configuration); without its row the usual settings hold.
create table scanner_settings (
  is_only boolean primary key default true check (is_only),
  device_name text not null,
  service_uuid uuid not null,
  characteristic_uuid uuid not null,
  result_from integer not null,
  result_to integer not null,
  version integer not null default 1
);
