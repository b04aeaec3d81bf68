-- Slot, caption and markup of a photo as clients see them while its ticket is being amended; null at all other times.
alter table photos add column issued_facts jsonb;
