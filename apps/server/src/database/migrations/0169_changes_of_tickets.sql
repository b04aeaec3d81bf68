-- A statement that changes more tickets than this, such as an import, is one change without a ticket.
create function record_post_mortem_changes() returns trigger language plpgsql as $$
begin
  if (select count(*) > 100 from (select from changed limit 101) few) then
    perform record_change('post_mortem', null, null, null, false);
    return null;
  end if;
  perform record_change('post_mortem', id, site_id, null, false) from changed;
  if tg_op = 'UPDATE' then
    -- those who saw it at the site before
    perform record_change('post_mortem', o.id, o.site_id, null, false)
    from previous o join changed n on n.id = o.id where n.site_id <> o.site_id;
  end if;
  return null;
end $$;
create trigger post_mortems_inserted after insert on post_mortems
  referencing new table as changed for each statement execute function record_post_mortem_changes();
create trigger post_mortems_updated after update on post_mortems
  referencing old table as previous new table as changed for each statement execute function record_post_mortem_changes();
create trigger post_mortems_deleted after delete on post_mortems
  referencing old table as changed for each statement execute function record_post_mortem_changes();
