-- Clients see samples once a report is issued.
create function record_sample_change() returns trigger language plpgsql as $$
begin
  perform record_change('sample', t.id, t.site_id, null,
    not exists (select from report_versions v where v.post_mortem_id = t.id))
  from animals a join post_mortems t on t.id = a.post_mortem_id where a.id = new.animal_id;
  return null;
end $$;
create trigger sample_changed after insert or update on samples for each row execute function record_sample_change();
