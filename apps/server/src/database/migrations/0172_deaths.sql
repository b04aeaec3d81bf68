-- One row for each animal of a sent ticket, with everything by which mortality is counted. Counting these narrow rows by
-- their indexes takes a fraction of the time of joining animals with their tickets.
create table deaths (
  animal_id uuid primary key references animals on delete cascade,
  site_id uuid not null,
  day date not null,
  completed boolean not null,
  -- the veterinarian's diagnosis: as it stands, and as clients see it
  diagnosis_id uuid,
  issued_diagnosis_id uuid,
  customer_diagnosis_id uuid,
  lot_key text,
  pen_key text,
  -- thirties of days on feed, the last from 360; null when the arrival is unknown
  feed_band smallint
);

-- The deaths of these animals as their tickets stand. Statements that change what is counted call it for their animals, so
-- that the rows are right whatever the order of the changes.
create function refresh_deaths(ids uuid[]) returns void language sql as $$
with counted as (
  select a.id, a.site_id, coalesce(a.customer_record_at, t.record_at) as day, t.completed_at is not null as completed,
         a.vet_diagnosis_id,
         case when a.issued_opinion is not null then (a.issued_opinion ->> 'vet_diagnosis_id')::uuid
              when t.completed_at is not null and not exists (select from report_versions v where v.post_mortem_id = t.id)
              then a.vet_diagnosis_id end as issued_diagnosis_id,
         a.customer_diagnosis_id, lot_key(a.lot) as lot_key, nullif(lower(btrim(a.pen)), '') as pen_key, a.arrived_at
  from animals a join post_mortems t on t.id = a.post_mortem_id
  where a.id = any(ids) and a.deleted_at is null and t.deleted_at is null and not t.draft
), gone as (
  delete from deaths d where d.animal_id = any(ids) and not exists (select from counted c where c.id = d.animal_id)
)
insert into deaths as d
select id, site_id, day, completed, vet_diagnosis_id, issued_diagnosis_id, customer_diagnosis_id, lot_key, pen_key,
       case when arrived_at <= day then least((day - arrived_at) / 30, 12)::smallint end
from counted where day is not null
on conflict (animal_id) do update
set site_id = excluded.site_id, day = excluded.day, completed = excluded.completed, diagnosis_id = excluded.diagnosis_id,
    issued_diagnosis_id = excluded.issued_diagnosis_id, customer_diagnosis_id = excluded.customer_diagnosis_id,
    lot_key = excluded.lot_key, pen_key = excluded.pen_key, feed_band = excluded.feed_band
where (d.site_id, d.day, d.completed, d.diagnosis_id, d.issued_diagnosis_id, d.customer_diagnosis_id, d.lot_key, d.pen_key,
       d.feed_band)
  is distinct from (excluded.site_id, excluded.day, excluded.completed, excluded.diagnosis_id,
       excluded.issued_diagnosis_id, excluded.customer_diagnosis_id, excluded.lot_key, excluded.pen_key, excluded.feed_band);
$$;

create function count_deaths_of_animals() returns trigger language plpgsql as $$
declare ids uuid[];
begin
  if tg_op = 'INSERT' then
    ids := array(select id from added where deleted_at is null);
  else
    ids := array(
      select n.id from added n join removed o on o.id = n.id
      where (n.site_id, n.customer_record_at, n.lot, n.pen, n.arrived_at, n.vet_diagnosis_id, n.issued_opinion,
             n.customer_diagnosis_id, n.deleted_at, n.post_mortem_id)
        is distinct from (o.site_id, o.customer_record_at, o.lot, o.pen, o.arrived_at, o.vet_diagnosis_id,
             o.issued_opinion, o.customer_diagnosis_id, o.deleted_at, o.post_mortem_id));
  end if;
  if cardinality(ids) > 0 then perform refresh_deaths(ids); end if;
  return null;
end
$$;
create trigger deaths_of_added_animals after insert on animals referencing new table as added
for each statement execute function count_deaths_of_animals();
create trigger deaths_of_changed_animals after update on animals referencing old table as removed new table as added
for each statement execute function count_deaths_of_animals();

create function count_deaths_of_ticket() returns trigger language plpgsql as $$
begin
  perform refresh_deaths(array(select id from animals where post_mortem_id = new.id));
  return null;
end
$$;
create trigger deaths_of_ticket after update of draft, completed_at, deleted_at, record_at on post_mortems
for each row when (not (old.draft and new.draft) and (old.draft, old.completed_at is null, old.deleted_at, old.record_at)
  is distinct from (new.draft, new.completed_at is null, new.deleted_at, new.record_at))
execute function count_deaths_of_ticket();

-- The first version of a ticket that was completed before there were versions ends the sight of unissued opinions.
create function count_deaths_of_version() returns trigger language plpgsql as $$
begin
  perform refresh_deaths(array(select id from animals where post_mortem_id = new.post_mortem_id));
  return null;
end
$$;
create trigger deaths_of_version after insert on report_versions
for each row when (new.number = 1) execute function count_deaths_of_version();

select refresh_deaths(array(
  select a.id from animals a join post_mortems t on t.id = a.post_mortem_id
  where a.deleted_at is null and t.deleted_at is null and not t.draft));

create index deaths_of_site on deaths (site_id, day)
  include (lot_key, pen_key, feed_band, diagnosis_id, issued_diagnosis_id, completed);
create index deaths_by_day on deaths (day) include (site_id, diagnosis_id, issued_diagnosis_id, completed, feed_band);
create index deaths_by_lot on deaths (site_id, lot_key, day);
create index deaths_by_diagnosis on deaths (diagnosis_id, day) include (site_id, completed);
create index deaths_diagnosed_twice on deaths (site_id, day)
  include (diagnosis_id, issued_diagnosis_id, customer_diagnosis_id)
  where customer_diagnosis_id is not null;
