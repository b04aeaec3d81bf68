create index photos_by_creation on photos (created_at, id) include (visible_site_id) where visible_site_id is not null;
create index photos_by_name on photos (name, id) include (visible_site_id) where visible_site_id is not null;
create index photos_of_site on photos (visible_site_id, created_at, id) where visible_site_id is not null;

-- How many photos a site has, kept in the transaction of every change, once for each statement, as animal_counts.
create table photo_counts (
  site_id uuid primary key references sites on delete cascade,
  photos integer not null
) with (fillfactor = 50);

create function add_to_photo_counts(sites uuid[], changes integer[]) returns void language sql as $$
  insert into photo_counts as known (site_id, photos)
  select site_id, sum(change) from unnest(sites, changes) as changed (site_id, change)
  where site_id is not null group by site_id having sum(change) <> 0 order by site_id
  on conflict (site_id) do update set photos = known.photos + excluded.photos;
$$;

create function count_photos() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform add_to_photo_counts(array_agg(visible_site_id), array_agg(1)) from added;
  elsif tg_op = 'DELETE' then
    perform add_to_photo_counts(array_agg(visible_site_id), array_agg(-1)) from removed;
  else
    perform add_to_photo_counts(array_agg(visible_site_id), array_agg(change))
    from (select visible_site_id, -1 as change from removed union all select visible_site_id, 1 from added) changes;
  end if;
  return null;
end
$$;

create trigger photos_added after insert on photos referencing new table as added
for each statement execute function count_photos();
create trigger photos_changed after update on photos referencing old table as removed new table as added
for each statement execute function count_photos();
create trigger photos_removed after delete on photos referencing old table as removed
for each statement execute function count_photos();

insert into photo_counts (site_id, photos)
select visible_site_id, count(*) from photos where visible_site_id is not null group by visible_site_id;
