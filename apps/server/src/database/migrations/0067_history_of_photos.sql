-- A history looks for the deleted photos of an animal, too.
create index photos_of_any_animal on photos (animal_id, created_at, id);
drop index photos_of_animal;
