-- Where a far page begins. How many tickets of each status were created on each day (UTC) tells on which day the
-- 20,000th lies; from there only the rest of that day has to be skipped. OFFSET alone took 540 ms at a million tickets.

create table ticket_days (
  status text not null,
  day date not null,
  tickets integer not null,
  primary key (status, day)
) with (fillfactor = 50);
alter table ticket_counts set (fillfactor = 50);

-- Both counters anew from the tickets themselves, after a load that went past the trigger.
create function recount_tickets() returns void language sql as $$
  delete from ticket_counts;
  delete from ticket_days;
  insert into ticket_counts (site_id, status, tickets)
  select site_id, status, count(*) from post_mortems where deleted_at is null group by site_id, status;
  insert into ticket_days (status, day, tickets)
  select status, (created_at at time zone 'UTC')::date, count(*) from post_mortems where deleted_at is null group by 1, 2;
$$;

-- Every transaction takes the rows it counts in the same order, so that no two wait for each other.
create or replace function count_tickets() returns trigger language plpgsql as $$
declare
  left_behind integer := case when tg_op <> 'INSERT' and old.deleted_at is null then -1 else 0 end;
  arrived integer := case when tg_op <> 'DELETE' and new.deleted_at is null then 1 else 0 end;
begin
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

-- At the end of the transaction: everybody's tickets of a day share a counter, and none should wait for another's work.
drop trigger tickets_are_counted on post_mortems;
create constraint trigger tickets_are_counted after insert or update or delete on post_mortems
deferrable initially deferred for each row execute function count_tickets();

select recount_tickets();

create index animals_by_pen on animals (lower(btrim(pen))) where deleted_at is null;
