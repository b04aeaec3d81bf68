-- The planner lists the most urgent tickets without a date, also of a practice with tens of thousands of them.
create index tickets_unscheduled on post_mortems (status, last_examine_by desc nulls last, pin desc)
  where deleted_at is null and status in ('Pending', 'In Progress') and scheduled_at is null;
