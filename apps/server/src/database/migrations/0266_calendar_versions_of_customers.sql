alter table customers add column calendar_version integer not null default 1;
create trigger customer_in_calendars_changed before update on customers
  for each row execute function count_calendar_change();
