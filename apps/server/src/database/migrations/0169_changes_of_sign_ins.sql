-- What a person may see has changed, or a session has ended: its open streams are looked at again.
create function record_access_change() returns trigger language plpgsql as $$
begin
  perform record_change('access', null, null, new.user_id, false);
  return null;
end $$;
create trigger sign_in_ended after update on sign_ins
  for each row when (new.revoked_at is not null and old.revoked_at is null) execute function record_access_change();
