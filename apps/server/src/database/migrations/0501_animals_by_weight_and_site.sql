-- Saved reports of a client with many sites count animals by weight or temperature without reading each row.
drop index animals_by_weight, animals_by_temperature;
create index animals_by_weight on animals (weight) include (site_id) where deleted_at is null and weight is not null;
create index animals_by_temperature on animals (temperature) include (site_id)
  where deleted_at is null and temperature is not null;
