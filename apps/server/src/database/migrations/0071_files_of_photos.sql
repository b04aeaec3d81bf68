-- SHA-256 and length of every kept file, so that one that is gone, cut or changed is noticed. Null for photos from before:
-- `chisholm check --files` fills them in. The length of the image is `bytes`.
alter table photos
add column image_hash bytea,
add column thumbnail_hash bytea,
add column thumbnail_bytes integer,
-- when its image was found gone, cut or changed; null again once it is back
add column lost_at timestamptz;

create index photos_lost on photos (id) where lost_at is not null;
