-- Summaries of mortality that are mailed every week or month. Each belongs to its author.
create table scheduled_reports (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  name text not null,
  -- the filters of /insight as they were sent: json keeps the order of the keys
  filter json not null default '{}',
  every text not null check (every in ('week', 'month')),
  language text not null,
  -- periods that were due before are not mailed
  starts_at timestamptz not null default now(),
  created_at timestamptz not null default now()
);
create index scheduled_reports_of_user on scheduled_reports (user_id);

create table scheduled_report_recipients (
  report_id uuid not null references scheduled_reports on delete cascade,
  user_id uuid not null references users on delete cascade,
  position smallint not null,
  primary key (report_id, user_id)
);
create index scheduled_report_recipients_of_user on scheduled_report_recipients (user_id);

-- The periods whose mails were made, so that each is mailed once however many servers try.
create table scheduled_report_periods (
  report_id uuid not null references scheduled_reports on delete cascade,
  every text not null,
  first_day date not null,
  mailed_at timestamptz not null default now(),
  primary key (report_id, every, first_day)
);
