-- Part of a tag, RFID, lot or pen is found by its groups of three letters. Any owner of a database may switch this on.
create extension if not exists pg_trgm;
create index animals_by_part on animals
using gin (tag gin_trgm_ops, rfid gin_trgm_ops, lot gin_trgm_ops, pen gin_trgm_ops) with (fastupdate = off)
where deleted_at is null;

analyze animals;
