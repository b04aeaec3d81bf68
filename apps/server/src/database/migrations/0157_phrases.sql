-- What a phrase puts into a field of findings.
alter table library_entries add column text text;
