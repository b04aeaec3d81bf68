-- The time zone of the practice, whose days and times everything shows. Null in rows of before, and of a server of the
-- version before that still runs: the last one that was said holds, and without any the environment's.
alter table provider_details add column time_zone text;
