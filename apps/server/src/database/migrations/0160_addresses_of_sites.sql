-- Where a site is, and how to reach it. time_zone: null where the site has that of the practice.
alter table sites
  add column address text,
  add column latitude double precision check (latitude between -90 and 90),
  add column longitude double precision check (longitude between -180 and 180),
  add column phone text,
  add column directions text,
  add column time_zone text,
  add constraint site_has_both_coordinates check ((latitude is null) = (longitude is null));
