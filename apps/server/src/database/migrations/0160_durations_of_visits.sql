-- How long a visit takes, in minutes.
alter table post_mortems
  add column duration_minutes integer not null default 60 check (duration_minutes between 5 and 720);
