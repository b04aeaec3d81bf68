import { carcassLimitNames } from '@chisholm/domain/carcass'
import type { Paper } from '@chisholm/domain/paper'
import type { Authority, PracticeSettings, Provider } from '@chisholm/domain/schemas/provider'
import { sql } from 'kysely'
import type { Executor } from '../../database/executor.ts'

const detailColumns = ['version', 'name', 'phone', 'email', 'url', 'address', 'photo_protocol', 'logo_key'] as const
/**
 * The current time zone, whatever the version of the row. A zone belongs to the practice's location and not to its
 * letterhead, so old reports show the same days as the screens. Null if it was never set.
 */
const currentTimeZone = sql<string | null>`(select time_zone from provider_details where time_zone is not null
  order by version desc limit 1)`.as('time_zone')

/**
 * The current settings, each from the last row that has it, because servers of the previous version write rows without
 * them. Null if they were never set.
 */
const currentSettings = [...carcassLimitNames, 'travel_speed_kmh' as const, 'offline_days' as const].map((name) =>
  sql<number | null>`(select ${sql.ref(name)} from provider_details where ${sql.ref(name)} is not null
    order by version desc limit 1)`.as(name),
)

/** Coordinates are read from one row, so that they are consistent. */
const currentCoordinates = (['latitude', 'longitude'] as const).map((name) =>
  sql<number | null>`(select ${sql.ref(name)} from provider_details where travel_speed_kmh is not null
    order by version desc limit 1)`.as(name),
)

const currentPaper = sql<Paper | null>`(select paper from provider_details where paper is not null
  order by version desc limit 1)`.as('paper')

const currentAuthorities = sql<Authority[] | null>`(select authorities from provider_details
  where authorities is not null order by version desc limit 1)`.as('authorities')

const currentFlags = (['benchmark', 'case_photos'] as const).map((name) =>
  sql<boolean | null>`(select ${sql.ref(name)} from provider_details where ${sql.ref(name)} is not null
    order by version desc limit 1)`.as(name),
)

/** The current details of the provider; undefined if none were ever saved. */
export const latestDetails = (db: Executor) =>
  db
    .selectFrom('provider_details')
    .select(detailColumns)
    .select(currentTimeZone)
    .select([...currentSettings, ...currentCoordinates, currentAuthorities, currentPaper, ...currentFlags])
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The version of the current details; null if none were ever saved. */
export async function latestVersion(db: Executor): Promise<number | null> {
  const { rows } = await sql<{ version: number | null }>`
    select max(version) as version from provider_details`.execute(db)
  return rows[0]?.version ?? null
}

/** The details that were valid at a point in time. */
export const detailsAt = (db: Executor, timestamp: Date) =>
  db
    .selectFrom('provider_details')
    .select(detailColumns)
    .select(currentTimeZone)
    .select([...currentSettings, ...currentCoordinates, currentAuthorities, currentPaper, ...currentFlags])
    .where('valid_from', '<=', timestamp)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The practice of the demo data, if they are loaded. PROVIDER_* takes precedence. */
export const defaultDetails = (db: Executor) =>
  db.selectFrom('provider_defaults').select(['name', 'phone', 'email', 'url', 'authorities']).executeTakeFirst()

interface SavedProvider extends Provider, PracticeSettings {
  logoKey: string | null
}

const toRow = ({
  name,
  phone,
  email,
  url,
  address,
  time_zone,
  photo_protocol,
  paper,
  logoKey,
  ...settings
}: SavedProvider) => ({
  authorities: JSON.stringify(settings.authorities),
  carcass_fresh_hours: settings.carcass_fresh_hours,
  carcass_fading_hours: settings.carcass_fading_hours,
  carcass_late_hours: settings.carcass_late_hours,
  carcass_late_hours_cold: settings.carcass_late_hours_cold,
  benchmark: settings.benchmark,
  case_photos: settings.case_photos,
  latitude: settings.latitude,
  longitude: settings.longitude,
  travel_speed_kmh: settings.travel_speed_kmh,
  offline_days: settings.offline_days,
  name,
  phone,
  email,
  url,
  address: address || null,
  time_zone,
  photo_protocol,
  paper,
  logo_key: logoKey,
})

/** Saves the details that were valid before the first change. */
export const insertDefaults = (tx: Executor, defaults: SavedProvider) =>
  tx
    .insertInto('provider_details')
    .values({ ...toRow(defaults), version: 0, valid_from: '-infinity' })
    .onConflict((conflict) => conflict.column('version').doNothing())
    .execute()

/**
 * Saves new details. If they are the first and no others were valid before them, they are valid for all earlier times,
 * too.
 */
export const insertDetails = (tx: Executor, version: number, provider: SavedProvider, isFirst: boolean) =>
  tx
    .insertInto('provider_details')
    .values({
      ...toRow(provider),
      version,
      valid_from: isFirst ? '-infinity' : sql<Date>`clock_timestamp()`,
    })
    .execute()

/** Applies the current carcass limits to all open tickets. */
export const refreshCarcassClocks = (tx: Executor) => sql`select refresh_clocks(null)`.execute(tx)
