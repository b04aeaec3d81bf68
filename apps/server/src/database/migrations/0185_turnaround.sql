-- Reads the turnaround of a site, or of all, from the index alone.
create index post_mortems_turnaround on post_mortems (site_id, requested_at)
  include (scheduled_at, completed_at, scheduled_for_id, completed_by_id) where deleted_at is null and not draft;
