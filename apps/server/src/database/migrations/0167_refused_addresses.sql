-- Since when the mail server refuses letters to this person for good.
alter table users add email_refused_at timestamptz;
