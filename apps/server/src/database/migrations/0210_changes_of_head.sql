-- A head count or a lot changes the rates of its site, so that the rules of the site are evaluated, as after a death.
create trigger added_head_counts_noted after insert on head_counts referencing new table as changed
for each statement execute function note_death_changes();
create trigger changed_head_counts_noted after update on head_counts
referencing old table as removed new table as changed
for each statement execute function note_death_changes();
create trigger deleted_head_counts_noted after delete on head_counts referencing old table as changed
for each statement execute function note_death_changes();
create trigger added_lots_noted after insert on lots referencing new table as changed
for each statement execute function note_death_changes();
create trigger changed_lots_noted after update on lots referencing old table as removed new table as changed
for each statement execute function note_death_changes();
create trigger deleted_lots_noted after delete on lots referencing old table as changed
for each statement execute function note_death_changes();
