-- A request notifies every veterinarian, and each of them was a change of its own. Now one change names all of them.
-- user_id stays for the servers of the version before, which tell a change of several users to everybody: it says only
-- that somebody was notified.
alter table changes add column user_ids uuid[];
update changes set user_ids = array[user_id] where user_id is not null;

create or replace function record_change(of_kind text, ticket uuid, site uuid, person uuid, for_vets boolean)
returns void language sql as $$
  insert into changes (kind, post_mortem_id, site_id, user_id, user_ids, vets_only)
  select of_kind, ticket, site, person, case when person is not null then array[person] end, for_vets
  where not exists (
    select from changes c
    where c.xid = pg_current_xact_id()::text::bigint and c.kind = of_kind and c.vets_only = for_vets
      and c.post_mortem_id is not distinct from ticket and c.site_id is not distinct from site
      and c.user_id is not distinct from person)
$$;

-- A hundred users in one row: the payload of a notification of PostgreSQL is at most 8,000 bytes.
create or replace function record_notification_changes() returns trigger language plpgsql as $$
begin
  insert into changes (kind, user_id, user_ids)
  select 'notification', case when count(*) = 1 then (array_agg(user_id))[1] end, array_agg(user_id order by user_id)
  from (
    select user_id, (row_number() over (order by user_id) - 1) / 100 as part
    from (select distinct user_id from changed) people
    where not exists (
      select from changes c
      where c.xid = pg_current_xact_id()::text::bigint and c.kind = 'notification' and people.user_id = any(c.user_ids))
  ) parts
  group by part;
  return null;
end $$;

create or replace function notify_changes() returns trigger language plpgsql as $$
begin
  perform pg_notify('changes', json_build_object(
    'id', id, 'horizon', horizon, 'kind', kind, 'post_mortem_id', post_mortem_id, 'site_id', site_id,
    'user_id', user_id, 'user_ids', user_ids, 'vets_only', vets_only, 'created_at', created_at)::text)
  from recorded order by id;
  return null;
end $$;
