-- Clients do not see an opinion before it is issued, so they must not notice that somebody is working on it either. Their
-- ETag is version + client_version_offset, their time of the last change is client_updated_at; null: updated_at.
alter table post_mortems
  add column client_version_offset integer not null default 0,
  add column client_updated_at timestamptz;

-- the order of clients
create index tickets_by_client_change on post_mortems (coalesce(client_updated_at, updated_at) desc, id desc)
  where deleted_at is null;

-- A change of the version that leaves the version of clients as it was is told to vet roles alone.
create or replace function record_post_mortem_changes() returns trigger language plpgsql as $$
begin
  if (select count(*) > 100 from (select from changed limit 101) few) then
    perform record_change('post_mortem', null, null, null, false);
    return null;
  end if;
  if tg_op <> 'UPDATE' then
    perform record_change('post_mortem', id, site_id, null, false) from changed;
    return null;
  end if;
  perform record_change('post_mortem', n.id, n.site_id, null, n.version > o.version
    and n.version + n.client_version_offset = o.version + o.client_version_offset)
  from previous o join changed n on n.id = o.id;
  -- those who saw it at the site before
  perform record_change('post_mortem', o.id, o.site_id, null, false)
  from previous o join changed n on n.id = o.id where n.site_id <> o.site_id;
  return null;
end $$;
