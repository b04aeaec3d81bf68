-- Whom to call where the law asks for it. Null where it was never set.
alter table provider_details add column authorities jsonb;
