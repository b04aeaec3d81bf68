-- The library lists that got their usual entries. A list that comes with an update gets them once, and one that an Admin
-- has emptied stays empty.
create table filled_library_lists (list text primary key);

-- All lists but the four that came later were filled when the practice was set up.
insert into filled_library_lists
select list from unnest(array['unit-of-measures', 'species', 'animal-types', 'animal-colors', 'animal-groups',
  'diagnoses', 'health-risks', 'treatments', 'breeds', 'tag-colors', 'reports']) as list
where exists (select from library_entries)
union
select list from library_entries;
