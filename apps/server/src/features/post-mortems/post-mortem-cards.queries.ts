import { type RawBuilder, sql } from 'kysely'
import type { AuthorizedSites } from '../../http/authorized-sites.ts'
import type { Executor } from '../../database/executor.ts'
import { timestampSql } from '../../database/timestamp-sql.ts'
import { inOneSnapshot } from '../../database/one-snapshot.ts'
import type { VisibleSites } from '../../database/visible-sites.ts'
import { dangerSql } from './danger.queries.ts'
import { examineBySql } from './examine-by.queries.ts'
import { isPhotoThere } from './issued-photos.queries.ts'
import type { PostMortemListRequest } from './post-mortem-filters.ts'
import { type LocatedPage, locatePage, pageOfOneStatement } from './post-mortem-pagination.queries.ts'

/**
 * A page of cards as JSON (decisions.md section 10). PostgreSQL builds it, because converting rows to JSON in Node.js
 * took most of an inbox request. The `thumbnail` of an animal is the id and the storage key of its first photo.
 */
export interface CardPage {
  /** Null: the number of cards, if the page is not full. */
  total: number | null
  count: number
  json: string
}

const timestamp = (column: string) => timestampSql(sql.ref(column))

const visitSql = { length: sql`t.duration_minutes,`, zone: sql`, s.time_zone` }
const nothing = sql``

/** @param withVisit  adds the length of the visit and the zone of its days */
const cardsSql = ({ page, total }: LocatedPage, viewer: VisibleSites, withVisit: boolean): RawBuilder<CardPage> => sql`
  select ${total ?? sql`null::int`} as total, count(*)::int as count,
    coalesce(json_agg(card order by position), '[]')::text as json
  from (
    select page.position, (select card from (select
      t.id, t.pin, 'CHM-' || t.pin as title, t.status, t.draft::int, t.no_vet_visit_requested::int, t.record_at,
      ${timestamp('t.requested_at')} as requested_at, ${timestamp('t.scheduled_at')} as scheduled_at,
      ${withVisit ? visitSql.length : nothing}
      ${timestamp('t.completed_at')} as completed_at, ${timestampSql(examineBySql)} as examine_by, ${dangerSql} as danger,
      (select customer from (select c.id, c.name) customer) as customer,
      (select site from (select s.id, s.name, s.city ${withVisit ? visitSql.zone : nothing}) site) as site,
      (select person from (
        select u.id, coalesce(u.first_name, '') as first_name, coalesce(u.last_name, '') as last_name
        from users u where u.id = t.scheduled_for_id) person) as scheduled_for,
      found.animals, found.photos, found.first_animals) card) as card
    from ${page} page
    join post_mortems t on t.id = page.id
    join customers c on c.id = t.customer_id
    join sites s on s.id = t.site_id
    cross join lateral (
      select count(*) as animals, coalesce(sum(a.photos), 0) as photos,
        coalesce(json_agg((select animal from (select a.id, a.tag, a.rfid, a.thumbnail) animal) order by a.position)
          filter (where a.position <= 3), '[]') as first_animals
      from (
        select a.id, a.tag, a.rfid, row_number() over (order by a.created_at, a.id) as position, p.photos, p.thumbnail
        from animals a
        cross join lateral (
          select count(*) as photos, (array_agg(p.id || ' ' || p.thumbnail_key order by p.created_at, p.id))[1] as thumbnail
          from photos p where p.animal_id = a.id and ${isPhotoThere(viewer)}
        ) p
        where a.post_mortem_id = t.id and a.deleted_at is null
      ) a
    ) found
  ) cards`

/**
 * The statement for a page of the tickets of these sites (null: all) as cards; undefined if one statement is not
 * enough.
 */
export function cardPageInOneStatement(
  db: Executor,
  sites: AuthorizedSites,
  list: PostMortemListRequest,
  withVisit: boolean,
): RawBuilder<CardPage> | undefined {
  const located = pageOfOneStatement(db, sites, list)
  return located && cardsSql(located, sites, withVisit)
}

/** Reads tickets as vet roles see their cards. @param page  a parenthesised query of `id` and `position` in the page */
export const readCardsOf = async (db: Executor, page: RawBuilder<unknown>): Promise<string> =>
  (await cardsSql({ page, total: null }, { ids: null }, true).execute(db)).rows[0]?.json ?? '[]'

/** Reads one page of the tickets of these sites (null: all) as cards. */
export const readCardPage = (
  db: Executor,
  sites: AuthorizedSites,
  list: PostMortemListRequest,
  withVisit: boolean,
): Promise<CardPage> =>
  inOneSnapshot(db, async (db) => {
    const { rows } = await cardsSql(await locatePage(db, sites, list), sites, withVisit).execute(db)
    return rows[0] ?? { total: 0, count: 0, json: '[]' }
  })
