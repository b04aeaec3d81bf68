-- The opinion on an animal as the newest version of the report says it, which is what clients see: vet_diagnosis_id,
-- vet_diagnosis, vet_diagnosis_note, vet_findings and examination. Null before a version was issued.
alter table animals add column issued_opinion jsonb;
create index animals_of_issued_diagnosis on animals (((issued_opinion ->> 'vet_diagnosis_id')::uuid))
  where issued_opinion is not null;
