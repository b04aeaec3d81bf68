-- Fingerprints of the secret keys this database is used with: with another key every authenticator app would be useless,
-- so a start with one is refused. Empty in a database of before; the next start fills it in.
create table secret_keys (
  fingerprint bytea primary key,
  since timestamptz not null default now()
);

-- when the key that sealed a secret was given up; the authenticator app of that person gives no right code any more
alter table totp_secrets add column lost_at timestamptz;
