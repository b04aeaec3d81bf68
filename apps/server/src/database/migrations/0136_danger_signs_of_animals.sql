-- The danger signs of an animal, in the order they were named. Entries in use are not deleted: whoever names one locks it,
-- and so does whoever deletes it.
alter table animals add column danger_sign_ids uuid[] not null default '{}';
create index animals_with_danger on animals (post_mortem_id) where danger_sign_ids <> '{}' and deleted_at is null;
create index animals_of_danger_sign on animals using gin (danger_sign_ids) where danger_sign_ids <> '{}';
