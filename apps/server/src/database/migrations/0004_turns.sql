-- How often something was tried lately: failed sign-ins of an address, codes, invitations, uploads. One row for each
-- name and window, counted in one statement, so that fifty tries at once are fifty. A crash may forget them.
create unlogged table turns (
  name text primary key,
  since timestamptz not null default now(),
  taken integer not null default 1
);
create index turns_by_age on turns (since);

-- It counted the same, row by row, and only for sign-ins.
drop table failed_sign_ins;
