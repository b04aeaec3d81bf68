-- When and how an animal died, and how long it was on feed. The checks hold for what is written from now on: the new
-- columns are empty, and nothing has to be read.
alter table animals
  add column found_at timestamptz,
  add column died_at timestamptz,
  add column last_seen_alive_at timestamptz,
  add column death_kind text,
  add column euthanasia_note text,
  add column air_temperature_c numeric(4, 1),
  add column arrived_at date,
  add constraint animals_death_kind check (death_kind in ('found_dead', 'died_observed', 'euthanised')) not valid;
