import type { Kysely } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import type { Services } from '../../services.ts'
import type { Settings } from '../../settings.ts'

export interface RetentionContext {
  db: Kysely<Tables>
  settings: Pick<Settings, 'retain' | 'dataDir'>
  provider: Services['provider']
}

/** A number of items and their size in bytes. */
export interface Amount {
  count: number
  bytes: number
}

export const sumAmounts = (amounts: Amount[]): Amount => ({
  count: amounts.reduce((sum, { count }) => sum + count, 0),
  bytes: amounts.reduce((sum, { bytes }) => sum + bytes, 0),
})
