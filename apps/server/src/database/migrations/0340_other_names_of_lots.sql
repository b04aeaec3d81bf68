-- Other names by which animals refer to a lot: it was renamed, or the crew writes it differently.
alter table lots add column other_names text[] not null default '{}';
create index lots_with_other_names on lots (site_id) where other_names <> '{}';

-- The keys of these names. A lot of that name goes first, then the oldest lot with that other name.
create view other_lot_keys as
select distinct on (l.site_id, lot_key(o.name)) l.site_id, l.id as lot_id, lot_key(l.name) as lot_key, lot_key(o.name) as key
from lots l cross join unnest(l.other_names) as o (name)
where l.other_names <> '{}'
  and not exists (select from lots m where m.site_id = l.site_id and lot_key(m.name) = lot_key(o.name))
order by l.site_id, lot_key(o.name), l.created_at, l.id;
