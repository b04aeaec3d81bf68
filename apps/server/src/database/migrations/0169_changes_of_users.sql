create function record_role_change() returns trigger language plpgsql as $$
begin
  perform record_change('access', null, null, new.id, false);
  return null;
end $$;
create trigger user_access_changed after update on users
  for each row when (
    new.roles is distinct from old.roles or new.status is distinct from old.status
    or new.deleted_at is distinct from old.deleted_at)
  execute function record_role_change();
