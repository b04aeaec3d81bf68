-- How many animals a site has, kept in the transaction of every change: the exact total of a list of all of them. Once
-- for each statement and not for each row: a row counted anew for each of many animals takes longer with every one.
create table animal_counts (
  site_id uuid primary key references sites on delete cascade,
  animals integer not null
) with (fillfactor = 50);

create function count_animals() returns trigger language plpgsql as $$
begin
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

create trigger animals_added after insert on animals referencing new table as added
for each statement execute function count_animals();
create trigger animals_changed after update on animals referencing old table as removed new table as added
for each statement execute function count_animals();
create trigger animals_removed after delete on animals referencing old table as removed
for each statement execute function count_animals();

insert into animal_counts (site_id, animals)
select site_id, count(*) from animals where deleted_at is null group by site_id;
