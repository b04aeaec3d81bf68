-- A visit in a calendar changes with its site and customer, too: these count what calendars show of them, as
-- post_mortems.version does for the ticket. Beginning with 1, so that calendars read the visits they have once again.
alter table sites add column calendar_version integer not null default 1;

-- A trigger, because they change in many ways: by an Admin, an import, a server of the version before.
create function count_calendar_change() returns trigger language plpgsql as $$
declare
  not_shown constant text[] := '{region,retired_at,updated_at}';
begin
  if to_jsonb(new) - not_shown is distinct from to_jsonb(old) - not_shown then
    new.calendar_version := old.calendar_version + 1;
  end if;
  return new;
end $$;
create trigger site_in_calendars_changed before update on sites
  for each row execute function count_calendar_change();
