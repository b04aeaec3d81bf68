-- Rate limits: the standard name. The previous version reads and writes them through a view of the old name, which a
-- later release drops.
alter table turns rename to rate_limits;
alter table rate_limits rename column name to key;
alter table rate_limits rename column since to started_at;
alter table rate_limits rename column taken to attempts;
alter index turns_pkey rename to rate_limits_pkey;
alter index turns_by_age rename to rate_limits_by_start;
create view turns as select key as name, started_at as since, attempts as taken from rate_limits;
