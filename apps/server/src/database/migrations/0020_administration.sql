-- Customers and sites are made, changed and retired by Admins. Who is retired is offered for nothing new; what it has
-- stays as it is.

alter table customers
  add column retired_at timestamptz,
  -- tells who made it, so that a creation sent twice by the same person happens once
  add column created_by_id uuid references users;
alter table sites
  add column retired_at timestamptz,
  add column created_by_id uuid references users;

-- Names are told apart without regard to case. Those that are not yet get the end of their id behind them.
with same as (
  select id, row_number() over (partition by lower(btrim(name)) order by created_at, id) as place from customers
)
update customers c set name = btrim(c.name) || ' (' || right(c.id::text, 6) || ')'
from same where same.id = c.id and same.place > 1;
with same as (
  select id, row_number() over (partition by customer_id, lower(btrim(name)) order by created_at, id) as place from sites
)
update sites s set name = btrim(s.name) || ' (' || right(s.id::text, 6) || ')'
from same where same.id = s.id and same.place > 1;
create unique index customers_by_own_name on customers (lower(btrim(name)));
create unique index sites_by_own_name on sites (customer_id, lower(btrim(name)));

-- The list of people, in the order it is read by default, and those of one status.
create index users_by_name on users (last_name, first_name, id) where deleted_at is null;
create index users_by_status on users (status, last_name, first_name, id) where deleted_at is null;

-- Whether a site that shows no tickets has some that are kept for the audit trail: it cannot be deleted then.
create index deleted_tickets_of_site on post_mortems (site_id) where deleted_at is not null;
