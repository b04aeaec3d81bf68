-- Changes of the last hour, of which open browsers are told (GET /events). Triggers write them, because tickets change in
-- many ways: by use cases, imports, erasure, or a server of the version before.
create table changes (
  id bigint generated always as identity primary key,
  -- The transaction that made the change.
  xid bigint not null default (pg_current_xact_id()::text::bigint),
  -- The oldest transaction that was open at that time: whoever has seen this change has missed none before it.
  horizon bigint not null default (pg_snapshot_xmin(pg_current_snapshot())::text::bigint),
  kind text not null,
  -- Null: more than can be named.
  post_mortem_id uuid,
  -- Those who see this site; null: everybody.
  site_id uuid,
  -- This person alone; null: everybody.
  user_id uuid,
  vets_only boolean not null default false,
  created_at timestamptz not null default now()
);
create index changes_by_transaction on changes (xid);
create index changes_by_age on changes (created_at);

-- Adds a change, once in a transaction.
create function record_change(of_kind text, ticket uuid, site uuid, person uuid, for_vets boolean)
returns void language sql as $$
  insert into changes (kind, post_mortem_id, site_id, user_id, vets_only)
  select of_kind, ticket, site, person, for_vets
  where not exists (
    select from changes c
    where c.xid = pg_current_xact_id()::text::bigint and c.kind = of_kind and c.vets_only = for_vets
      and c.post_mortem_id is not distinct from ticket and c.site_id is not distinct from site
      and c.user_id is not distinct from person)
$$;

-- Listeners get the changes in the order of their commits.
create function notify_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('changes', json_build_object(
    'id', new.id, 'horizon', new.horizon, 'kind', new.kind, 'post_mortem_id', new.post_mortem_id,
    'site_id', new.site_id, 'user_id', new.user_id, 'vets_only', new.vets_only, 'created_at', new.created_at)::text);
  return null;
end $$;
create trigger change_recorded after insert on changes for each row execute function notify_change();
