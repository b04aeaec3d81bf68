-- Cases that veterinarians share as examples, in words of their own. Ids are random: those that sort by time would tell
-- when an animal died. Everything else that is shown of a case is read from its animal, while that exists.
create table teaching_cases (
  id uuid primary key,
  animal_id uuid not null unique references animals on delete cascade,
  title text not null,
  text text not null
);

-- The photos of a case that were chosen; they are told by their number.
create table teaching_case_photos (
  case_id uuid not null references teaching_cases on delete cascade,
  number smallint not null,
  photo_id uuid not null references photos on delete cascade,
  primary key (case_id, number),
  unique (case_id, photo_id)
);
create index teaching_case_photos_of_photo on teaching_case_photos (photo_id);

-- Whether the practice shows photos in its teaching cases; null where it was never set.
alter table provider_details add column case_photos boolean;
