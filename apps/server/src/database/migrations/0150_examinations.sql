-- How an animal was examined, and what was found in each organ system.
create table animal_examinations (
  animal_id uuid primary key references animals on delete cascade,
  examined_at timestamptz,
  mode text check (mode in ('on_site', 'photos')),
  extent text check (extent in ('complete', 'partial', 'external', 'photos_only')),
  condition smallint check (condition between 1 and 5),
  -- every system in its order: {system, state, text}
  systems jsonb not null
);
