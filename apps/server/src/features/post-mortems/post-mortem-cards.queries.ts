import { sql } from 'kysely'
import type { DangerLevel } from '@chisholm/domain/danger'
import type { Person } from '@chisholm/domain/schemas'
import type { Status } from '@chisholm/domain/status'
import type { AuthorizedSites } from '../../http/authorized-sites.ts'
import type { AnimalId, CustomerId, PhotoId, PostMortemId, SiteId } from '../../database/ids.ts'
import type { Executor } from '../../database/executor.ts'
import { dangerSql } from './danger.queries.ts'
import { examineBySql } from './examine-by.queries.ts'
import type { PostMortemListRequest } from './post-mortem-filters.ts'
import { readPage } from './post-mortem-pagination.queries.ts'

/** The photo that a thumbnail URL is built from. */
export interface PhotoThumbnail {
  id: PhotoId
  thumbnail_key: string
}

/** A row of a card; nested timestamps are texts in UTC. */
export interface PostMortemCardRow {
  id: PostMortemId
  pin: number
  status: Status
  draft: boolean
  no_vet_visit_requested: boolean
  record_at: string | null
  requested_at: Date | null
  scheduled_at: Date | null
  completed_at: Date | null
  examine_by: Date | null
  danger: DangerLevel | null
  customer_id: CustomerId
  customer_name: string
  site_id: SiteId
  site_name: string
  site_city: string | null
  scheduled_for: Person | null
  animals: number
  photos: number
  first_animals: { id: AnimalId; tag: string | null; rfid: string | null; photo: PhotoThumbnail | null }[]
}

/** Reads one page of the tickets of these sites (null: all) as cards, and their total. */
export const readPostMortemCardPage = (db: Executor, sites: AuthorizedSites, list: PostMortemListRequest) =>
  readPage(
    db,
    sites,
    list,
    (page) => sql<PostMortemCardRow>`
      select page.place, t.id, t.pin, t.status, t.draft, t.no_vet_visit_requested, t.record_at, t.requested_at, t.scheduled_at,
        t.completed_at, ${examineBySql} as examine_by, ${dangerSql} as danger, t.customer_id, c.name as customer_name, t.site_id, s.name as site_name, s.city as site_city,
        (select json_build_object('id', u.id, 'first_name', coalesce(u.first_name, ''), 'last_name', coalesce(u.last_name, ''))
          from users u where u.id = t.scheduled_for_id) as scheduled_for,
        (select count(*)::int from animals a where a.post_mortem_id = t.id and a.deleted_at is null) as animals,
        (select count(*)::int from animals a join photos p on p.animal_id = a.id and p.deleted_at is null
          where a.post_mortem_id = t.id and a.deleted_at is null) as photos,
        (select coalesce(json_agg(json_build_object('id', a.id, 'tag', a.tag, 'rfid', a.rfid, 'photo', (
            select json_build_object('id', p.id, 'thumbnail_key', p.thumbnail_key) from photos p
            where p.animal_id = a.id and p.deleted_at is null order by p.created_at, p.id limit 1
          )) order by a.created_at, a.id), '[]')
          from (
            select id, tag, rfid, created_at from animals
            where post_mortem_id = t.id and deleted_at is null order by created_at, id limit 3
          ) a) as first_animals
      from post_mortems t
      join customers c on c.id = t.customer_id
      join sites s on s.id = t.site_id
      join ${page} page on page.id = t.id`,
  )
