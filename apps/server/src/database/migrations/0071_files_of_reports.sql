-- SHA-256 and length of the PDF; null for reports from before.
alter table reports
add column file_hash bytea,
add column bytes integer;
