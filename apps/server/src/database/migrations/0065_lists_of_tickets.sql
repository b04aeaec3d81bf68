-- Each field by which the list of tickets is filtered or sorted has an index. Where a field may be empty, the empty come
-- last in either direction, which takes two.
create index tickets_by_change on post_mortems (updated_at desc, id desc) where deleted_at is null;
create index tickets_by_request on post_mortems (requested_at desc, id desc) where deleted_at is null;
create index tickets_by_latest_request on post_mortems (requested_at desc nulls last, id desc) where deleted_at is null;
create index tickets_by_schedule on post_mortems (scheduled_at desc, id desc) where deleted_at is null;
create index tickets_by_latest_schedule on post_mortems (scheduled_at desc nulls last, id desc) where deleted_at is null;
create index tickets_by_latest_completion on post_mortems (completed_at desc nulls last, id desc) where deleted_at is null;
create index tickets_requested_by on post_mortems (requested_by_id, created_at desc, id desc) where deleted_at is null;
create index tickets_created_by on post_mortems (created_by_id, created_at desc, id desc) where deleted_at is null;
create index tickets_by_visit on post_mortems (no_vet_visit_requested, created_at desc, id desc) where deleted_at is null;
