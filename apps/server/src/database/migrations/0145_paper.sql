-- The paper that reports are printed on. Null: letter.
alter table provider_details add column paper text check (paper in ('letter', 'a4'));
