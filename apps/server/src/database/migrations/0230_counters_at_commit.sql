-- Creates on one site waited for each other: the first animal locked the counter of its site until the transaction ended.
-- Added animals are counted at the commit now, like tickets. Changes and deletions still count once per statement.
drop trigger animals_added on animals;

-- Locks the counters of a site until the transaction ends. Call it before changing one of them, because transactions reach
-- them in different orders.
create function lock_counters(site uuid) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('counters of ' || site, 0))
$$;

create function count_added_animal() returns trigger language plpgsql as $$
begin
  if current_setting('chisholm.counts_itself', true) = 'on' then
    return null;
  end if;
  perform lock_counters(new.site_id);
  insert into animal_counts as known (site_id, animals) values (new.site_id, 1)
  on conflict (site_id) do update set animals = known.animals + 1;
  return null;
end
$$;
create constraint trigger animals_are_counted after insert on animals
deferrable initially deferred for each row when (new.deleted_at is null) execute function count_added_animal();

create or replace function count_animals() returns trigger language plpgsql as $$
declare
  changed uuid[];
  difference integer[];
begin
  if current_setting('chisholm.counts_itself', true) = 'on' then
    return null;
  end if;
  if tg_op = 'DELETE' then
    select array_agg(site_id order by site_id), array_agg(animals order by site_id) into changed, difference
    from (select site_id, -count(*) as animals from removed where deleted_at is null group by site_id) changes;
  else
    select array_agg(site_id order by site_id), array_agg(animals order by site_id) into changed, difference
    from (
      select site_id, sum(change) as animals
      from (select site_id, -1 as change from removed where deleted_at is null
            union all select site_id, 1 from added where deleted_at is null) each
      group by site_id having sum(change) <> 0
    ) changes;
  end if;
  if changed is null then
    return null;
  end if;
  perform lock_counters(site_id) from unnest(changed) as site_id;
  insert into animal_counts as known (site_id, animals)
  select * from unnest(changed, difference)
  on conflict (site_id) do update set animals = known.animals + excluded.animals;
  return null;
end
$$;

-- Triggers run in the order of their names: these after those of animal_identities, which added animals lock at once.
drop trigger animals_changed on animals;
drop trigger animals_removed on animals;
create trigger site_animals_changed after update on animals referencing old table as removed new table as added
for each statement execute function count_animals();
create trigger site_animals_removed after delete on animals referencing old table as removed
for each statement execute function count_animals();

create or replace function count_tickets() returns trigger language plpgsql as $$
declare
  left_behind integer := case when tg_op <> 'INSERT' and old.deleted_at is null then -1 else 0 end;
  arrived integer := case when tg_op <> 'DELETE' and new.deleted_at is null then 1 else 0 end;
begin
  if current_setting('chisholm.counts_itself', true) = 'on' then
    return null;
  end if;
  if left_behind + arrived = 0 and (left_behind = 0 or (old.site_id = new.site_id and old.status = new.status)) then
    return null;
  end if;
  perform lock_counters(least(old.site_id, new.site_id));
  if old.site_id <> new.site_id then
    perform lock_counters(greatest(old.site_id, new.site_id));
  end if;
  insert into ticket_counts as known (site_id, status, tickets)
  select site_id, status, change
  from (values (old.site_id, old.status, left_behind), (new.site_id, new.status, arrived)) as changes (site_id, status, change)
  where change <> 0
  order by site_id, status
  on conflict (site_id, status) do update set tickets = known.tickets + excluded.tickets;

  insert into ticket_days as known (status, day, tickets)
  select status, (created_at at time zone 'UTC')::date, change
  from (values (old.status, old.created_at, left_behind), (new.status, new.created_at, arrived)) as changes (status, created_at, change)
  where change <> 0 and (left_behind + arrived <> 0 or old.status <> new.status)
  order by 1, 2
  on conflict (status, day) do update set tickets = known.tickets + excluded.tickets;
  return null;
end
$$;

-- One statement for all recipients of a notification instead of one for each.
create or replace function record_notification_changes() returns trigger language plpgsql as $$
begin
  insert into changes (kind, user_id)
  select 'notification', people.user_id from (select distinct user_id from changed) people
  where not exists (
    select from changes c
    where c.xid = pg_current_xact_id()::text::bigint and c.kind = 'notification' and c.user_id = people.user_id);
  return null;
end $$;

-- One call for all changes of a statement.
create function notify_changes() returns trigger language plpgsql as $$
begin
  perform pg_notify('changes', json_build_object(
    'id', id, 'horizon', horizon, 'kind', kind, 'post_mortem_id', post_mortem_id,
    'site_id', site_id, 'user_id', user_id, 'vets_only', vets_only, 'created_at', created_at)::text)
  from recorded order by id;
  return null;
end $$;
drop trigger change_recorded on changes;
drop function notify_change();
create trigger changes_recorded after insert on changes
referencing new table as recorded for each statement execute function notify_changes();
