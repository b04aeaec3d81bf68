-- A completed visit ends in calendars when its ticket is deleted. Otherwise they would be told an earlier cancellation
-- again, with a lower SEQUENCE than they know.
create or replace trigger post_mortem_visit_ended after update on post_mortems
  for each row
  when (
    old.scheduled_at is not null and old.deleted_at is null
    and (
      new.deleted_at is not null
      or old.completed_at is null
        and (new.scheduled_at is null or new.scheduled_for_id is distinct from old.scheduled_for_id)
    )
  )
  execute function record_ended_visit();
