import { columnsOf, postMortemColumns } from '../../database/tables.ts'
import { updatedAtSql, versionSql } from '../../database/versions.ts'
import type { PostMortemQuery } from './post-mortem-filters.queries.ts'

const sharedColumns = postMortemColumns.filter((column) => column !== 'version' && column !== 'updated_at')

/** Selects the columns of tickets as someone with these sites sees them, and the names of their customer and site. */
export const withCustomerAndSite = <O>(postMortems: PostMortemQuery<O>, viewer: { ids: string[] | null }) =>
  postMortems
    .innerJoin('customers as c', 'c.id', 't.customer_id')
    .innerJoin('sites as s', 's.id', 't.site_id')
    .select(columnsOf('t', sharedColumns))
    .select([versionSql('t', viewer).as('version'), updatedAtSql('t', viewer).as('updated_at')])
    .select(['c.name as customer_name', 's.name as site_name', 's.region as site_region', 's.city as site_city'])
    .select('s.time_zone as site_time_zone')
