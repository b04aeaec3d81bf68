-- A statement that changes many tickets, such as an import, is one change for each of their sites, so that nobody hears of
-- those of other customers. It was one without a site, which everybody heard of.
create or replace function record_post_mortem_changes() returns trigger language plpgsql as $$
declare
  is_bulk boolean := (select count(*) > 100 from (select from changed limit 101) few);
begin
  if tg_op <> 'UPDATE' then
    if is_bulk then
      perform record_change('post_mortem', null, site_id, null, false) from (select distinct site_id from changed) sites;
    else
      perform record_change('post_mortem', id, site_id, null, false) from changed;
    end if;
    return null;
  end if;
  perform record_change('post_mortem', ticket, site_id, null, for_vets)
  from (
    select distinct case when not is_bulk then n.id end as ticket, n.site_id, n.version > o.version
      and n.version + n.client_version_offset = o.version + o.client_version_offset as for_vets
    from previous o join changed n on n.id = o.id
    union
    -- those who saw it at the site before
    select case when not is_bulk then o.id end, o.site_id, false
    from previous o join changed n on n.id = o.id where n.site_id <> o.site_id
  ) changes;
  return null;
end $$;

-- The same for lists of sites.
create or replace function record_changes_of_sites(of_kind text, sites uuid[]) returns void language plpgsql as $$
begin
  perform record_change(of_kind, null, site, null, false) from unnest(sites) as site;
end $$;
