-- The amendment of a completed ticket that is open.
alter table post_mortems add column amendment_reason text;
alter table post_mortems add column amendment_opened_at timestamptz;
alter table post_mortems add column amendment_opened_by_id uuid references users;
create index amendments_by_author on post_mortems (amendment_opened_by_id) where amendment_opened_by_id is not null;
