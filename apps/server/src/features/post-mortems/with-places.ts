import { columnsOf, postMortemColumns } from '../../database/tables.ts'
import type { Tickets } from './ticket-filters.ts'

/** What stands in the rows of tickets themselves, with the names of their customer and site. */
export const withPlaces = <O>(tickets: Tickets<O>) =>
  tickets
    .innerJoin('customers as c', 'c.id', 't.customer_id')
    .innerJoin('sites as s', 's.id', 't.site_id')
    .select(columnsOf('t', postMortemColumns))
    .select(['c.name as customer_name', 's.name as site_name', 's.region as site_region', 's.city as site_city'])
