-- The sums of all sites in a period: with the primary key, each period was searched for once per site.
create index deaths_by_site_in_period on deaths_by_site (grain, start) include (site_id, deaths, examined, issued_examined);
