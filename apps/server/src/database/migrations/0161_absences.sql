-- Days on which a veterinarian is away, first and last included.
create table absences (
  id uuid primary key,
  user_id uuid not null references users,
  first_day date not null,
  last_day date not null,
  note text,
  created_at timestamptz not null default now(),
  check (last_day >= first_day)
);
create index absences_of_user on absences (user_id, last_day);
create index absences_by_day on absences (last_day);
-- The visits of a veterinarian, to find those that overlap, and those of a day.
create index visits_of_vet on post_mortems (scheduled_for_id, scheduled_at) where deleted_at is null;
