import type { Provider } from '@chisholm/domain/shapes'
import { sql } from 'kysely'
import type { Executor } from '../../http/context.ts'

const details = ['version', 'name', 'phone', 'email', 'url'] as const
/**
 * The zone is where the practice is and not what it tells of itself: whatever the row, it is the one that holds now, so
 * that reports of before show the days that screens do. Null while none was ever said.
 */
const timeZone = sql<string | null>`(select time_zone from provider_details where time_zone is not null
  order by version desc limit 1)`.as('time_zone')

/** What the practice tells of itself since the last change; undefined when nothing was ever saved. */
export const latestDetails = (db: Executor) =>
  db
    .selectFrom('provider_details')
    .select(details)
    .select(timeZone)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()

/** What it told of itself at a moment. */
export const detailsAt = (db: Executor, moment: Date) =>
  db
    .selectFrom('provider_details')
    .select(details)
    .select(timeZone)
    .where('valid_from', '<=', moment)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Keeps what was true before the first change, from ever on. */
export const keepDefaults = (tx: Executor, defaults: Provider) =>
  tx
    .insertInto('provider_details')
    .values({ ...defaults, version: 0, valid_from: '-infinity' })
    .onConflict((conflict) => conflict.column('version').doNothing())
    .execute()

/** Keeps details from now on. */
export const insertDetails = (tx: Executor, version: number, provider: Provider) =>
  tx
    .insertInto('provider_details')
    .values({ ...provider, version, valid_from: sql<Date>`clock_timestamp()` })
    .execute()
