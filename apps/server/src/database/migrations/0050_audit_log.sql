-- The log is read newest first, of everybody or of one person, action or kind of thing: each from an index in its
-- order, however long the log is.
create index audit_newest on audit_entries (happened_at desc, id desc);
create index audit_of_person on audit_entries (user_id, happened_at desc, id desc);
create index audit_of_action on audit_entries (action, happened_at desc, id desc);
create index audit_of_kind on audit_entries (subject_type, happened_at desc, id desc);
-- replaced by audit_newest
drop index audit_by_time;
