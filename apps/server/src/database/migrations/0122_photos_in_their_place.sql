-- Those that were there before the triggers.
update photos p set visible_site_id = a.site_id
from animals a
where a.id = p.animal_id and p.deleted_at is null and a.deleted_at is null and p.visible_site_id is null;
