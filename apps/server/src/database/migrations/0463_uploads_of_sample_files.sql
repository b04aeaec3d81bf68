-- Like that of photos (0462).
alter table sample_files add column upload_id uuid;
