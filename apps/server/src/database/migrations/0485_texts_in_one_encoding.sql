-- Accented letters are one character (Unicode NFC), as requests store and filters compare them now. Names that would become
-- the same as another one stay.
update animals set tag = normalize(tag), pen = normalize(pen), lot = normalize(lot)
where tag is not nfc normalized or pen is not nfc normalized or lot is not nfc normalized;

update lots l set name = normalize(l.name)
from (select distinct on (site_id, lot_key(normalize(name))) id from lots where name is not nfc normalized
      order by site_id, lot_key(normalize(name)), id) first
where l.id = first.id and not exists (
  select from lots same where same.site_id = l.site_id and same.id <> l.id and lot_key(same.name) = lot_key(normalize(l.name)));

update lots set other_names = array(select normalize(n) from unnest(other_names) with ordinality as o (n, position) order by position)
where exists (select from unnest(other_names) n where n is not nfc normalized);

update sites s set name = normalize(s.name)
from (select distinct on (customer_id, lower(btrim(normalize(name)))) id from sites where name is not nfc normalized
      order by customer_id, lower(btrim(normalize(name))), id) first
where s.id = first.id and not exists (
  select from sites same where same.customer_id = s.customer_id and same.id <> s.id and lower(btrim(same.name)) = lower(btrim(normalize(s.name))));

update customers c set name = normalize(c.name)
from (select distinct on (lower(btrim(normalize(name)))) id from customers where name is not nfc normalized
      order by lower(btrim(normalize(name))), id) first
where c.id = first.id and not exists (
  select from customers same where same.id <> c.id and lower(btrim(same.name)) = lower(btrim(normalize(c.name))));

update library_entries e set name = normalize(e.name)
from (select distinct on (list, lower(normalize(name))) id from library_entries where name is not nfc normalized
      order by list, lower(normalize(name)), id) first
where e.id = first.id and not exists (
  select from library_entries same where same.list = e.list and same.id <> e.id and lower(same.name) = lower(normalize(e.name)));

update users set first_name = normalize(first_name), last_name = normalize(last_name)
where first_name is not nfc normalized or last_name is not nfc normalized;
update lots set source = normalize(source) where source is not nfc normalized;
update trainings set title = normalize(title) where title is not nfc normalized;
update teaching_cases set title = normalize(title) where title is not nfc normalized;
update alert_rules set name = normalize(name) where name is not nfc normalized;
update scheduled_reports set name = normalize(name) where name is not nfc normalized;
