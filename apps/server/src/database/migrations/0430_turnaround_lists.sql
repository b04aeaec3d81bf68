-- Lists of the tickets that the turnaround counts are sorted from the index alone. The old index is dropped last, because
-- that keeps out readers, and building the new one takes seconds.
create index post_mortems_turnaround_lists on post_mortems (site_id, requested_at)
  include (scheduled_at, completed_at, scheduled_for_id, completed_by_id, id, pin) where deleted_at is null and not draft;
drop index post_mortems_turnaround;
