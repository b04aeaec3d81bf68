import type { Provider } from '@chisholm/domain/shapes'
import { sql } from 'kysely'
import type { Executor } from '../../http/context.ts'

const details = ['version', 'name', 'phone', 'email', 'url', 'address', 'logo_key'] as const
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

/** The practice of the demo, where it is; what PROVIDER_* say counts before it. */
export const defaultDetails = (db: Executor) =>
  db.selectFrom('provider_defaults').select(['name', 'phone', 'email', 'url']).executeTakeFirst()

interface Saved extends Provider {
  logoKey: string | null
}

const rowOf = ({ name, phone, email, url, address, time_zone, logoKey }: Saved) => ({
  name,
  phone,
  email,
  url,
  address: address || null,
  time_zone,
  logo_key: logoKey,
})

/** Keeps what was true before the first change, from ever on. */
export const keepDefaults = (tx: Executor, defaults: Saved) =>
  tx
    .insertInto('provider_details')
    .values({ ...rowOf(defaults), version: 0, valid_from: '-infinity' })
    .onConflict((conflict) => conflict.column('version').doNothing())
    .execute()

/** Keeps details from now on; those that nothing stood before hold from ever on. */
export const insertDetails = (tx: Executor, version: number, provider: Saved, isFirst: boolean) =>
  tx
    .insertInto('provider_details')
    .values({
      ...rowOf(provider),
      version,
      valid_from: isFirst ? '-infinity' : sql<Date>`clock_timestamp()`,
    })
    .execute()
