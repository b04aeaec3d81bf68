-- The list of people, in the order it is read by default, and those of one status.
create index users_by_name on users (last_name, first_name, id) where deleted_at is null;
create index users_by_status on users (status, last_name, first_name, id) where deleted_at is null;
