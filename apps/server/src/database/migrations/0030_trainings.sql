-- Trainings are changed by several Admins: who has an old version is told.
alter table trainings add column version integer not null default 1;
