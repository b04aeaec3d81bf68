-- Every refresh token that was rotated, not only the last one: a phone that lost two answers may use it for 30 seconds,
-- and whoever uses it later ends the sign-in. The columns of sign_ins stay for the version before.
create table rotated_refresh_tokens (
  hash bytea primary key,
  sign_in_id uuid not null references sign_ins (id) on delete cascade,
  rotated_at timestamptz not null
);
create index rotated_refresh_tokens_of_sign_in on rotated_refresh_tokens (sign_in_id);

insert into rotated_refresh_tokens (hash, sign_in_id, rotated_at)
select previous_refresh_hash, id, coalesce(rotated_at, created_at) from sign_ins where previous_refresh_hash is not null;
