import { sql } from 'kysely'
import type { Executor } from '../database/executor.ts'

const backupRecord = 'last_backup'

/** The last backup, stored as JSON. */
export interface LastBackup {
  /** The file or folder to which it was written. */
  to: string
  rows: number
  files: number
  /** Total size of its files in bytes. */
  bytes: number
  missing: number
}

/** Records a backup, unless a newer one is already recorded. One of days to come was made while the clock was ahead. */
export async function recordBackup(db: Executor, at: Date, backup: LastBackup): Promise<void> {
  const value = JSON.stringify(backup)
  await db
    .insertInto('installation_facts')
    .values({ name: backupRecord, value, at })
    .onConflict((on) => on.column('name').doUpdateSet({ value, at }).where(isOutdated(at)))
    .execute()
}

const isOutdated = (at: Date) =>
  sql<boolean>`(installation_facts.at < ${at} or installation_facts.at > now() + interval '1 day')`

/** @returns the newest backup with the time of its snapshot, or undefined if there is none */
export async function lastBackup(db: Executor): Promise<(LastBackup & { at: Date }) | undefined> {
  const record = db.selectFrom('installation_facts').select(['value', 'at']).where('name', '=', backupRecord)
  const found = await record.executeTakeFirst()
  // cast: only `recordBackup` writes this value
  return found && { ...(found.value as LastBackup), at: found.at }
}

/** @returns the time of the newest backup's snapshot, or undefined if there is none */
export const lastBackupAt = async (db: Executor): Promise<Date | undefined> => (await lastBackup(db))?.at
