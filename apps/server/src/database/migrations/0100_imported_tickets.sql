-- The number a ticket had in the system a practice moved over from: the same file imported again finds it.
alter table post_mortems add column imported_number text;
create unique index tickets_by_imported_number on post_mortems (imported_number) where imported_number is not null;

-- Whoever writes very many tickets in one transaction counts them itself, once at its end (`chisholm.counts_itself`). Row
-- by row each ticket would write its counters anew, and every new version takes longer to find than the one before.
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

-- The counters of a site's animals would be held by an import from its first animal to its end, and everybody who adds
-- one there would wait.
create or replace function count_animals() returns trigger language plpgsql as $$
begin
  if current_setting('chisholm.counts_itself', true) = 'on' then
    return null;
  end if;
  if tg_op = 'INSERT' then
    insert into animal_counts as known (site_id, animals)
    select site_id, count(*) from added where deleted_at is null group by site_id order by site_id
    on conflict (site_id) do update set animals = known.animals + excluded.animals;
  elsif tg_op = 'DELETE' then
    insert into animal_counts as known (site_id, animals)
    select site_id, -count(*) from removed where deleted_at is null group by site_id order by site_id
    on conflict (site_id) do update set animals = known.animals + excluded.animals;
  else
    insert into animal_counts as known (site_id, animals)
    select site_id, sum(change)
    from (select site_id, -1 as change from removed where deleted_at is null
          union all select site_id, 1 from added where deleted_at is null) changes
    group by site_id having sum(change) <> 0 order by site_id
    on conflict (site_id) do update set animals = known.animals + excluded.animals;
  end if;
  return null;
end
$$;
