create function record_site_access_changes() returns trigger language plpgsql as $$
begin
  if (select count(*) > 100 from (select distinct user_id from changed limit 101) few) then
    perform record_change('access', null, null, null, false);
    return null;
  end if;
  perform record_change('access', null, null, user_id, false) from (select distinct user_id from changed) people;
  return null;
end $$;
create trigger user_sites_inserted after insert on user_sites
  referencing new table as changed for each statement execute function record_site_access_changes();
create trigger user_sites_deleted after delete on user_sites
  referencing old table as changed for each statement execute function record_site_access_changes();
