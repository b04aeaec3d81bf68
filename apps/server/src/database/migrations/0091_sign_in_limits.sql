-- Failed sign-ins of an address lately, from all sources together: from a hundred within an hour on, each try has to wait.
-- The address of no account stands here too, as a hash and in short, so that both are limited alike. A crash may forget it.
create unlogged table sign_in_limits (
  id uuid primary key default gen_random_uuid(),
  -- SHA-256 of the address in small letters
  address_hash bytea not null unique,
  -- for people, like m…@ranch.example
  short_address text not null,
  user_id uuid references users on delete cascade,
  since timestamptz not null default now(),
  last_failed_at timestamptz not null default now(),
  failures integer not null default 1,
  sources text[] not null,
  next_try_at timestamptz
);
create index sign_in_limits_that_hold on sign_in_limits (next_try_at) where next_try_at is not null;
create index sign_in_limits_by_age on sign_in_limits (last_failed_at);
