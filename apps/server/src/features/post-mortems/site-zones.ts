import type { Zone } from '@chisholm/domain/dates'
import type { AnimalId, PostMortemId, SampleId, SiteId } from '../../database/ids.ts'
import type { Executor } from '../../database/executor.ts'
import { siteTimeZone } from '../../http/site-time-zones.queries.ts'
import type { Services } from '../../services.ts'
import * as queries from './site-zones.queries.ts'

/*
 * Days of a ticket and its animals are days of their site, or of the practice if the site has no time zone of its own
 * (decisions.md section 10).
 */

interface ZoneContext {
  db: Executor
  provider: Services['provider']
}

const orPractice = async ({ db, provider }: ZoneContext, own: Zone | null): Promise<Zone> =>
  own ?? (await provider(db)).time_zone

/** The time zone of a site; undefined or unknown: that of the practice. */
export const timeZoneOfSite = async (ctx: ZoneContext, id: SiteId | null | undefined): Promise<Zone> =>
  orPractice(ctx, id ? await siteTimeZone(ctx.db, id) : null)

/** The time zone of a ticket's site. */
export const timeZoneOfPostMortem = async (ctx: ZoneContext, id: PostMortemId): Promise<Zone> =>
  orPractice(ctx, await queries.ownZoneOfPostMortem(ctx.db, id))

/** The time zone of an animal's site. */
export const timeZoneOfAnimal = async (ctx: ZoneContext, id: AnimalId): Promise<Zone> =>
  orPractice(ctx, await queries.ownZoneOfAnimal(ctx.db, id))

/** The time zone of the site of a sample's animal. */
export const timeZoneOfSample = async (ctx: ZoneContext, id: SampleId): Promise<Zone> =>
  orPractice(ctx, await queries.ownZoneOfSample(ctx.db, id))
