-- Clients see the grouping of the newest issued report, like its opinions; false before one is issued.
alter table post_mortems add column issued_report_grouped boolean not null default false;

-- Only an unfinished report can differ from the issued one.
update post_mortems t set issued_report_grouped = true
where case when t.completed_at is not null and t.amendment_opened_at is null then t.report_grouped
  else (select v.snapshot ->> 'report_grouped' = '1' from report_versions v
    where v.post_mortem_id = t.id order by v.number desc limit 1) end;
