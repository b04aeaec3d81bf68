-- The treatments an animal was given, in their order. The name stays as it was written when the entry is renamed.
create table animal_treatments (
  id uuid primary key,
  animal_id uuid not null references animals on delete cascade,
  position integer not null,
  treatment_id uuid references library_entries,
  name text not null,
  given_at date,
  note text
);
create index treatments_of_animal on animal_treatments (animal_id, position);
create index animals_given_treatment on animal_treatments (treatment_id) where treatment_id is not null;
