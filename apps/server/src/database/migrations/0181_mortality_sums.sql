-- What changed since the sums below were made. Rows are only appended, so that transactions of one site do not wait for
-- each other. A figure is the sum that is stored and the changes that are not in it yet.
create table mortality_changes (
  id bigint generated always as identity primary key,
  site_id uuid not null,
  day date not null,
  -- 1: a death was added, -1: a death was removed, 0: a head count or a lot changed the head from this day on
  deaths smallint not null,
  completed boolean,
  diagnosis_id uuid,
  issued_diagnosis_id uuid,
  customer_diagnosis_id uuid,
  feed_band smallint
);

-- Deaths of whole months and years. "examined" counts those whose diagnosis is known and whose ticket is completed, by
-- the diagnosis as it stands and by the issued one.
create table deaths_by_site (
  site_id uuid not null,
  grain text not null check (grain in ('month', 'year')),
  start date not null,
  deaths integer not null,
  examined integer not null,
  issued_examined integer not null,
  primary key (site_id, grain, start) include (deaths, examined, issued_examined)
);

create table deaths_by_site_and_cause (
  site_id uuid not null,
  grain text not null check (grain in ('month', 'year')),
  start date not null,
  diagnosis_id uuid,
  issued_diagnosis_id uuid,
  deaths integer not null,
  examined integer not null,
  issued_examined integer not null,
  unique nulls not distinct (site_id, grain, start, diagnosis_id, issued_diagnosis_id)
);
create index deaths_by_cause_in_period on deaths_by_site_and_cause (grain, start, diagnosis_id)
  include (site_id, issued_diagnosis_id, deaths, examined, issued_examined);

-- Deaths of all sites together. Only the practice asks for them, which sees diagnoses as they stand.
create table deaths_by_cause_and_feed (
  grain text not null check (grain in ('month', 'year')),
  start date not null,
  diagnosis_id uuid,
  feed_band smallint,
  deaths integer not null,
  examined integer not null,
  unique nulls not distinct (grain, start, diagnosis_id, feed_band)
);
create table deaths_by_day_of_practice (
  day date primary key,
  deaths integer not null,
  examined integer not null
);
create table deaths_by_day_and_cause (
  day date not null,
  diagnosis_id uuid,
  deaths integer not null,
  examined integer not null,
  unique nulls not distinct (day, diagnosis_id)
);
create index deaths_of_cause_by_day on deaths_by_day_and_cause (diagnosis_id, day) include (deaths, examined);
create table deaths_by_diagnosis_pair (
  grain text not null check (grain in ('month', 'year')),
  start date not null,
  customer_diagnosis_id uuid not null,
  diagnosis_id uuid not null,
  deaths integer not null,
  primary key (grain, start, customer_diagnosis_id, diagnosis_id)
);

-- The head of a site on each day of a month; null where it is unknown. Months without any known head have no row.
create table head_months (
  site_id uuid not null,
  month date not null,
  heads bigint[] not null,
  head_days bigint not null,
  known_days integer not null,
  primary key (site_id, month) include (head_days, known_days)
);
create table head_years (
  site_id uuid not null,
  year date not null,
  head_days bigint not null,
  known_days integer not null,
  primary key (site_id, year) include (head_days, known_days)
);
-- The head of all sites together.
create table head_of_practice (
  day date primary key,
  head bigint not null,
  known_sites integer not null
);
-- The last day up to which head is stored for all sites; one row.
create table head_stored (
  id boolean primary key default true check (id),
  until date not null
);
insert into head_stored (until) values ('0001-01-31');

-- A head count changes the head from its day on, a lot from its arrival.
create function log_changed_head() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into mortality_changes (site_id, day, deaths)
    select old.site_id, day, 0 from (select (to_jsonb(old) ->> tg_argv[0])::date as day) d where day is not null;
  end if;
  if tg_op <> 'DELETE' then
    insert into mortality_changes (site_id, day, deaths)
    select new.site_id, day, 0 from (select (to_jsonb(new) ->> tg_argv[0])::date as day) d where day is not null;
  end if;
  return null;
end
$$;
