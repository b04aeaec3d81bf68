import { columnsOf, postMortemColumns } from '../../database/tables.ts'
import type { PostMortemQuery } from './post-mortem-filters.queries.ts'

/** Selects the columns of tickets and the names of their customer and site. */
export const withCustomerAndSite = <O>(postMortems: PostMortemQuery<O>) =>
  postMortems
    .innerJoin('customers as c', 'c.id', 't.customer_id')
    .innerJoin('sites as s', 's.id', 't.site_id')
    .select(columnsOf('t', postMortemColumns))
    .select(['c.name as customer_name', 's.name as site_name', 's.region as site_region', 's.city as site_city'])
    .select('s.time_zone as site_time_zone')
