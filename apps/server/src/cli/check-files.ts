import { OperatorError } from '../operator-error.ts'
import { openDatabase } from '../database/database.ts'
import { checkPhotoFiles, checkSampleFiles } from '../features/photos/index.ts'
import { checkReportFiles } from '../features/reports/index.ts'
import type { Settings } from '../settings.ts'
import type { Damage } from '../storage/file-integrity.ts'
import { openVerifiedStorage } from '../storage/storage.ts'

/** A damaged file and the consequence for users. */
export interface DamagedFile {
  key: string
  damage: Damage
  outcome: string
  lost: boolean
}

/** For commands whose findings say what failed. */
export const silentLog = { info: () => {}, warn: () => {} }

/**
 * Verifies every photo and report, and records which files are lost or were found again.
 * @param damaged  gets an element for each damaged file
 * @returns how many files were read
 * @throws OperatorError  a file is lost
 */
export async function checkFiles(settings: Settings, damaged: DamagedFile[]): Promise<string> {
  const database = await openDatabase(settings, silentLog, { allowRunning: true, mustExist: true, onlyMigrations: [] })
  let read = 0
  const record = (key: string, damage: Damage | null, lost: boolean, outcome: string) => {
    read++
    if (damage) damaged.push({ key, damage, outcome, lost })
  }
  try {
    const storage = await openVerifiedStorage(settings)
    if (database.pending.length > 0) return 'looked at once the database is up to date'
    const services = { db: database.db, storage, settings }
    await checkPhotoFiles(services, ({ key, name, damage, lost, renewed }) =>
      record(
        key,
        damage,
        lost,
        lost ? `the photo ${name} is lost` : renewed ? 'recreated' : 'recreated with its photo',
      ),
    )
    await checkSampleFiles(services, ({ key, name, damage }) =>
      record(key, damage, damage !== null, `the file ${name} of a sample is lost`),
    )
    await checkReportFiles(services, (key, damage, lost) =>
      record(key, damage, lost, lost ? 'the report is lost' : 'recreated with the same bytes'),
    )
  } finally {
    await database.close()
  }
  const lost = damaged.filter((file) => file.lost).length
  if (lost > 0)
    throw new OperatorError(`${lost} of ${read} are lost: restore them from a backup, or ask for the photos again`)
  return `${read} read, none lost`
}
