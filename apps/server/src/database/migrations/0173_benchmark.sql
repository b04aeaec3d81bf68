-- Whether customers may compare their mortality with that of the others; null where it was never set.
alter table provider_details add column benchmark boolean;
