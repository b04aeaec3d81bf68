-- As for customers: sites are retired, and a customer has no two of one name.

alter table sites
  add column retired_at timestamptz,
  add column created_by_id uuid references users;

with same as (
  select id, row_number() over (partition by customer_id, lower(btrim(name)) order by created_at, id) as place from sites
)
update sites s set name = btrim(s.name) || ' (' || right(s.id::text, 6) || ')'
from same where same.id = s.id and same.place > 1;
create unique index sites_by_own_name on sites (customer_id, lower(btrim(name)));
