create trigger changed_head_counts_logged after insert or update or delete on head_counts
for each row execute function log_changed_head('date');
