-- The calendar of a client counts the changes that clients see (0460): so does the end of a visit in it.
create or replace function record_ended_visit() returns trigger language plpgsql as $$
begin
  if new.scheduled_at is null or new.deleted_at is not null then
    insert into ended_visits (post_mortem_id, user_id, scheduled_at, duration_minutes, sequence)
    values (old.id, null, old.scheduled_at, old.duration_minutes, new.version + new.client_version_offset)
    on conflict (post_mortem_id, user_id) do update
      set scheduled_at = excluded.scheduled_at, duration_minutes = excluded.duration_minutes,
          sequence = excluded.sequence, ended_at = excluded.ended_at;
  end if;
  if old.scheduled_for_id is not null then
    insert into ended_visits (post_mortem_id, user_id, scheduled_at, duration_minutes, sequence)
    values (old.id, old.scheduled_for_id, old.scheduled_at, old.duration_minutes, new.version)
    on conflict (post_mortem_id, user_id) do update
      set scheduled_at = excluded.scheduled_at, duration_minutes = excluded.duration_minutes,
          sequence = excluded.sequence, ended_at = excluded.ended_at;
  end if;
  return null;
end $$;
