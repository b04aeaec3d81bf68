-- Each field by which a list of animals is filtered or sorted has an index, and what is counted is counted from it alone.

create index animals_by_creation on animals (created_at desc, id desc) where deleted_at is null;
create index animals_by_change on animals (updated_at desc, id desc) where deleted_at is null;
create index animals_by_record_date on animals (customer_record_at desc, id desc) where deleted_at is null;
create index animals_of_site on animals (site_id, created_at desc, id desc) where deleted_at is null;
create index animals_by_identity on animals (identity, created_at desc, id desc) include (site_id)
  where deleted_at is null;
create index animals_by_weight on animals (weight) where deleted_at is null and weight is not null;
create index animals_by_temperature on animals (temperature) where deleted_at is null and temperature is not null;

-- texts: found by the whole, sorted, and counted
create index animals_by_own_tag on animals (lower(btrim(tag)), created_at desc, id desc)
  include (tag, post_mortem_id, site_id) where deleted_at is null;
create index animals_by_own_rfid on animals (lower(btrim(rfid)), id) include (rfid, post_mortem_id, site_id)
  where deleted_at is null;
create index animals_by_own_lot on animals (lower(btrim(lot)), id) include (lot, post_mortem_id, site_id)
  where deleted_at is null;
create index animals_by_own_pen on animals (lower(btrim(pen)), id) include (pen, post_mortem_id, site_id)
  where deleted_at is null;
drop index animals_by_tag, animals_by_rfid, animals_by_lot, animals_by_pen;

-- what they refer to, also when deleted: an entry of a list that an animal refers to is kept
create index animals_of_tag_color on animals (tag_color_id, customer_record_at desc, id desc) include (deleted_at, site_id);
create index animals_of_vet_diagnosis on animals (vet_diagnosis_id, customer_record_at desc, id desc)
  include (deleted_at, site_id);
create index animals_of_customer_diagnosis on animals (customer_diagnosis_id) where customer_diagnosis_id is not null;
create index animals_of_breed on animals (breed_id, customer_record_at desc, id desc) include (deleted_at, site_id)
  where breed_id is not null;
create index animals_of_color on animals (animal_color_id, customer_record_at desc, id desc) include (deleted_at, site_id)
  where animal_color_id is not null;
create index animals_of_group on animals (animal_group_id, customer_record_at desc, id desc) include (deleted_at, site_id)
  where animal_group_id is not null;

-- How often a text occurs: PostgreSQL does not look at the statistics of an index that leaves rows out.
create statistics animals_tags on (lower(btrim(tag))) from animals;
create statistics animals_rfids on (lower(btrim(rfid))) from animals;
create statistics animals_lots on (lower(btrim(lot))) from animals;
create statistics animals_pens on (lower(btrim(pen))) from animals;
