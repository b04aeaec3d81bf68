-- Whether a site that shows no tickets has some that are kept for the audit trail: it cannot be deleted then.
create index deleted_tickets_of_site on post_mortems (site_id) where deleted_at is not null;
