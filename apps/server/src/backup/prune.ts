import { createReadStream } from 'node:fs'
import path from 'node:path'
import { CannotStart, reasonOf } from '../cannot-start.ts'
import { readParts } from './archive.ts'
import { readNames } from './names-of-files.ts'
import type { NamedFile, Repository, Run } from './repository.ts'
import { backupsToKeep, type KeepRule } from './keep-rule.ts'

export interface Pruned {
  removed: number
  left: number
  files: number
}

/**
 * Removes the backups that the rule does not keep, and the files that none of the others names. Every archive that stays is
 * asked for its files before anything is removed; broken off, it leaves nothing worse than files nobody names.
 * @throws CannotStart  an archive that stays cannot be read; nothing was removed
 */
export async function prune(repository: Repository, keepRule: KeepRule, requireLock: () => void): Promise<Pruned> {
  const runs = await repository.runs()
  const kept = backupsToKeep(runs, keepRule)
  const removed = runs.filter((run) => !kept.has(run))
  const left = kept.size
  if (removed.length === 0) return { removed: 0, left, files: 0 }
  const named = new Set<number>()
  for (const run of kept) await eachFile(run, async ([, hash]) => void named.add(short(hash)))
  requireLock()
  await repository.removeRuns(removed)
  return { removed: removed.length, left, files: await repository.removeUnnamed((hash) => named.has(short(hash))) }
}

/** Millions of hashes stay small; two files that begin alike only keep each other. */
const short = (hash: string) => Number.parseInt(hash.slice(0, 12), 16)

/** Tells each file an archive names, without reading its tables. @throws CannotStart  it cannot be read */
async function eachFile({ archive }: Run, take: (file: NamedFile) => Promise<void>): Promise<void> {
  try {
    await readParts(createReadStream(archive), async ({ name, bytes }) => {
      if (name.startsWith('names/')) for (const file of await readNames(bytes)) await take(file)
      return name.startsWith('names/') || name === 'secret-key'
    })
  } catch (thrown) {
    throw new CannotStart(
      `${path.basename(archive)} cannot be read, so nothing was removed: ${reasonOf(thrown)} Move it away if it is lost.`,
    )
  }
}
