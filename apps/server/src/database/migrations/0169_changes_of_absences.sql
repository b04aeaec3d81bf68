create function record_absence_change() returns trigger language plpgsql as $$
begin
  perform record_change('absence', null, null, null, true);
  return null;
end $$;
create trigger absences_changed after insert or update or delete on absences
  for each statement execute function record_absence_change();
