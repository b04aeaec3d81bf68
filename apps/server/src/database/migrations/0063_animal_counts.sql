-- How many animals a site has, kept like the counts of its tickets: the exact total of a list of all of them.
create table animal_counts (
  site_id uuid primary key references sites on delete cascade,
  animals integer not null
) with (fillfactor = 50);

-- Anew from the animals themselves, after a load that went past the trigger.
create function recount_animals() returns void language sql as $$
  delete from animal_counts;
  insert into animal_counts (site_id, animals)
  select site_id, count(*) from animals where deleted_at is null group by site_id;
$$;

create function count_animals() returns trigger language plpgsql as $$
begin
  insert into animal_counts as known (site_id, animals)
  select site_id, sum(change)
  from (values (case when tg_op <> 'INSERT' and old.deleted_at is null then old.site_id end, -1),
               (case when tg_op <> 'DELETE' and new.deleted_at is null then new.site_id end, 1)) as changes (site_id, change)
  where site_id is not null
  group by site_id having sum(change) <> 0
  order by site_id
  on conflict (site_id) do update set animals = known.animals + excluded.animals;
  return null;
end
$$;

create constraint trigger animals_are_counted after insert or update of site_id, deleted_at or delete on animals
deferrable initially deferred for each row execute function count_animals();

select recount_animals();
