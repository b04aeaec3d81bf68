-- Issued deaths of whole months and years by the system of their diagnosis: a fourth of the rows of
-- deaths_by_site_and_cause, for the comparison of all customers.
create table issued_deaths_by_system (
  grain text not null check (grain in ('month', 'year')),
  start date not null,
  site_id uuid not null,
  system text not null,
  deaths integer not null,
  primary key (grain, start, site_id, system) include (deaths)
);

-- The system under which each diagnosis is in these sums. The job moves the sums of a diagnosis whose system changed; until
-- then they are not read.
create table diagnosis_systems (
  diagnosis_id uuid primary key,
  system text not null
);

create function add_to_systems() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    insert into issued_deaths_by_system as s (grain, start, site_id, system, deaths)
    select c.grain, c.start, c.site_id, d.system, sum(c.deaths)
    from (
      select grain, start, site_id, issued_diagnosis_id, deaths from added
      union all select grain, start, site_id, issued_diagnosis_id, -deaths from removed
    ) c join diagnosis_systems d on d.diagnosis_id = c.issued_diagnosis_id
    group by 1, 2, 3, 4
    on conflict (grain, start, site_id, system) do update set deaths = s.deaths + excluded.deaths;
  else
    insert into issued_deaths_by_system as s (grain, start, site_id, system, deaths)
    select c.grain, c.start, c.site_id, d.system, sum(c.deaths)
    from added c join diagnosis_systems d on d.diagnosis_id = c.issued_diagnosis_id group by 1, 2, 3, 4
    on conflict (grain, start, site_id, system) do update set deaths = s.deaths + excluded.deaths;
  end if;
  return null;
end
$$;
-- Triggers rather than statements of the job, so that a server of the previous version keeps these sums, too.
create trigger added_sums_by_system after insert on deaths_by_site_and_cause referencing new table as added
for each statement execute function add_to_systems();
create trigger changed_sums_by_system after update on deaths_by_site_and_cause
referencing old table as removed new table as added
for each statement execute function add_to_systems();
