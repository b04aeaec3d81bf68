-- The upload in parts that a photo came from: its parts are gone when the same request is sent again.
alter table photos add column upload_id uuid;
