create trigger changed_lots_logged after insert or update or delete on lots
for each row execute function log_changed_head('arrived_at');
