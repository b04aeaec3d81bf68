-- Names are one line with single spaces, as imports compare them. Of several that become alike, those that change get the
-- end of their id behind them.
with named as (
  select id, created_at, name as before,
    btrim(regexp_replace(name, '[\s\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]+', ' ', 'g')) as name
  from customers
), same as (
  select id, before, name, row_number() over (partition by lower(name) order by before <> name, created_at, id) as place
  from named
)
update customers c
set name = case when same.place = 1 then same.name else same.name || ' (' || right(c.id::text, 6) || ')' end
from same where same.id = c.id and same.before <> same.name;
