-- How many photos of a report that is being rendered have been read, for those who wait for it. A crash may lose it.
create unlogged table report_progress (
  post_mortem_id uuid not null references post_mortems (id) on delete cascade,
  draft boolean not null,
  done integer not null,
  photos integer not null,
  updated_at timestamptz not null default now(),
  primary key (post_mortem_id, draft)
);
