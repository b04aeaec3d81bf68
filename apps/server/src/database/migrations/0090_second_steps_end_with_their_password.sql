-- Says which password a second step was begun with: it ends when that is another one. Null in steps that a server of the
-- version before has opened; this version completes none of those.
alter table second_steps add column password_fingerprint text;
