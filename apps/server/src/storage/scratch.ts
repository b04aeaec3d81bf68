import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { reasonOf } from '../cannot-start.ts'
import { removedFiles } from '../measures.ts'

/** No request lasts this long: what is older was left by a server that was killed. */
const leftBehind = 3_600_000

const folderOf = (dataDir: string) => path.join(dataDir, 'uploads')

/** @returns a path in DATA_DIR for a file that lasts no longer than a request */
export async function scratchFile(dataDir: string): Promise<string> {
  const folder = folderOf(dataDir)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return path.join(folder, randomUUID())
}

const hour = 3_600_000

interface ScratchLog {
  info(details: object, text: string): void
  warn(details: object, text: string): void
}

/** Removes what killed servers left, at start and every hour. */
export function openScratchSweep(dataDir: string, log: ScratchLog): { start(): Promise<void>; stop(): void } {
  let timer: NodeJS.Timeout | undefined
  const sweep = async () => {
    try {
      const removed = await clearScratch(dataDir)
      if (removed > 0) log.info({ removed }, 'files of broken-off uploads removed')
    } catch (thrown) {
      log.warn({ reason: reasonOf(thrown) }, 'files of broken-off uploads could not be removed')
    }
  }
  return {
    async start() {
      timer = setInterval(() => void sweep(), hour).unref()
      await sweep()
    },
    stop: () => clearInterval(timer),
  }
}

/**
 * Removes what a killed server left. Several servers may share the folder, so what is new is somebody's.
 * @returns how many files
 */
async function clearScratch(dataDir: string): Promise<number> {
  const folder = folderOf(dataDir)
  const names = await readdir(folder).catch(() => [])
  let removed = 0
  for (const file of names.map((name) => path.join(folder, name))) {
    const found = await stat(file).catch(() => undefined)
    if (!found || Date.now() - found.mtimeMs <= leftBehind) continue
    await rm(file, { force: true })
    removed++
  }
  removedFiles.inc({ kind: 'upload' }, removed)
  return removed
}
