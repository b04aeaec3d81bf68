-- The animals of a ticket move with it to another site, and are deleted with it.
create function take_animals_along() returns trigger language plpgsql as $$
begin
  update animals set site_id = new.site_id, deleted_at = coalesce(deleted_at, new.deleted_at)
  where post_mortem_id = new.id;
  return null;
end
$$;

create trigger animals_follow after update of site_id, deleted_at on post_mortems
for each row when (old.site_id <> new.site_id or (old.deleted_at is null and new.deleted_at is not null))
execute function take_animals_along();
