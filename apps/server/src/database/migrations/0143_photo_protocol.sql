-- Whether the practice offers or demands photos; null: the default.
alter table provider_details add column photo_protocol text
  check (photo_protocol in ('off', 'offered', 'demanded_without_visit', 'demanded'));
