-- The lesions of an animal, in their order. The primary one counts while it is the diagnosis in animals.vet_diagnosis_id,
-- which is the primary lesion by itself where there is no row for it.
create table animal_lesions (
  id uuid primary key,
  animal_id uuid not null references animals on delete cascade,
  position integer not null,
  diagnosis_id uuid not null references library_entries,
  role text not null check (role in ('primary', 'contributing', 'incidental')),
  certainty text not null check (certainty in ('suspected', 'probable', 'confirmed')),
  basis text not null check (basis in ('clinical', 'gross', 'photo', 'histology', 'laboratory')),
  severity text check (severity in ('mild', 'moderate', 'severe')),
  stage text check (stage in ('acute', 'subacute', 'chronic')),
  note text
);
create index lesions_of_animal on animal_lesions (animal_id, position);
create unique index primary_lesion_of_animal on animal_lesions (animal_id) where role = 'primary';
create index lesions_of_diagnosis on animal_lesions (diagnosis_id);
