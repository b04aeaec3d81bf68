import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { errorMessage } from '../operator-error.ts'
import { filesRemoved } from '../process-metrics.ts'

/** No request takes this long, even if its import waits for others, so older files were left by a killed server. */
const maxAge = 24 * 3_600_000

const uploadsFolder = (dataDir: string) => path.join(dataDir, 'uploads')

/** @returns a path in DATA_DIR for a file that is deleted at the end of the request */
export async function createTempPath(dataDir: string): Promise<string> {
  const folder = uploadsFolder(dataDir)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return path.join(folder, randomUUID())
}

const hour = 3_600_000

interface CleanupLog {
  info(details: object, text: string): void
  warn(details: object, text: string): void
}

/** Deletes abandoned temporary files at start and every hour. */
export function createTempFileCleanup(dataDir: string, log: CleanupLog): { start(): Promise<void>; stop(): void } {
  let timer: NodeJS.Timeout | undefined
  const removeAndLog = async () => {
    try {
      const removed = await removeAbandonedFiles(dataDir)
      if (removed > 0) log.info({ removed }, 'files of interrupted uploads removed')
    } catch (thrown) {
      log.warn({ reason: errorMessage(thrown) }, 'files of interrupted uploads could not be removed')
    }
  }
  return {
    async start() {
      timer = setInterval(() => void removeAndLog(), hour).unref()
      await removeAndLog()
    },
    stop: () => clearInterval(timer),
  }
}

/**
 * Deletes abandoned files. Servers may share the folder, so recent ones are left alone.
 * @returns the number of deleted files
 */
async function removeAbandonedFiles(dataDir: string): Promise<number> {
  const folder = uploadsFolder(dataDir)
  const names = await readdir(folder).catch(() => [])
  let removed = 0
  for (const file of names.map((name) => path.join(folder, name))) {
    const found = await stat(file).catch(() => undefined)
    if (!found || Date.now() - found.mtimeMs <= maxAge) continue
    await rm(file, { force: true })
    removed++
  }
  filesRemoved.inc({ kind: 'upload' }, removed)
  return removed
}
