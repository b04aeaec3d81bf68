-- Open browsers are told of changed lists too: sites, lots, head counts, libraries, trainings, teaching cases, users, alerts
-- and the details of the practice.

-- Arguments: the kind, and whether only vet roles may know of it.
create function record_list_change() returns trigger language plpgsql as $$
begin
  perform record_change(tg_argv[0], null, null, null, tg_argv[1]::boolean);
  return null;
end $$;
create trigger library_changed after insert or update or delete on library_entries
  for each statement execute function record_list_change('library', 'false');
create trigger trainings_changed after insert or update or delete on trainings
  for each statement execute function record_list_change('training', 'false');
create trigger training_sections_changed after insert or update or delete on training_sections
  for each statement execute function record_list_change('training', 'false');
create trigger teaching_cases_changed after insert or update or delete on teaching_cases
  for each statement execute function record_list_change('teaching_case', 'false');
create trigger provider_changed after insert on provider_details
  for each statement execute function record_list_change('provider', 'false');
create trigger users_inserted after insert on users
  for each statement execute function record_list_change('user', 'true');
create trigger user_changed after update on users
  for each row when (
    (new.first_name, new.last_name, new.email, new.roles, new.status, new.deleted_at)
    is distinct from (old.first_name, old.last_name, old.email, old.roles, old.status, old.deleted_at))
  execute function record_list_change('user', 'true');

-- A statement that changes lists of more sites than this, such as an import, is one change without a site.
create function record_changes_of_sites(of_kind text, sites uuid[]) returns void language plpgsql as $$
begin
  if cardinality(sites) > 100 then
    perform record_change(of_kind, null, null, null, false);
  else
    perform record_change(of_kind, null, site, null, false) from unnest(sites) as site;
  end if;
end $$;

-- Argument: the kind. A row that moves to another site changes the lists of both.
create function record_herd_changes() returns trigger language plpgsql as $$
declare sites uuid[] := array(select distinct site_id from changed);
begin
  if tg_op = 'UPDATE' then
    sites := array(select site_id from changed union select site_id from previous);
  end if;
  perform record_changes_of_sites(tg_argv[0], sites);
  return null;
end $$;
create trigger lots_inserted after insert on lots
  referencing new table as changed for each statement execute function record_herd_changes('lot');
create trigger lots_updated after update on lots
  referencing old table as previous new table as changed for each statement execute function record_herd_changes('lot');
create trigger lots_deleted after delete on lots
  referencing old table as changed for each statement execute function record_herd_changes('lot');
create trigger head_counts_inserted after insert on head_counts
  referencing new table as changed for each statement execute function record_herd_changes('head_count');
create trigger head_counts_updated after update on head_counts
  referencing old table as previous new table as changed for each statement execute function record_herd_changes('head_count');
create trigger head_counts_deleted after delete on head_counts
  referencing old table as changed for each statement execute function record_herd_changes('head_count');

create function record_site_changes() returns trigger language plpgsql as $$
begin
  perform record_changes_of_sites('site', array(select id from changed));
  return null;
end $$;
create trigger sites_inserted after insert on sites
  referencing new table as changed for each statement execute function record_site_changes();
create trigger sites_updated after update on sites
  referencing new table as changed for each statement execute function record_site_changes();
create trigger sites_deleted after delete on sites
  referencing old table as changed for each statement execute function record_site_changes();

-- Those who see a site of the customer, and vet roles.
create function record_customer_changes() returns trigger language plpgsql as $$
begin
  perform record_change('site', null, null, null, true);
  perform record_changes_of_sites('site', array(select s.id from sites s join changed c on c.id = s.customer_id));
  return null;
end $$;
create trigger customers_inserted after insert on customers
  referencing new table as changed for each statement execute function record_customer_changes();
create trigger customers_updated after update on customers
  referencing new table as changed for each statement execute function record_customer_changes();
create trigger customers_deleted after delete on customers
  referencing old table as changed for each statement execute function record_customer_changes();

-- Rules and their alerts are seen by those who see the site, and without a site by their owner and vet roles.
create function record_change_of_rule(of_kind text, site uuid, owner uuid) returns void language plpgsql as $$
begin
  if site is not null then
    perform record_change(of_kind, null, site, null, false);
  else
    perform record_change(of_kind, null, null, null, true);
    perform record_change(of_kind, null, null, owner, false);
  end if;
end $$;
create function record_rule_change() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    perform record_change_of_rule('alert', old.site_id, old.user_id);
  end if;
  if tg_op <> 'DELETE' then
    perform record_change_of_rule('alert', new.site_id, new.user_id);
  end if;
  return null;
end $$;
create trigger alert_rule_changed after insert or delete on alert_rules
  for each row execute function record_rule_change();
-- Evaluating a rule without a new alert is no change.
create trigger alert_rule_edited after update on alert_rules
  for each row when (
    (new.name, new.site_id, new.diagnosis_id, new.system, new.kind, new.threshold, new.days)
    is distinct from (old.name, old.site_id, old.diagnosis_id, old.system, old.kind, old.threshold, old.days))
  execute function record_rule_change();
create function record_alert_change() returns trigger language plpgsql as $$
begin
  perform record_change_of_rule('alert', r.site_id, r.user_id) from alert_rules r where r.id = new.rule_id;
  return null;
end $$;
create trigger alert_changed after insert or update on alerts for each row execute function record_alert_change();
