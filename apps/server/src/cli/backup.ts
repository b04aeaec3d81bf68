import { stat } from 'node:fs/promises'
import path from 'node:path'
import { recordBackup } from '../backup/last-backup.queries.ts'
import { withRepositoryLock } from '../backup/lock-repository.ts'
import { type PruneResult, prune } from '../backup/prune.ts'
import { Repository } from '../backup/repository.ts'
import { parseRetentionPolicy } from '../backup/retention-policy.ts'
import { type WrittenBackup, type BackupSource, writeBackup } from '../backup/write-backup.ts'
import { OperatorError, errorMessage } from '../operator-error.ts'
import { openDatabase } from '../database/database.ts'
import { explainLostKey } from '../features/secret-keys/index.ts'
import { readSecretKeys } from '../secret-key.ts'
import type { Settings } from '../settings.ts'
import { checkReadable, openVerifiedStorage } from '../storage/storage.ts'
import { fileWarnings } from './file-warnings.ts'
import { type CommandResult, progress } from './run-command.ts'
import { requireNoFile, writeAtomically, explainDiskErrors } from './atomic-file.ts'

export interface BackupOptions {
  replace?: boolean
  to?: string
  keep?: string
}

/**
 * Writes a backup to a file, or into a folder of backups that stores each photo and report once.
 * @throws OperatorError  the options contradict each other, or the target is not writable
 */
export async function backUp(
  settings: Settings,
  file: string | undefined,
  options: BackupOptions,
): Promise<CommandResult> {
  const { to, keep, replace = false } = options
  if (to !== undefined && (file !== undefined || replace))
    throw new OperatorError('--to names a folder of backups: leave out the file, and --replace.')
  if (to === undefined && keep !== undefined)
    throw new OperatorError('--keep prunes a folder of backups: add --to FOLDER.')
  if (to !== undefined) return backUpToFolder(settings, to, keep)
  if (file === undefined) throw new OperatorError('Name the file to write, or a folder of backups by --to FOLDER.')
  return backUpToFile(settings, file, replace)
}

async function backUpToFile(settings: Settings, file: string, replace: boolean): Promise<CommandResult> {
  requireNoFile(file, replace)
  const { manifest, warnings } = await writeArchiveFile(settings, {}, file, () => file)
  const { rows, files, missing, damaged = [] } = manifest
  const bytes = (await stat(path.resolve(file))).size
  return {
    lines: [`Wrote ${file}: ${totalRows(rows)} rows, ${files} files, ${megabytes(bytes)}.`],
    result: { file, bytes, rows, files, missing, damaged },
    warnings,
  }
}

/** Adds a backup to a folder, then removes backups that the policy does not keep. */
async function backUpToFolder(settings: Settings, folder: string, keep: string | undefined): Promise<CommandResult> {
  const policy = keep === undefined ? undefined : parseRetentionPolicy(keep)
  const repository = new Repository(folder)
  await explainDiskErrors(folder, () => repository.create())
  return withRepositoryLock(repository, { writes: true }, async (requireLock) => {
    const { manifest, warnings, at } = await writeArchiveFile(
      settings,
      { repository },
      repository.archivePath(new Date()),
      (at) => {
        requireLock()
        return repository.archivePath(at)
      },
    )
    const pruned = policy && (await explainDiskErrors(folder, () => prune(repository, policy, requireLock)))
    const { rows, files, missing, damaged = [], copied = { files: 0, bytes: 0 } } = manifest
    return {
      lines: [
        `Wrote ${at.toISOString()} into ${folder}: ${totalRows(rows)} rows, ${files} files, ${copied.files} of them new (${megabytes(copied.bytes)}).`,
        ...pruneLines(pruned),
      ],
      result: { folder, at, rows, files, copied, missing, damaged, ...(pruned && { pruned }) },
      warnings,
    }
  })
}

/**
 * Writes an archive and records the backup. The disk of the practice may be full, if not that of the archive.
 * @param targetPath  the final path, which is known after the snapshot is taken
 */
async function writeArchiveFile(
  settings: Settings,
  extra: Pick<BackupSource, 'repository'>,
  file: string,
  targetPath: (at: Date) => string,
): Promise<WrittenBackup & { warnings: string[] }> {
  const database = await openDatabase(settings, progress, { allowRunning: true, mustExist: true })
  try {
    const storage = await openVerifiedStorage(settings, checkReadable)
    const secretKey = settings.secretKey === undefined ? readSecretKeys(settings)[0] : undefined
    const lostKey = await explainLostKey(database.db, settings)
    const source = { database, storage, secretKey, ...extra }
    const backup = await writeAtomically(
      file,
      (target) => writeBackup(source, target),
      ({ at }) => targetPath(at),
    )
    const { rows, files, bytes, missing } = backup.manifest
    const to = extra.repository?.folder ?? path.resolve(file)
    const record = { to, rows: totalRows(rows), files, bytes, missing: missing.length }
    const unrecorded = await recordBackup(database.db, backup.at, record).then(
      () => null,
      (thrown: unknown) => `The backup is complete, but the database does not know of it: ${errorMessage(thrown)}.`,
    )
    const warnings = [...fileWarnings(backup.manifest), ...[lostKey, unrecorded].filter((line) => line !== null)]
    return { ...backup, warnings }
  } finally {
    await database.close()
  }
}

const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`
const totalRows = (rows: Record<string, number>) => Object.values(rows).reduce((sum, one) => sum + one, 0)

const pruneLines = (pruned: PruneResult | undefined) =>
  pruned ? [`Removed ${pruned.removed} backups and ${pruned.files} files; ${pruned.left} backups are left.`] : []
