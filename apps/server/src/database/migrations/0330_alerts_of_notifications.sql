-- A notification of an alert names a customer and its site: it is shown to those who still see the alert, and deleted
-- with it. Null: the notification is of something else.
alter table notifications add column alert_id uuid references alerts on delete cascade;
create index notifications_of_alert on notifications (alert_id) where alert_id is not null;

-- Both were written in one transaction, and have the time at which it began.
update notifications n set alert_id = f.id
from alerts f join alert_rules r on r.id = f.rule_id
where n.kind = 'alert' and n.post_mortem_id is null and n.created_at = f.fired_at and starts_with(n.text, r.name);
