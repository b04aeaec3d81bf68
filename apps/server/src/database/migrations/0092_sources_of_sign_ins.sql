-- Whether somebody signed in from an address before: such a source is not slowed down by the failures of others.
create index sources_of_sign_ins on sign_ins (user_id, source);
