-- The photos of an animal move with it to another site, and are no longer seen once it is deleted.
create function take_photos_along() returns trigger language plpgsql as $$
begin
  update photos set visible_site_id = case when new.deleted_at is null then new.site_id end
  where animal_id = new.id and deleted_at is null;
  return null;
end
$$;

create trigger photos_follow after update of site_id, deleted_at on animals
for each row when (old.site_id <> new.site_id or (old.deleted_at is null) <> (new.deleted_at is null))
execute function take_photos_along();
