-- Reports show a photo under the organ system of its slot. The slots that came with the program get theirs.
update library_entries e set system = s.system
from (values
  ('whole carcass', 'External'),
  ('head and mouth', 'External'),
  ('opened chest', 'Body cavities'),
  ('lung surface', 'Respiratory'),
  ('cut lung', 'Respiratory'),
  ('heart', 'Cardiovascular'),
  ('opened abdomen', 'Body cavities'),
  ('rumen', 'Digestive'),
  ('liver', 'Liver'),
  ('intestines', 'Digestive'),
  ('kidneys and bladder', 'Urinary')
) as s (name, system)
where e.list = 'photo-slots' and lower(e.name) = s.name and e.system is null;
