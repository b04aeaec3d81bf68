-- A second factor at sign-in: codes of an app (RFC 6238), passkeys (WebAuthn) and, for who lost both, recovery codes.

create table totp_secrets (
  user_id uuid primary key references users on delete cascade,
  -- AES-256-GCM with a key made from SECRET_KEY: who reads only the database makes no codes
  sealed_secret bytea not null,
  -- null until a first code proves that the app was set up
  confirmed_at timestamptz,
  -- 30-second step of the last code taken: a code of this step or of one before is not taken again
  last_step integer not null default 0,
  last_used_at timestamptz,
  created_at timestamptz not null default now()
);

create table passkeys (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  -- base64url, as browsers name it
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null default 0,
  transports text[] not null default '{}',
  name text not null check (length(name) between 1 and 60),
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkeys_of_user on passkeys (user_id, created_at);

-- A code has 120 bits of chance, so that its plain SHA-256 cannot be searched (ASVS 6.5.2).
create table recovery_codes (
  user_id uuid not null references users on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- Sign-ins whose password was right and whose second factor is awaited. Kept after they end, for the limit of an account.
create table second_steps (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  session_hash bytea not null unique,
  -- what a passkey has to sign next
  passkey_challenge text,
  -- tries that did not lead in
  tries integer not null default 0,
  completed_at timestamptz,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index second_steps_of_user on second_steps (user_id, created_at);

alter table sign_ins
  -- the password was given once more: the sign-in is recent again
  add column password_confirmed_at timestamptz,
  -- what a new passkey has to sign
  add column passkey_challenge text;
