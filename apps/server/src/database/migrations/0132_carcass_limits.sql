-- How long opening a carcass is worthwhile. The limits are those of the practice, in hours; null where none was set, as in
-- rows of the version before.
alter table provider_details
  add column carcass_fresh_hours double precision,
  add column carcass_fading_hours double precision,
  add column carcass_late_hours double precision,
  add column carcass_late_hours_cold double precision;
