import { sql } from 'kysely'
import type { AuthorizedSites } from '../../http/authorized-sites.ts'
import type { Executor } from '../../database/executor.ts'
import { dangerSql } from './danger.queries.ts'
import { examineByOrder, examineBySql } from './examine-by.queries.ts'
import { applyScope, columnOfField } from './post-mortem-filters.queries.ts'
import { parseScope, type PostMortemListRequest } from './post-mortem-filters.ts'
import { withCustomerAndSite } from './with-customer-and-site.ts'

/** The full name of the user to whom a column refers. */
export const userNameSql = (column: string) =>
  sql<
    string | null
  >`(select nullif(btrim(concat_ws(' ', u.first_name, u.last_name)), '') from users u where u.id = ${sql.ref(column)})`

/** The matching tickets of these sites (null: all), in order, to be streamed. */
export function postMortemsToExport(db: Executor, sites: AuthorizedSites, list: PostMortemListRequest) {
  const postMortems = db.selectFrom('post_mortems as t').where('t.deleted_at', 'is', null)
  let matching = withCustomerAndSite(applyScope(db, postMortems, parseScope(sites, list.filters)), sites).select([
    examineBySql.as('examine_by'),
    dangerSql.as('danger'),
    userNameSql('t.created_by_id').as('created_by'),
    userNameSql('t.requested_by_id').as('requested_by'),
    userNameSql('t.scheduled_for_id').as('scheduled_for'),
    userNameSql('t.completed_by_id').as('completed_by'),
    sql<number>`(select count(*)::int from animals a where a.post_mortem_id = t.id and a.deleted_at is null)`.as(
      'animals',
    ),
  ])
  for (const { field, descending } of list.sorts)
    if (field === 'examine_by') matching = matching.orderBy(examineByOrder(descending))
    else
      matching = matching.orderBy(columnOfField(field, sites), (order) =>
        (descending ? order.desc() : order.asc()).nullsLast(),
      )
  return matching.orderBy('t.id', list.sorts[0]?.descending ? 'desc' : 'asc')
}
