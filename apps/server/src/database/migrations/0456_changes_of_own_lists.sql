-- Open browsers are told of changes of what belongs to a person: saved reports, summaries by mail and preferences.

-- Argument: the kind.
create function record_change_of_own_row() returns trigger language plpgsql as $$
begin
  perform record_change(tg_argv[0], null, null, coalesce(new.user_id, old.user_id), false);
  return null;
end $$;
create trigger saved_report_changed after insert or update or delete on saved_reports
  for each row execute function record_change_of_own_row('saved_report');
-- Creating a digest is no change of the preferences.
create trigger preferences_changed after update on notification_preferences
  for each row when (
    (new.channels, new.digest_on, new.digest_hour, new.time_zone, new.quiet_from, new.quiet_to)
    is distinct from (old.channels, old.digest_on, old.digest_hour, old.time_zone, old.quiet_from, old.quiet_to))
  execute function record_change_of_own_row('preferences');

-- Admins see the summaries of everybody.
create function record_change_of_summary() returns trigger language plpgsql as $$
declare author uuid := coalesce(new.user_id, old.user_id);
begin
  perform record_change('scheduled_report', null, null, id, false) from users
    where id = author or (status = 'active' and roles && array['Admin', 'SuperAdmin']);
  return null;
end $$;
create trigger scheduled_report_changed after insert or update or delete on scheduled_reports
  for each row execute function record_change_of_summary();
