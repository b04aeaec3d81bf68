-- Open browsers are told of every change of a person that they show. Everybody sees the names of veterinarians; those who
-- share a site see the names of clients on its tickets; the person and vet roles see the other details.
create function record_user_change() returns trigger language plpgsql as $$
begin
  if (new.first_name, new.last_name, new.roles, new.status, new.deleted_at)
    is distinct from (old.first_name, old.last_name, old.roles, old.status, old.deleted_at) then
    if (new.roles || old.roles) && array['Veterinarian', 'Admin', 'SuperAdmin'] then
      perform record_change('user', null, null, null, false);
      return null;
    end if;
    perform record_changes_of_sites('user', array(select site_id from user_sites where user_id = new.id));
  end if;
  perform record_change('user', null, null, null, true);
  perform record_change('user', null, null, new.id, false);
  return null;
end $$;
drop trigger user_changed on users;
create trigger user_changed after update on users
  for each row when (
    (new.first_name, new.last_name, new.email, new.phone, new.city, new.region, new.country, new.roles, new.status,
      new.deleted_at)
    is distinct from (old.first_name, old.last_name, old.email, old.phone, old.city, old.region, old.country, old.roles,
      old.status, old.deleted_at))
  execute function record_user_change();

-- Vet roles see who has access to which site.
create or replace function record_site_access_changes() returns trigger language plpgsql as $$
begin
  perform record_change('user', null, null, null, true);
  if (select count(*) > 100 from (select distinct user_id from changed limit 101) few) then
    perform record_change('access', null, null, null, false);
    return null;
  end if;
  perform record_change('access', null, null, user_id, false) from (select distinct user_id from changed) people;
  return null;
end $$;
