-- Deaths of whole months and years by lot and by pen, and the head of lots by month and year, as those of sites in 0181.

-- No death may be added between the first sums below and the first change that is logged with its lot.
lock table deaths in share mode;
-- '': the animal had no lot or no pen. null: the change is older than these sums and is included in them.
alter table mortality_changes add column lot_key text, add column pen text;

create table deaths_of_lots (
  grain text not null check (grain in ('month', 'year')),
  start date not null,
  site_id uuid not null,
  lot_key text not null,
  deaths integer not null,
  examined integer not null,
  issued_examined integer not null,
  primary key (grain, start, site_id, lot_key) include (deaths, examined, issued_examined)
);
-- Pens as entered, which are grouped without case when they are read.
create table deaths_of_pens (
  grain text not null check (grain in ('month', 'year')),
  start date not null,
  site_id uuid not null,
  pen text not null,
  deaths integer not null,
  examined integer not null,
  issued_examined integer not null,
  primary key (grain, start, site_id, pen) include (deaths, examined, issued_examined)
);
create table head_of_lots (
  grain text not null check (grain in ('month', 'year')),
  start date not null,
  site_id uuid not null,
  lot_id uuid not null,
  head_days bigint not null,
  primary key (grain, start, site_id, lot_id) include (head_days)
);
-- The last day, the end of a month, up to which the head of a site's lots is stored; sites without a row have none.
create table head_of_lots_stored (
  site_id uuid primary key,
  until date not null
);

insert into deaths_of_lots
select g.grain, date_trunc(g.grain, d.day::timestamp)::date, d.site_id, coalesce(d.lot_key, ''), count(*),
       count(*) filter (where d.completed and d.diagnosis_id is not null),
       count(*) filter (where d.completed and d.issued_diagnosis_id is not null)
from deaths d cross join (values ('month'), ('year')) g (grain) group by 1, 2, 3, 4;
insert into deaths_of_pens
select g.grain, date_trunc(g.grain, d.day::timestamp)::date, d.site_id, coalesce(d.pen, d.pen_key, ''), count(*),
       count(*) filter (where d.completed and d.diagnosis_id is not null),
       count(*) filter (where d.completed and d.issued_diagnosis_id is not null)
from deaths d cross join (values ('month'), ('year')) g (grain) group by 1, 2, 3, 4;

create or replace function log_changed_deaths() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into mortality_changes
      (site_id, day, deaths, completed, diagnosis_id, issued_diagnosis_id, customer_diagnosis_id, feed_band, lot_key, pen)
    select site_id, day, -1, completed, diagnosis_id, issued_diagnosis_id, customer_diagnosis_id, feed_band,
           coalesce(lot_key, ''), coalesce(pen, pen_key, '')
    from removed;
  end if;
  if tg_op <> 'DELETE' then
    insert into mortality_changes
      (site_id, day, deaths, completed, diagnosis_id, issued_diagnosis_id, customer_diagnosis_id, feed_band, lot_key, pen)
    select site_id, day, 1, completed, diagnosis_id, issued_diagnosis_id, customer_diagnosis_id, feed_band,
           coalesce(lot_key, ''), coalesce(pen, pen_key, '')
    from added;
  end if;
  return null;
end
$$;

-- The job deletes the changes that it has added to the other sums. A trigger, so that a server of the previous version
-- keeps these sums, too.
create function add_to_lots_and_pens() returns trigger language plpgsql as $$
begin
  insert into deaths_of_lots as s (grain, start, site_id, lot_key, deaths, examined, issued_examined)
  select g.grain, date_trunc(g.grain, r.day::timestamp)::date, r.site_id, r.lot_key, sum(r.deaths),
         sum(r.deaths * (r.completed and r.diagnosis_id is not null)::int),
         sum(r.deaths * (r.completed and r.issued_diagnosis_id is not null)::int)
  from removed r cross join (values ('month'), ('year')) g (grain)
  where r.deaths <> 0 and r.lot_key is not null group by 1, 2, 3, 4
  on conflict (grain, start, site_id, lot_key) do update set deaths = s.deaths + excluded.deaths,
    examined = s.examined + excluded.examined, issued_examined = s.issued_examined + excluded.issued_examined;

  insert into deaths_of_pens as s (grain, start, site_id, pen, deaths, examined, issued_examined)
  select g.grain, date_trunc(g.grain, r.day::timestamp)::date, r.site_id, r.pen, sum(r.deaths),
         sum(r.deaths * (r.completed and r.diagnosis_id is not null)::int),
         sum(r.deaths * (r.completed and r.issued_diagnosis_id is not null)::int)
  from removed r cross join (values ('month'), ('year')) g (grain)
  where r.deaths <> 0 and r.pen is not null group by 1, 2, 3, 4
  on conflict (grain, start, site_id, pen) do update set deaths = s.deaths + excluded.deaths,
    examined = s.examined + excluded.examined, issued_examined = s.issued_examined + excluded.issued_examined;

  -- names that nobody uses any more are not kept
  delete from deaths_of_lots s
  using (
    select distinct g.grain, date_trunc(g.grain, r.day::timestamp)::date as start, r.site_id, r.lot_key
    from removed r cross join (values ('month'), ('year')) g (grain) where r.deaths < 0
  ) r
  where (s.grain, s.start, s.site_id, s.lot_key) = (r.grain, r.start, r.site_id, r.lot_key)
    and (s.deaths, s.examined, s.issued_examined) = (0, 0, 0);
  delete from deaths_of_pens s
  using (
    select distinct g.grain, date_trunc(g.grain, r.day::timestamp)::date as start, r.site_id, r.pen
    from removed r cross join (values ('month'), ('year')) g (grain) where r.deaths < 0
  ) r
  where (s.grain, s.start, s.site_id, s.pen) = (r.grain, r.start, r.site_id, r.pen)
    and (s.deaths, s.examined, s.issued_examined) = (0, 0, 0);

  update head_of_lots_stored s set until = r.until
  from (select site_id, date_trunc('month', min(day)::timestamp)::date - 1 as until from removed group by 1) r
  where s.site_id = r.site_id and s.until > r.until;
  return null;
end
$$;
create trigger changes_of_lots_and_pens after delete on mortality_changes referencing old table as removed
for each statement execute function add_to_lots_and_pens();
