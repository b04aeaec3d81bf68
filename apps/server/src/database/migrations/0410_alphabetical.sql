-- The order in which people look for names: 'apple' before 'Zebra', 'Émile' among the e's, 'Pen 2' before 'Pen 10'. It is
-- deterministic: names are equal only if their bytes are. Servers without ICU take an English order of their operating
-- system, else that of character codes (docs/decisions/0410-alphabetical-order.md).
do $$
declare
  os_order text;
begin
  create collation alphabetical (provider = icu, locale = 'und-u-kn-true');
exception when others then
  select quote_ident(nspname) || '.' || quote_ident(collname) into os_order
  from pg_collation join pg_namespace n on n.oid = collnamespace
  where collprovider = 'c' and collname ~* '^en_(US|GB|CA|AU)(\.utf-?8)?$' and collencoding in (-1, pg_char_to_encoding('UTF8'))
  order by collname limit 1;
  execute 'create collation alphabetical from ' || coalesce(os_order, 'pg_catalog."C"');
end $$;

create index customers_alphabetical on customers (name collate alphabetical, id);
create index sites_alphabetical on sites (name collate alphabetical, id);
