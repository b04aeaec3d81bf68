-- A photo that is deleted while its ticket is being amended stays on its site for clients until the amendment is issued.
create or replace function place_photo() returns trigger language plpgsql as $$
begin
  new.visible_site_id := case when new.deleted_at is null or new.issued_facts is not null then
    (select site_id from animals where id = new.animal_id and deleted_at is null) end;
  return new;
end
$$;

drop trigger photos_are_placed on photos;
create trigger photos_are_placed before insert or update of animal_id, deleted_at, issued_facts on photos
for each row execute function place_photo();

create or replace function take_photos_along() returns trigger language plpgsql as $$
begin
  update photos set visible_site_id = case when new.deleted_at is null then new.site_id end
  where animal_id = new.id and (deleted_at is null or issued_facts is not null);
  return null;
end
$$;

-- Photos that only clients still see. There are few.
create index photos_seen_by_clients_only on photos (id) where deleted_at is not null and visible_site_id is not null;
