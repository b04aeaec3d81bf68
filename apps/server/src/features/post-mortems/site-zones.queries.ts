import { type RawBuilder, sql } from 'kysely'
import type { Zone } from '@chisholm/domain/dates'
import type { AnimalId, PostMortemId, SampleId } from '../../database/ids.ts'
import type { Executor } from '../../database/executor.ts'

const ownZone = async (db: Executor, siteId: RawBuilder<unknown>): Promise<Zone | null> => {
  const site = db.selectFrom('sites').select('time_zone').where(sql<boolean>`id = ${siteId}`)
  return (await site.executeTakeFirst())?.time_zone ?? null
}

/** The time zone of a ticket's site, if it has its own. */
export const ownZoneOfPostMortem = (db: Executor, id: PostMortemId) =>
  ownZone(db, sql`(select t.site_id from post_mortems t where t.id = ${id})`)

/** The time zone of an animal's site, if it has its own. */
export const ownZoneOfAnimal = (db: Executor, id: AnimalId) =>
  ownZone(db, sql`(select a.site_id from animals a where a.id = ${id})`)

/** The time zone of the site of a sample's animal, if it has its own. */
export const ownZoneOfSample = (db: Executor, id: SampleId) =>
  ownZone(db, sql`(select a.site_id from samples x join animals a on a.id = x.animal_id where x.id = ${id})`)
