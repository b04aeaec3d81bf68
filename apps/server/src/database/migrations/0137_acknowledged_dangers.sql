-- Who sent a ticket with danger signs has confirmed having read the warning.
alter table post_mortems
  add column danger_acknowledged_at timestamptz,
  add column danger_acknowledged_by_id uuid references users;
create index tickets_danger_acknowledged_by on post_mortems (danger_acknowledged_by_id)
where danger_acknowledged_by_id is not null;
