create function record_comment_change() returns trigger language plpgsql as $$
begin
  perform record_change('comment', t.id, t.site_id, null, new.internal)
  from post_mortems t where t.id = new.post_mortem_id;
  return null;
end $$;
create trigger comment_changed after insert or update on comments for each row execute function record_comment_change();
