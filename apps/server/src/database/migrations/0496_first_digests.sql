-- No digest before this time: one whose hour has passed today begins tomorrow. Until now such a day was marked like one
-- with a digest, so that a later hour, chosen on the same day, had none either.
alter table notification_preferences add column digest_from timestamptz;
