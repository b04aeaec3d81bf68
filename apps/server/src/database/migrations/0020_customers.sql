-- Customers and sites are made, changed and retired by Admins. Who is retired is offered for nothing new; what it has
-- stays as it is.

alter table customers
  add column retired_at timestamptz,
  -- tells who made it, so that a creation sent twice by the same person happens once
  add column created_by_id uuid references users;

-- Names are told apart without regard to case. Those that are not yet get the end of their id behind them.
with same as (
  select id, row_number() over (partition by lower(btrim(name)) order by created_at, id) as place from customers
)
update customers c set name = btrim(c.name) || ' (' || right(c.id::text, 6) || ')'
from same where same.id = c.id and same.place > 1;
create unique index customers_by_own_name on customers (lower(btrim(name)));
