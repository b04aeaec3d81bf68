-- The pen as entered, where it differs from its key. For labels, so that animals need not be read.
alter table deaths add column pen text;
alter type counted_death add attribute pen text;

create or replace function counted_deaths(ids uuid[]) returns setof counted_death language sql stable as $$
  select c.id, c.site_id, c.day, c.completed, c.vet_diagnosis_id, c.issued_diagnosis_id, c.customer_diagnosis_id,
         lot_key(c.lot), nullif(lower(c.pen), ''),
         case when c.arrived_at <= c.day then least((c.day - c.arrived_at) / 30, 12)::smallint end,
         nullif(c.pen, lower(c.pen))
  from (
    select a.id, a.site_id, coalesce(a.customer_record_at, t.record_at) as day, t.completed_at is not null as completed,
           a.vet_diagnosis_id,
           case when a.issued_opinion is not null then (a.issued_opinion ->> 'vet_diagnosis_id')::uuid
                when t.completed_at is not null and not exists (select from report_versions v where v.post_mortem_id = t.id)
                then a.vet_diagnosis_id end as issued_diagnosis_id,
           a.customer_diagnosis_id, a.lot, btrim(a.pen) as pen, a.arrived_at
    from animals a join post_mortems t on t.id = a.post_mortem_id
    where a.id = any(ids) and a.deleted_at is null and t.deleted_at is null and not t.draft
  ) c
  where c.day is not null
$$;

create or replace function refresh_deaths(ids uuid[]) returns void language plpgsql as $$
declare
  counted counted_death[] := array(select c from counted_deaths(ids) c order by c.animal_id);
  stored counted_death[] := array(
    select row(animal_id, site_id, day, completed, diagnosis_id, issued_diagnosis_id, customer_diagnosis_id, lot_key,
               pen_key, feed_band, pen)::counted_death
    from deaths where animal_id = any(ids) order by animal_id);
  in_both integer := 0;
  inserted integer;
begin
  if counted = stored then return; end if;
  if cardinality(counted) > 0 and cardinality(stored) > 0 then
    in_both := (select count(*) from unnest(counted) c join unnest(stored) d on d.animal_id = c.animal_id);
  end if;
  if in_both < cardinality(stored) then
    delete from deaths d
    where d.animal_id = any(ids) and not exists (select from unnest(counted) c where c.animal_id = d.animal_id);
  end if;
  if in_both > 0 then
    update deaths d
    set site_id = c.site_id, day = c.day, completed = c.completed, diagnosis_id = c.diagnosis_id,
        issued_diagnosis_id = c.issued_diagnosis_id, customer_diagnosis_id = c.customer_diagnosis_id,
        lot_key = c.lot_key, pen_key = c.pen_key, feed_band = c.feed_band, pen = c.pen
    from unnest(counted) c join unnest(stored) s on s.animal_id = c.animal_id
    where d.animal_id = c.animal_id and c is distinct from s;
  end if;
  if in_both < cardinality(counted) then
    insert into deaths
      (animal_id, site_id, day, completed, diagnosis_id, issued_diagnosis_id, customer_diagnosis_id, lot_key, pen_key,
       feed_band, pen)
    select c.animal_id, c.site_id, c.day, c.completed, c.diagnosis_id, c.issued_diagnosis_id, c.customer_diagnosis_id,
           c.lot_key, c.pen_key, c.feed_band, c.pen
    from unnest(counted) c where not exists (select from deaths d where d.animal_id = c.animal_id)
    on conflict (animal_id) do nothing;
    get diagnostics inserted = row_count;
    -- another transaction inserted a row in the meantime
    if inserted < cardinality(counted) - in_both then perform refresh_deaths(ids); end if;
  end if;
end
$$;
