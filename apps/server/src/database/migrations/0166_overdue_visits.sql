-- Visits whose day passed without completion, of which people have been told.
create table overdue_visits (
  post_mortem_id uuid primary key references post_mortems on delete cascade,
  scheduled_at timestamptz not null
);
