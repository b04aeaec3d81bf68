import type { Executor } from '../http/context.ts'

const factName = 'last_backup'

/** What is told of the last backup; `at`, beside it, is the moment it shows. */
export interface LastBackup {
  /** The file or folder it was written to. */
  to: string
  rows: number
  files: number
  /** Of all its files. */
  bytes: number
  missing: number
}

/** Writes down that a backup was made; one of an earlier moment that ends later counts no more. */
export async function recordBackup(db: Executor, at: Date, backup: LastBackup): Promise<void> {
  const value = JSON.stringify(backup)
  await db
    .insertInto('installation_facts')
    .values({ name: factName, value, at })
    .onConflict((on) => on.column('name').doUpdateSet({ value, at }).where('installation_facts.at', '<', at))
    .execute()
}

/** @returns the newest backup, with the moment that it shows; undefined when there is none */
export async function lastBackup(db: Executor): Promise<(LastBackup & { at: Date }) | undefined> {
  const facts = db.selectFrom('installation_facts').select(['value', 'at']).where('name', '=', factName)
  const found = await facts.executeTakeFirst()
  // only `recordBackup` above writes it
  // cast: this module wrote it
  return found && { ...(found.value as LastBackup), at: found.at }
}

/** @returns the moment that the newest backup shows; undefined when there is none */
export const lastBackupAt = async (db: Executor): Promise<Date | undefined> => (await lastBackup(db))?.at
