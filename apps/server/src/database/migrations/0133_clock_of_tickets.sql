-- The latest of its animals. Unlike the ticket's own `examine_by` it does not depend on the current time: until it is past,
-- the ticket's is the earliest of its animals' to come, and afterwards this one.
alter table post_mortems add column last_examine_by timestamptz;

-- The list of tickets by `examine_by`: those to come, those past and those without lie one after another.
create index tickets_by_clock on post_mortems (status, last_examine_by desc nulls last, pin desc) where deleted_at is null;
create index tickets_of_site_by_clock on post_mortems (site_id, status, last_examine_by desc nulls last, pin desc)
where deleted_at is null;
