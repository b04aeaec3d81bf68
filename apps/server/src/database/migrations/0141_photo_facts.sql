-- What a photo shows and when it was taken. The markup is a layer: the file stays as it is. `version` counts edits.
alter table photos add column slot_id uuid references library_entries;
alter table photos add column taken_at timestamptz;
alter table photos add column caption text;
alter table photos add column markup jsonb;
alter table photos add column version integer not null default 0;
create index photos_of_slot on photos (slot_id) where slot_id is not null;
