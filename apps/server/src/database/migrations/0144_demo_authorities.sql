-- Whom to call in the demo. Null where a version before loaded it.
alter table provider_defaults add column authorities jsonb;
