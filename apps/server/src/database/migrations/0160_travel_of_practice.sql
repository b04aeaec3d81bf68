-- Where routes begin and end, and how fast vets drive; null where it was never set.
alter table provider_details
  add column latitude double precision,
  add column longitude double precision,
  add column travel_speed_kmh double precision;
