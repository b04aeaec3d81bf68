-- Where a page in the middle of a long list begins: how many animals a site has of each month, and how many tickets were
-- completed there (UTC). Months, because a practice of 600 sites would have too many days to add up.
create table animal_months (
  site_id uuid not null references sites on delete cascade,
  month date not null,
  animals integer not null,
  primary key (site_id, month)
) with (fillfactor = 50);
create table completion_months (
  site_id uuid not null references sites on delete cascade,
  month date not null,
  tickets integer not null,
  primary key (site_id, month)
) with (fillfactor = 50);

-- Everything committed until now is counted below, everything later by the triggers.
lock table post_mortems, animals in share row exclusive mode;

create function month_of(moment timestamptz) returns date language sql immutable
return date_trunc('month', moment at time zone 'UTC')::date;

create or replace function count_added_animal() returns trigger language plpgsql as $$
begin
  if current_setting('chisholm.counts_itself', true) = 'on' then
    return null;
  end if;
  perform lock_counters(new.site_id);
  insert into animal_counts as known (site_id, animals) values (new.site_id, 1)
  on conflict (site_id) do update set animals = known.animals + 1;
  insert into animal_months as known (site_id, month, animals) values (new.site_id, month_of(new.created_at), 1)
  on conflict (site_id, month) do update set animals = known.animals + 1;
  return null;
end
$$;

create or replace function count_animals() returns trigger language plpgsql as $$
declare
  changed uuid[];
  months date[];
  difference integer[];
begin
  if current_setting('chisholm.counts_itself', true) = 'on' then
    return null;
  end if;
  if tg_op = 'DELETE' then
    select array_agg(site_id), array_agg(month), array_agg(animals) into changed, months, difference
    from (
      select site_id, month_of(created_at) as month, -count(*) as animals
      from removed where deleted_at is null group by 1, 2 order by 1, 2
    ) changes;
  else
    select array_agg(site_id), array_agg(month), array_agg(animals) into changed, months, difference
    from (
      select site_id, month_of(created_at) as month, sum(change) as animals
      from (select site_id, created_at, -1 as change from removed where deleted_at is null
            union all select site_id, created_at, 1 from added where deleted_at is null) each
      group by 1, 2 having sum(change) <> 0 order by 1, 2
    ) changes;
  end if;
  if changed is null then
    return null;
  end if;
  perform lock_counters(site_id) from unnest(changed) as site_id;
  insert into animal_counts as known (site_id, animals)
  select site_id, sum(animals) from unnest(changed, difference) as each (site_id, animals) group by site_id
  on conflict (site_id) do update set animals = known.animals + excluded.animals;
  insert into animal_months as known (site_id, month, animals)
  select * from unnest(changed, months, difference)
  on conflict (site_id, month) do update set animals = known.animals + excluded.animals;
  return null;
end
$$;

-- At the end of the transaction, like the other counters of tickets. New tickets are not completed, so they cost nothing.
create function count_completions() returns trigger language plpgsql as $$
begin
  if current_setting('chisholm.counts_itself', true) = 'on' then
    return null;
  end if;
  perform lock_counters(least(old.site_id, new.site_id));
  if old.site_id <> new.site_id then
    perform lock_counters(greatest(old.site_id, new.site_id));
  end if;
  insert into completion_months as known (site_id, month, tickets)
  select site_id, month_of(completed_at), sum(change)
  from (values (old.site_id, old.completed_at, old.deleted_at, -1), (new.site_id, new.completed_at, new.deleted_at, 1))
    as changes (site_id, completed_at, deleted_at, change)
  where completed_at is not null and deleted_at is null
  group by 1, 2 having sum(change) <> 0 order by 1, 2
  on conflict (site_id, month) do update set tickets = known.tickets + excluded.tickets;
  return null;
end
$$;
create constraint trigger completions_added after insert on post_mortems deferrable initially deferred
for each row when (new.completed_at is not null) execute function count_completions();
create constraint trigger completions_changed after update on post_mortems deferrable initially deferred
for each row when ((old.completed_at is not null or new.completed_at is not null)
  and (old.site_id, old.completed_at, old.deleted_at) is distinct from (new.site_id, new.completed_at, new.deleted_at))
execute function count_completions();
create constraint trigger completions_removed after delete on post_mortems deferrable initially deferred
for each row when (old.completed_at is not null) execute function count_completions();

-- After a load that went past the triggers.
create function recount_animals() returns void language sql as $$
  delete from animal_counts;
  delete from animal_months;
  insert into animal_counts (site_id, animals)
  select site_id, count(*) from animals where deleted_at is null group by 1;
  insert into animal_months (site_id, month, animals)
  select site_id, month_of(created_at), count(*) from animals where deleted_at is null group by 1, 2;
$$;
create function recount_completions() returns void language sql as $$
  delete from completion_months;
  insert into completion_months (site_id, month, tickets)
  select site_id, month_of(completed_at), count(*) from post_mortems
  where completed_at is not null and deleted_at is null group by 1, 2;
$$;

select recount_animals(), recount_completions();
