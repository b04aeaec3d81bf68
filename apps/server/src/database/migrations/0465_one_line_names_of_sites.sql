-- Like those of customers (0464).
with named as (
  select id, customer_id, created_at, name as before,
    btrim(regexp_replace(name, '[\s\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+', ' ', 'g')) as name
  from sites
), same as (
  select id, before, name, row_number() over (partition by customer_id, lower(name) order by before <> name, created_at, id) as place
  from named
)
update sites c
set name = case when same.place = 1 then same.name else same.name || ' (' || right(c.id::text, 6) || ')' end
from same where same.id = c.id and same.before <> same.name;
