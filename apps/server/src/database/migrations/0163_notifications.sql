-- What people are told. No foreign key on user_id: whoever changes a ticket holds its lock, and would wait here for an
-- import or an Admin that holds the user and waits for the ticket.
create table notifications (
  id uuid primary key,
  user_id uuid not null,
  kind text not null,
  post_mortem_id uuid references post_mortems on delete cascade,
  title text not null,
  text text not null,
  -- Null: the page of the ticket.
  link text,
  -- Whether it is listed; otherwise the person chose other channels.
  in_app boolean not null default true,
  created_at timestamptz not null default now(),
  read_at timestamptz
);
create index notifications_of_user on notifications (user_id, created_at desc, id desc) where in_app;
create index unread_notifications_of_user on notifications (user_id) where in_app and read_at is null;
create index notifications_of_post_mortem on notifications (post_mortem_id);
create index notifications_by_age on notifications (created_at);
