-- Who has the examination of an animal open, so that colleagues see each other. Lost with a crash, which loses nothing:
-- each screen reports itself again.
create unlogged table examination_presence (
  animal_id uuid not null references animals (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  seen_at timestamptz not null default now(),
  primary key (animal_id, user_id)
);
create index examination_presence_by_user on examination_presence (user_id);
create index examination_presence_by_age on examination_presence (seen_at);
