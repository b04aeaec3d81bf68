-- How many records an animal has that is told by its RFID or its tag. Few have more than one, and the number of distinct
-- animals is that of the records less the repeated ones: looking for them among 3,000,000 records took 5 seconds.
create table animal_identities (
  identity text primary key,
  animals integer not null
) with (fillfactor = 90);

create function count_identities() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into animal_identities as known (identity, animals)
    select identity, count(*) from added where deleted_at is null and identity <> id::text
    group by identity order by identity
    on conflict (identity) do update set animals = known.animals + excluded.animals;
  elsif tg_op = 'DELETE' then
    insert into animal_identities as known (identity, animals)
    select identity, -count(*) from removed where deleted_at is null and identity <> id::text
    group by identity order by identity
    on conflict (identity) do update set animals = known.animals + excluded.animals;
  else
    insert into animal_identities as known (identity, animals)
    select identity, sum(change)
    from (select identity, -1 as change from removed where deleted_at is null and identity <> id::text
          union all select identity, 1 from added where deleted_at is null and identity <> id::text) changes
    group by identity having sum(change) <> 0 order by identity
    on conflict (identity) do update set animals = known.animals + excluded.animals;
  end if;
  return null;
end
$$;

create trigger identities_added after insert on animals referencing new table as added
for each statement execute function count_identities();
create trigger identities_changed after update on animals referencing old table as removed new table as added
for each statement execute function count_identities();
create trigger identities_removed after delete on animals referencing old table as removed
for each statement execute function count_identities();

insert into animal_identities (identity, animals)
select identity, count(*) from animals where deleted_at is null and identity <> id::text group by identity;

create index repeated_animals on animal_identities (identity) where animals > 1;
