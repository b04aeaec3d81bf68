-- A lot takes the deaths of its name from a lot that has it as another name and may have arrived earlier, so that the
-- head of the site changes from the arrival of the earliest such lot.
create or replace function log_changed_head() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into mortality_changes (site_id, day, deaths)
    select old.site_id, day, 0 from (select (to_jsonb(old) ->> tg_argv[0])::date as day) d where day is not null;
  end if;
  if tg_op <> 'DELETE' then
    insert into mortality_changes (site_id, day, deaths)
    select new.site_id, day, 0 from (select (to_jsonb(new) ->> tg_argv[0])::date as day) d where day is not null;
  end if;
  if tg_table_name = 'lots' then
    insert into mortality_changes (site_id, day, deaths)
    select l.site_id, min(l.arrived_at), 0 from lots l
    where l.site_id in (old.site_id, new.site_id) and l.other_names <> '{}' and l.arrived_at is not null
    group by l.site_id;
  end if;
  return null;
end
$$;

-- The head of such sites is computed anew.
insert into mortality_changes (site_id, day, deaths)
select site_id, min(arrived_at), 0 from lots where other_names <> '{}' and arrived_at is not null group by site_id;
