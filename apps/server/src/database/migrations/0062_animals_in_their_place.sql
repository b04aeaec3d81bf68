-- Those that were there before the triggers.
update animals a set site_id = t.site_id, deleted_at = coalesce(a.deleted_at, t.deleted_at)
from post_mortems t where t.id = a.post_mortem_id and a.site_id is null;
