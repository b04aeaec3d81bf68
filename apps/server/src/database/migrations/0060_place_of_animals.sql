-- Lists of animals are read from indexes of animals alone: each carries the site of its ticket, and what makes several
-- records one animal. Joined to their tickets, a million of which had to be looked at, they took seconds.

alter table animals
  add column site_id uuid,
  add column identity text;

-- A history and the triggers below look for deleted animals, too.
create index animals_of_post_mortem on animals (post_mortem_id, created_at, id);
drop index animals_of_ticket;

-- An animal is told by its RFID, else by its tag, which is unique only on its site, else each record is one of its own.
create function animal_identity(id uuid, site_id uuid, rfid text, tag text) returns text language sql immutable
return coalesce('rfid ' || rfid, 'tag ' || site_id::text || ' ' || lower(btrim(tag)), id::text);

create function place_animal() returns trigger language plpgsql as $$
begin
  if new.site_id is null then
    new.site_id := (select site_id from post_mortems where id = new.post_mortem_id);
  end if;
  new.identity := animal_identity(new.id, new.site_id, new.rfid, new.tag);
  return new;
end
$$;

create trigger animals_are_placed before insert or update of site_id, rfid, tag on animals
for each row execute function place_animal();
