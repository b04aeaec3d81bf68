-- One index for the deaths of a site, also with both diagnoses. Each index is written with each death; causes of all sites
-- are read from sums.
create index deaths_of_site_by_day on deaths (site_id, day)
  include (animal_id, lot_key, pen_key, feed_band, diagnosis_id, issued_diagnosis_id, customer_diagnosis_id, completed);
drop index deaths_of_site;
drop index deaths_diagnosed_twice;
drop index deaths_by_diagnosis;
