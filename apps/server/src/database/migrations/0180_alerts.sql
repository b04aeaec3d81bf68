-- Rules that tell when deaths increase. A rule with a site belongs to the site, another one covers the sites of its author.
create table alert_rules (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  name text not null,
  site_id uuid references sites on delete cascade,
  diagnosis_id uuid references library_entries on delete cascade,
  system text,
  kind text not null check (kind in ('count', 'rate', 'unusual')),
  threshold double precision not null check (threshold > 0),
  days integer not null check (days between 1 and 90),
  -- whether the threshold was crossed when it was last evaluated, and the last day on which that was done
  crossed boolean not null default false,
  evaluated_on date,
  created_at timestamptz not null default now()
);
create index alert_rules_of_site on alert_rules (site_id);
create index alert_rules_of_user on alert_rules (user_id);
create index alert_rules_of_diagnosis on alert_rules (diagnosis_id);

create table alerts (
  id uuid primary key,
  rule_id uuid not null references alert_rules on delete cascade,
  fired_at timestamptz not null default now(),
  value double precision not null,
  window_from date not null,
  window_to date not null,
  -- the sites whose deaths are in the value; null: all of the practice
  site_ids uuid[],
  note text,
  acknowledged_at timestamptz,
  acknowledged_by_id uuid references users on delete set null
);
create index alerts_of_rule on alerts (rule_id, fired_at);
create index alerts_by_time on alerts (fired_at, id);

-- Sites whose deaths changed since the rules were evaluated. Rows are only appended, so that nobody waits for anybody.
create table death_changes (
  id bigint generated always as identity primary key,
  site_id uuid not null
);

create function note_death_changes() returns trigger language plpgsql as $$
begin
  if not exists (select from alert_rules) then return null; end if;
  if tg_op = 'UPDATE' then
    insert into death_changes (site_id) select site_id from changed union select site_id from removed;
  else
    insert into death_changes (site_id) select distinct site_id from changed;
  end if;
  return null;
end
$$;
create trigger added_deaths_noted after insert on deaths referencing new table as changed
for each statement execute function note_death_changes();
create trigger changed_deaths_noted after update on deaths referencing old table as removed new table as changed
for each statement execute function note_death_changes();
create trigger deleted_deaths_noted after delete on deaths referencing old table as changed
for each statement execute function note_death_changes();
