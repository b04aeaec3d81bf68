-- Lists sort names alphabetically, from `customers_alphabetical` and `sites_alphabetical`, and names are looked up by
-- their unique indexes in lower case. No query has used these two since.
drop index customers_by_name;
drop index sites_by_name;
