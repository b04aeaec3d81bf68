create function record_notification_changes() returns trigger language plpgsql as $$
begin
  perform record_change('notification', null, null, user_id, false) from (select distinct user_id from changed) people;
  return null;
end $$;
create trigger notifications_inserted after insert on notifications
  referencing new table as changed for each statement execute function record_notification_changes();
create trigger notifications_updated after update on notifications
  referencing new table as changed for each statement execute function record_notification_changes();
