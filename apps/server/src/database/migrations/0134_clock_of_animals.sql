-- The moment after which opening a carcass teaches little; kept by the triggers below.
alter table animals add column examine_by timestamptz;

create function examine_by(died_at timestamptz, found_at timestamptz, air_temperature_c numeric) returns timestamptz
language sql stable
return coalesce(died_at, found_at) + interval '1 hour' * case when air_temperature_c < 5
  then coalesce((select carcass_late_hours_cold from provider_details
    where carcass_late_hours_cold is not null order by version desc limit 1), 48)
  else coalesce((select carcass_late_hours from provider_details
    where carcass_late_hours is not null order by version desc limit 1), 24) end;

create function set_examine_by() returns trigger language plpgsql as $$
begin
  new.examine_by := case when coalesce(new.died_at, new.found_at) is not null
    then examine_by(new.died_at, new.found_at, new.air_temperature_c) end;
  return new;
end
$$;
create trigger animals_have_a_clock before insert or update of died_at, found_at, air_temperature_c on animals
for each row execute function set_examine_by();

create function set_last_examine_by(tickets uuid[]) returns void language sql as $$
  update post_mortems t set last_examine_by = latest.examine_by
  from (
    select ticket.id, (select max(a.examine_by) from animals a where a.post_mortem_id = ticket.id and a.deleted_at is null)
    from unnest(tickets) as ticket (id)
  ) as latest (id, examine_by)
  where t.id = latest.id and t.deleted_at is null and t.last_examine_by is distinct from latest.examine_by
$$;

create function follow_clocks() returns trigger language plpgsql as $$
declare
  tickets uuid[];
begin
  if tg_op = 'INSERT' then
    tickets := array(select distinct post_mortem_id from added where examine_by is not null);
  elsif tg_op = 'DELETE' then
    tickets := array(select distinct post_mortem_id from removed where examine_by is not null);
  else
    tickets := array(
      select distinct a.post_mortem_id from added a join removed r on r.id = a.id
      where coalesce(a.examine_by, r.examine_by) is not null
        and (a.examine_by, a.deleted_at) is distinct from (r.examine_by, r.deleted_at));
  end if;
  if cardinality(tickets) > 0 then
    perform set_last_examine_by(tickets);
  end if;
  return null;
end
$$;
create trigger clocks_added after insert on animals referencing new table as added
for each statement execute function follow_clocks();
create trigger clocks_changed after update on animals referencing old table as removed new table as added
for each statement execute function follow_clocks();
create trigger clocks_removed after delete on animals referencing old table as removed
for each statement execute function follow_clocks();

-- Applies the current limits to the animals of open tickets: of these, or of all where null. Tickets are locked in the
-- order of their ids, like everywhere.
create function refresh_clocks(tickets uuid[]) returns void language plpgsql as $$
declare
  open_tickets uuid[] := array(
    select id from post_mortems
    where deleted_at is null and completed_at is null and last_examine_by is not null and (tickets is null or id = any(tickets))
    order by id for update);
begin
  update animals a set examine_by = examine_by(a.died_at, a.found_at, a.air_temperature_c)
  where a.post_mortem_id = any(open_tickets) and a.deleted_at is null and a.examine_by is not null
    and a.examine_by is distinct from examine_by(a.died_at, a.found_at, a.air_temperature_c);
end
$$;
