-- The practice that holds where neither an Admin nor PROVIDER_* named one: that of the demo. A new database has none, and
-- asks its first Admin for it.
create table provider_defaults (
  is_only boolean primary key default true check (is_only),
  name text not null,
  phone text not null,
  email text not null,
  url text not null
);

-- Every server had this one until now: where reports went out under it, or the demo is, it stays until an Admin saves another.
insert into provider_defaults (name, phone, email, url)
select 'Prairie Veterinary Services', '+1 403 555 0100', 'office@prairievet.example', 'https://prairievet.example'
where exists (select from post_mortems where completed_at is not null)
   or exists (select from users where email in (
        'superadmin@demo.example', 'admin@demo.example', 'vet@demo.example', 'vet2@demo.example', 'client@demo.example',
        'manager@demo.example', 'rival@demo.example', 'nolink@demo.example', 'invited@demo.example'));

-- Null where none was said, as in rows of the version before. The key names a file; one that a row names is kept, as the
-- reports completed under it show it.
alter table provider_details add column address text;
alter table provider_details add column logo_key text;
