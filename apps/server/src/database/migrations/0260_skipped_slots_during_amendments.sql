-- The reasons of an animal for missing photos, by slot, as clients see them while its ticket is being amended; null at all
-- other times.
alter table animals add column issued_skipped_slots jsonb;
