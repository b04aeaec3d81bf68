-- After how many days without the server a device shows nothing of what it stored; null where it was never set.
alter table provider_details add column offline_days integer;
