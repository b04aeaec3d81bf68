-- The photo slots of the practice as JSON, which each ticket and animal is shown with. Sorting and building them again was
-- a sixth of the statement of a ticket.
create table practice_photo_slots (
  is_only boolean primary key default true check (is_only),
  slots text not null
);

create function photo_slots_json() returns text language sql stable as $$
  select coalesce(json_agg(json_build_object('slot_id', l.id, 'name', l.name, 'hint', l.hint, 'required', l.required,
    'retired', l.retired_at is not null) order by l.position, l.name, l.id), '[]')::text
  from library_entries l where l.list = 'photo-slots'
$$;

insert into practice_photo_slots (slots) select photo_slots_json();

create function store_photo_slots() returns trigger language plpgsql as $$
begin
  if coalesce(new.list, old.list) <> 'photo-slots' then
    return null;
  end if;
  -- of concurrent transactions, the later one reads what the earlier one has committed
  perform from practice_photo_slots for update;
  update practice_photo_slots set slots = photo_slots_json() where slots <> photo_slots_json();
  return null;
end
$$;

-- at the commit, so that no transaction waits for this row while it holds entries that another one needs
create constraint trigger photo_slots_stored after insert or update or delete on library_entries
  deferrable initially deferred for each row execute function store_photo_slots();
