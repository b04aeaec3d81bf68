-- The conversation about a ticket. An internal comment is never shown to clients.
create table comments (
  id uuid primary key,
  post_mortem_id uuid not null references post_mortems on delete cascade,
  text text not null,
  internal boolean not null,
  created_by_id uuid not null references users,
  created_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index comments_of_ticket on comments (post_mortem_id, created_at, id) where deleted_at is null;
