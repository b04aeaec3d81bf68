-- The time of the change instead of the beginning of its transaction: a page that was loaded while a long transaction ran,
-- or while one waited for a lock, misses none of its changes.
alter table changes alter column created_at set default clock_timestamp();
