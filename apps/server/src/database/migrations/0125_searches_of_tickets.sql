-- A search by days finds its tickets and then sorts them: what it shows first, whose they are and where they stand comes
-- from the index of the days.
create index tickets_by_day on post_mortems (record_at desc, created_at desc, id desc) include (site_id, status)
where deleted_at is null;
drop index tickets_by_record_date;
-- part of the number of a ticket
create index tickets_by_part_of_pin on post_mortems using gin ((pin::text) gin_trgm_ops) with (fastupdate = off)
where deleted_at is null;
-- for a part so short that it is in most numbers
create index tickets_by_pin on post_mortems (pin) include (site_id, status) where deleted_at is null;
-- a far page of some sites passes over those of the others
create index tickets_of_sites_by_latest_completion on post_mortems (completed_at desc nulls last, id desc) include (site_id)
where deleted_at is null;
drop index tickets_by_latest_completion;
