import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'

/** No request lasts this long: what is older was left by a server that was killed. */
const leftBehind = 3_600_000

const folderOf = (dataDir: string) => path.join(dataDir, 'uploads')

/** @returns a path in DATA_DIR for a file that lasts no longer than a request */
export async function scratchFile(dataDir: string): Promise<string> {
  const folder = folderOf(dataDir)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return path.join(folder, randomUUID())
}

/** Removes what a killed server left. Several servers may share the folder, so what is new is somebody's. */
export async function clearScratch(dataDir: string): Promise<void> {
  const folder = folderOf(dataDir)
  const names = await readdir(folder).catch(() => [])
  for (const file of names.map((name) => path.join(folder, name))) {
    const found = await stat(file).catch(() => undefined)
    if (found && Date.now() - found.mtimeMs > leftBehind) await rm(file, { force: true })
  }
}
