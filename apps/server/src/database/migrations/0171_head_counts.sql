-- How many animals were on a site at the end of a day.
create table head_counts (
  id uuid primary key,
  site_id uuid not null references sites,
  date date not null,
  head integer not null check (head >= 0),
  created_at timestamptz not null default now()
);
create unique index head_counts_by_day on head_counts (site_id, date);
