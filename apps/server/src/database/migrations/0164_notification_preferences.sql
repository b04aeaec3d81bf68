create table notification_preferences (
  user_id uuid primary key references users,
  -- The channels that were chosen, by kind; the others have their defaults.
  channels jsonb not null default '{}',
  digest_on boolean not null default false,
  digest_hour smallint not null default 6 check (digest_hour between 0 and 23),
  -- Null: the zone of the practice.
  time_zone text,
  quiet_from text,
  quiet_to text,
  -- The last day in that zone that had its digest, and what it told last.
  digested_on date,
  digested_until timestamptz not null default now(),
  version integer not null default 0,
  check ((quiet_from is null) = (quiet_to is null))
);
