-- Which server works on the first request of a key, so that others can tell when it was killed; null: none any more.
alter table idempotency_keys add column server integer;
-- The version of what was answered, which an answer given again tells too.
alter table idempotency_keys add column answer_etag text;
