-- Whether the report of a ticket describes animals of one cause together.
alter table post_mortems add column report_grouped boolean not null default false;
