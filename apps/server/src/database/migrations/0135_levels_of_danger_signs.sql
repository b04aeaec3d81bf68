-- A danger sign is a library entry with its level and what to do.
alter table library_entries
  add column advice text,
  add column level text,
  add constraint library_entries_level check (level in ('stop', 'call')) not valid;
