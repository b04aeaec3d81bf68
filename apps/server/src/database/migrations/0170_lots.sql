-- The name of a lot as it is compared: whatever the case and the spaces.
create function lot_key(name text) returns text language sql immutable parallel safe
return nullif(lower(translate(name, E' \t\n\r' || U&'\00A0', '')), '');

-- Groups of animals that were fed together. The animals of a site join its lot by their text.
create table lots (
  id uuid primary key,
  site_id uuid not null references sites,
  name text not null check (lot_key(name) is not null),
  arrived_at date,
  head_in integer check (head_in >= 0),
  source text,
  sex text,
  arrival_weight double precision,
  closed_at date,
  created_at timestamptz not null default now(),
  check (closed_at >= arrived_at)
);
create unique index lots_by_key on lots (site_id, lot_key(name));
