import type { Provider } from '@chisholm/domain/schemas'
import { sql } from 'kysely'
import type { Executor } from '../../database/executor.ts'

const detailColumns = ['version', 'name', 'phone', 'email', 'url', 'address', 'photo_protocol', 'logo_key'] as const
/**
 * The current time zone, whatever the version of the row: a zone is the practice's location and not part of its
 * letterhead, so that old reports show the same days as the screens. Null when it was never set.
 */
const currentTimeZone = sql<string | null>`(select time_zone from provider_details where time_zone is not null
  order by version desc limit 1)`.as('time_zone')

/** The current details of the provider; undefined when none were ever saved. */
export const latestDetails = (db: Executor) =>
  db
    .selectFrom('provider_details')
    .select(detailColumns)
    .select(currentTimeZone)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The details at a point in time. */
export const detailsAt = (db: Executor, timestamp: Date) =>
  db
    .selectFrom('provider_details')
    .select(detailColumns)
    .select(currentTimeZone)
    .where('valid_from', '<=', timestamp)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The demo's provider, if the demo is loaded; PROVIDER_* takes precedence. */
export const defaultDetails = (db: Executor) =>
  db.selectFrom('provider_defaults').select(['name', 'phone', 'email', 'url']).executeTakeFirst()

interface SavedProvider extends Provider {
  logoKey: string | null
}

const toRow = ({ name, phone, email, url, address, time_zone, photo_protocol, logoKey }: SavedProvider) => ({
  name,
  phone,
  email,
  url,
  address: address || null,
  time_zone,
  photo_protocol,
  logo_key: logoKey,
})

/** Saves the defaults as the details before the first change. */
export const insertDefaults = (tx: Executor, defaults: SavedProvider) =>
  tx
    .insertInto('provider_details')
    .values({ ...toRow(defaults), version: 0, valid_from: '-infinity' })
    .onConflict((conflict) => conflict.column('version').doNothing())
    .execute()

/** Saves new details. The first ones, without defaults before them, are valid for all time before, too. */
export const insertDetails = (tx: Executor, version: number, provider: SavedProvider, isFirst: boolean) =>
  tx
    .insertInto('provider_details')
    .values({
      ...toRow(provider),
      version,
      valid_from: isFirst ? '-infinity' : sql<Date>`clock_timestamp()`,
    })
    .execute()
