import { stat } from 'node:fs/promises'
import path from 'node:path'
import { recordBackup } from '../backup/last-backup.ts'
import { withRepository } from '../backup/lock-repository.ts'
import { type Pruned, prune } from '../backup/prune.ts'
import { Repository } from '../backup/repository.ts'
import { readKeepRule } from '../backup/keep-rule.ts'
import { type Backup, type Source, writeBackup } from '../backup/write-backup.ts'
import { CannotStart } from '../cannot-start.ts'
import { openDatabase } from '../database/database.ts'
import { lostKeyLine } from '../features/secret-keys/index.ts'
import { readSecretKeys } from '../secret-key.ts'
import type { Settings } from '../settings.ts'
import { openWorkingStorage } from '../storage/storage.ts'
import { type Done, progress } from './run.ts'
import { requireAbsent, writeWhole, writing } from './whole-file.ts'

export interface BackupOptions {
  replace?: boolean
  to?: string
  keep?: string
}

/**
 * Writes a backup: a file, or one more into a folder of backups, where each photo and report is copied once.
 * @throws CannotStart  the options do not go together, or nothing can be written there
 */
export async function backUp(settings: Settings, file: string | undefined, options: BackupOptions): Promise<Done> {
  const { to, keep, replace = false } = options
  if (to !== undefined && (file !== undefined || replace))
    throw new CannotStart('--to names a folder of backups: leave out the file, and --replace.')
  if (to === undefined && keep !== undefined)
    throw new CannotStart('--keep prunes a folder of backups: add --to FOLDER.')
  if (to !== undefined) return backUpInto(settings, to, keep)
  if (file === undefined) throw new CannotStart('Name the file to write, or a folder of backups by --to FOLDER.')
  return backUpAs(settings, file, replace)
}

/** One file, which may be there only with `replace`. */
async function backUpAs(settings: Settings, file: string, replace: boolean): Promise<Done> {
  requireAbsent(file, replace)
  const { manifest, lostKey } = await write(settings, {}, file, () => file)
  const { rows, files, missing } = manifest
  const bytes = (await stat(path.resolve(file))).size
  return {
    lines: [`Wrote ${file}: ${countOf(rows)} rows, ${files} files, ${megabytes(bytes)}.`],
    result: { file, bytes, rows, files, missing },
    warnings: warningsOf(missing, lostKey),
  }
}

/** One more in a folder of backups; then those that the rule does not keep are removed. */
async function backUpInto(settings: Settings, folder: string, keep: string | undefined): Promise<Done> {
  const keepRule = keep === undefined ? undefined : readKeepRule(keep)
  const repository = new Repository(folder)
  await writing(folder, () => repository.create())
  return withRepository(repository, { writes: true }, async (requireLock) => {
    const { manifest, lostKey, at } = await write(settings, { repository }, repository.archiveOf(new Date()), (at) => {
      requireLock()
      return repository.archiveOf(at)
    })
    const pruned = keepRule && (await writing(folder, () => prune(repository, keepRule, requireLock)))
    const { rows, files, missing, copied = { files: 0, bytes: 0 } } = manifest
    return {
      lines: [
        `Wrote ${at.toISOString()} into ${folder}: ${countOf(rows)} rows, ${files} files, ${copied.files} of them new (${megabytes(copied.bytes)}).`,
        ...linesOf(pruned),
      ],
      result: { folder, at, rows, files, copied, missing, ...(pruned && { pruned }) },
      warnings: warningsOf(missing, lostKey),
    }
  })
}

/** Writes an archive and notes that it is there. @param placeOf  where it belongs once its moment is known */
async function write(
  settings: Settings,
  more: Pick<Source, 'repository'>,
  file: string,
  placeOf: (at: Date) => string,
): Promise<Backup & { lostKey: string | null }> {
  const database = await openDatabase(settings, progress, { beside: true, existing: true })
  try {
    const storage = await openWorkingStorage(settings)
    const secretKey = settings.secretKey === undefined ? readSecretKeys(settings)[0] : undefined
    const source = { database, storage, secretKey, ...more }
    const backup = await writeWhole(
      file,
      (target) => writeBackup(source, target),
      ({ at }) => placeOf(at),
    )
    const { rows, files, bytes, missing } = backup.manifest
    const to = more.repository?.folder ?? path.resolve(file)
    await recordBackup(database.db, backup.at, { to, rows: countOf(rows), files, bytes, missing: missing.length })
    return { ...backup, lostKey: await lostKeyLine(database.db, settings) }
  } finally {
    await database.close()
  }
}

const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`
const countOf = (rows: Record<string, number>) => Object.values(rows).reduce((sum, one) => sum + one, 0)
const warningsOf = (missing: string[], lostKey: string | null) => [
  ...missing.map((key) => `The storage has no ${key}, which the database names.`),
  ...(lostKey === null ? [] : [lostKey]),
]

const linesOf = (pruned: Pruned | undefined) =>
  pruned ? [`Removed ${pruned.removed} backups and ${pruned.files} files; ${pruned.left} backups are left.`] : []
