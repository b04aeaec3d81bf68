-- Why a photo of a slot is not possible for an animal.
create table animal_photo_slots (
  animal_id uuid not null references animals on delete cascade,
  slot_id uuid not null references library_entries,
  skipped_reason text not null,
  primary key (animal_id, slot_id)
);
create index skipped_by_slot on animal_photo_slots (slot_id);

-- Why a ticket was sent without photos that the practice demands.
alter table post_mortems add column photos_missing_reason text;
