import { createReadStream } from 'node:fs'
import path from 'node:path'
import { OperatorError, errorMessage } from '../operator-error.ts'
import { readEntries } from './archive.ts'
import { readFileIndex } from './file-index.ts'
import type { FileReference, Repository, BackupFile } from './repository.ts'
import { selectBackupsToKeep, type RetentionPolicy } from './retention-policy.ts'

export interface PruneResult {
  removed: number
  left: number
  files: number
}

/**
 * Removes the backups that the policy does not keep, then the files that no remaining backup references. Every
 * remaining archive is read before anything is removed. An interruption leaves at most unreferenced files.
 * @throws OperatorError  a remaining archive cannot be read, and nothing was removed; or the lock was lost
 */
export async function prune(
  repository: Repository,
  policy: RetentionPolicy,
  assertLocked: () => void,
): Promise<PruneResult> {
  const runs = await repository.backups()
  const remaining = selectBackupsToKeep(runs, policy)
  const removed = runs.filter((run) => !remaining.has(run))
  const left = remaining.size
  if (removed.length === 0) return { removed: 0, left, files: 0 }
  const referenced = new Set<number>()
  for (const run of remaining) await forEachFile(run, async ([, hash]) => void referenced.add(shortHash(hash)))
  assertLocked()
  await repository.removeBackups(removed)
  return {
    removed: removed.length,
    left,
    files: await repository.removeUnreferenced((hash) => referenced.has(shortHash(hash)), assertLocked),
  }
}

/**
 * Hashes are shortened to save memory, because there may be millions. Two with the same beginning only mean that a file
 * stays.
 */
const shortHash = (hash: string) => Number.parseInt(hash.slice(0, 12), 16)

/**
 * Calls `take` for each file in the index of an archive, without reading its tables.
 * @throws OperatorError  the archive cannot be read
 */
async function forEachFile({ archive }: BackupFile, take: (file: FileReference) => Promise<void>): Promise<void> {
  try {
    await readEntries(createReadStream(archive), async ({ name, bytes }) => {
      if (name.startsWith('names/')) for (const file of await readFileIndex(bytes)) await take(file)
      return name.startsWith('names/') || name === 'secret-key'
    })
  } catch (thrown) {
    throw new OperatorError(
      `${path.basename(archive)} cannot be read, so nothing was removed: ${errorMessage(thrown)} Move it away if it is lost.`,
    )
  }
}
