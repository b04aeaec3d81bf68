-- The list of all photos is read from an index of photos alone: each carries the site of its animal while both are there,
-- else null. Joined to their animals and counted one by one, a million photos took 3 seconds.
alter table photos add column visible_site_id uuid;

create function place_photo() returns trigger language plpgsql as $$
begin
  new.visible_site_id := case when new.deleted_at is null then
    (select site_id from animals where id = new.animal_id and deleted_at is null) end;
  return new;
end
$$;

create trigger photos_are_placed before insert or update of animal_id, deleted_at on photos
for each row execute function place_photo();
