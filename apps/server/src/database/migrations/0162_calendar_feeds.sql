-- The address of a person's calendar is a secret: only its hash is stored.
create table calendar_feeds (
  id uuid primary key,
  user_id uuid not null unique references users,
  token_hash bytea not null unique,
  created_at timestamptz not null default now()
);
-- Visits that were taken from a veterinarian, or lost their date (user_id null), as calendars have to be told.
create table ended_visits (
  post_mortem_id uuid not null references post_mortems on delete cascade,
  user_id uuid references users,
  scheduled_at timestamptz not null,
  duration_minutes integer not null,
  sequence integer not null,
  ended_at timestamptz not null default now(),
  unique nulls not distinct (post_mortem_id, user_id)
);
create index ended_visits_of_user on ended_visits (user_id, ended_at);

-- A trigger, because visits end in many ways: unassigned, reassigned with others, deleted, by a server of the version before.
create function record_ended_visit() returns trigger language plpgsql as $$
begin
  if new.scheduled_at is null or new.deleted_at is not null then
    insert into ended_visits (post_mortem_id, user_id, scheduled_at, duration_minutes, sequence)
    values (old.id, null, old.scheduled_at, old.duration_minutes, new.version)
    on conflict (post_mortem_id, user_id) do update
      set scheduled_at = excluded.scheduled_at, duration_minutes = excluded.duration_minutes,
          sequence = excluded.sequence, ended_at = excluded.ended_at;
  end if;
  if old.scheduled_for_id is not null then
    insert into ended_visits (post_mortem_id, user_id, scheduled_at, duration_minutes, sequence)
    values (old.id, old.scheduled_for_id, old.scheduled_at, old.duration_minutes, new.version)
    on conflict (post_mortem_id, user_id) do update
      set scheduled_at = excluded.scheduled_at, duration_minutes = excluded.duration_minutes,
          sequence = excluded.sequence, ended_at = excluded.ended_at;
  end if;
  return null;
end $$;
create trigger post_mortem_visit_ended after update on post_mortems
  for each row
  when (
    old.scheduled_at is not null and old.deleted_at is null and old.completed_at is null
    and (new.scheduled_at is null or new.deleted_at is not null or new.scheduled_for_id is distinct from old.scheduled_for_id)
  )
  execute function record_ended_visit();
