-- A photo slot is a library entry that says what to photograph: `required` counts where the practice demands photos.
alter table library_entries add column hint text;
alter table library_entries add column required boolean not null default false;
