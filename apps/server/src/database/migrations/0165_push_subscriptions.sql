-- A browser that takes pushes, for the person who signed in there last.
create table push_subscriptions (
  id uuid primary key,
  user_id uuid not null references users,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  -- The public key of the server with which the browser subscribed.
  server_key text not null,
  created_at timestamptz not null default now()
);
create index push_subscriptions_of_user on push_subscriptions (user_id);
