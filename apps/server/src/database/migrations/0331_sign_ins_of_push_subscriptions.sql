-- The sign-in with which a browser subscribed: a browser that is signed out from elsewhere gets no more pushes. Null: the
-- browser subscribed before this was stored, and has not opened the app since.
alter table push_subscriptions add column sign_in_id uuid references sign_ins on delete cascade;
create index push_subscriptions_of_sign_in on push_subscriptions (sign_in_id);

-- A trigger, because sign-ins are ended in many ways: on the security page, by an Admin, with a changed password, for a
-- token that is used again, by a server of the version before.
create function end_pushes_of_sign_in() returns trigger language plpgsql as $$
begin
  delete from push_subscriptions where sign_in_id = new.id;
  return null;
end $$;
create trigger pushes_end_with_sign_in after update of revoked_at on sign_ins
  for each row when (old.revoked_at is null and new.revoked_at is not null) execute function end_pushes_of_sign_in();
