import type { Provider } from '@chisholm/domain/schemas'
import { sql } from 'kysely'
import type { Executor } from '../../http/context.ts'

const detailColumns = ['version', 'name', 'phone', 'email', 'url', 'address', 'logo_key'] as const
/**
 * The zone is where the practice is and not what it tells of itself: whatever the row, it is the one that holds now, so
 * that reports of before show the days that screens do. Null while none was ever said.
 */
const currentTimeZone = sql<string | null>`(select time_zone from provider_details where time_zone is not null
  order by version desc limit 1)`.as('time_zone')

/** What the practice tells of itself since the last change; undefined when nothing was ever saved. */
export const latestDetails = (db: Executor) =>
  db
    .selectFrom('provider_details')
    .select(detailColumns)
    .select(currentTimeZone)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()

/** What it told of itself at a moment. */
export const detailsAt = (db: Executor, timestamp: Date) =>
  db
    .selectFrom('provider_details')
    .select(detailColumns)
    .select(currentTimeZone)
    .where('valid_from', '<=', timestamp)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The practice of the demo, where it is; what PROVIDER_* say counts before it. */
export const defaultDetails = (db: Executor) =>
  db.selectFrom('provider_defaults').select(['name', 'phone', 'email', 'url']).executeTakeFirst()

interface SavedProvider extends Provider {
  logoKey: string | null
}

const toRow = ({ name, phone, email, url, address, time_zone, logoKey }: SavedProvider) => ({
  name,
  phone,
  email,
  url,
  address: address || null,
  time_zone,
  logo_key: logoKey,
})

/** Keeps what was true before the first change, from ever on. */
export const insertDefaults = (tx: Executor, defaults: SavedProvider) =>
  tx
    .insertInto('provider_details')
    .values({ ...toRow(defaults), version: 0, valid_from: '-infinity' })
    .onConflict((conflict) => conflict.column('version').doNothing())
    .execute()

/** Keeps details from now on; those that nothing stood before hold from ever on. */
export const insertDetails = (tx: Executor, version: number, provider: SavedProvider, isFirst: boolean) =>
  tx
    .insertInto('provider_details')
    .values({
      ...toRow(provider),
      version,
      valid_from: isFirst ? '-infinity' : sql<Date>`clock_timestamp()`,
    })
    .execute()
