import { columnsOf, postMortemColumns } from '../../database/tables.ts'
import { updatedAtSql, versionSql } from '../../database/versions.ts'
import type { VisibleSites } from '../../database/visible-sites.ts'
import type { PostMortemQuery } from './post-mortem-filters.queries.ts'

/** Columns whose values differ between clients and vet roles. */
const ownColumns = ['version', 'updated_at', 'report_grouped', 'issued_report_grouped'] as const
type OwnColumn = (typeof ownColumns)[number]
type Column = (typeof postMortemColumns)[number]
const sharedColumns = postMortemColumns.filter(
  (column): column is Exclude<Column, OwnColumn> => !ownColumns.some((own) => own === column),
)

/** Selects the columns of tickets as someone with these sites sees them, and the names of their customer and site. */
export const withCustomerAndSite = <O>(postMortems: PostMortemQuery<O>, viewer: VisibleSites) =>
  postMortems
    .innerJoin('customers as c', 'c.id', 't.customer_id')
    .innerJoin('sites as s', 's.id', 't.site_id')
    .select(columnsOf('t', sharedColumns))
    .select([versionSql('t', viewer).as('version'), updatedAtSql('t', viewer).as('updated_at')])
    .select(`t.${viewer.ids === null ? 'report_grouped' : 'issued_report_grouped'} as report_grouped`)
    .select(['c.name as customer_name', 's.name as site_name', 's.region as site_region', 's.city as site_city'])
    .select('s.time_zone as site_time_zone')
