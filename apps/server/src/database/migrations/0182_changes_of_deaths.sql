create function log_changed_deaths() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into mortality_changes
      (site_id, day, deaths, completed, diagnosis_id, issued_diagnosis_id, customer_diagnosis_id, feed_band)
    select site_id, day, -1, completed, diagnosis_id, issued_diagnosis_id, customer_diagnosis_id, feed_band from removed;
  end if;
  if tg_op <> 'DELETE' then
    insert into mortality_changes
      (site_id, day, deaths, completed, diagnosis_id, issued_diagnosis_id, customer_diagnosis_id, feed_band)
    select site_id, day, 1, completed, diagnosis_id, issued_diagnosis_id, customer_diagnosis_id, feed_band from added;
  end if;
  return null;
end
$$;
create trigger added_deaths_logged after insert on deaths referencing new table as added
for each statement execute function log_changed_deaths();
create trigger changed_deaths_logged after update on deaths referencing old table as removed new table as added
for each statement execute function log_changed_deaths();
create trigger removed_deaths_logged after delete on deaths referencing old table as removed
for each statement execute function log_changed_deaths();

-- The first runs of the job store what there is.
insert into mortality_changes
  (site_id, day, deaths, completed, diagnosis_id, issued_diagnosis_id, customer_diagnosis_id, feed_band)
select site_id, day, 1, completed, diagnosis_id, issued_diagnosis_id, customer_diagnosis_id, feed_band from deaths;
