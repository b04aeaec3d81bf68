import { chmodSync, type Dirent, existsSync, lstatSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'

/** Private entries of DATA_DIR; PostgreSQL manages its own folder. */
const privateEntries = ['files', 'uploads', 'outbox', 'secret-key', 'postgres.log']

const othersMode = 0o077
/** Others may traverse DATA_DIR, because PostgreSQL may run as another user, but not list it. */
const othersModeExceptTraverse = 0o066

const isOpenToOthers = (file: string) => (lstatSync(file).mode & othersMode) !== 0

/** Files and folders below a folder, depth first. */
function* entriesBelow(folder: string): Generator<Dirent> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) yield* entriesBelow(path.join(folder, entry.name))
    if (entry.isDirectory() || entry.isFile()) yield entry
  }
}

const isMine = (uid: number) => process.getuid === undefined || uid === process.getuid()

/**
 * Restricts files of older versions to their owner. Folders that are already private are skipped, to avoid walking all
 * photos at each start.
 */
export function restrictPermissions(dataDir: string): void {
  const { mode, uid } = statSync(dataDir)
  if (isMine(uid) && (mode & othersModeExceptTraverse) !== 0) chmodSync(dataDir, 0o700)
  for (const file of privateEntries.map((name) => path.join(dataDir, name)).filter(existsSync)) {
    if (!isOpenToOthers(file)) continue
    const isFolder = statSync(file).isDirectory()
    // the folder last, so that an interrupted run continues at the next start
    if (isFolder)
      for (const entry of entriesBelow(file))
        chmodSync(path.join(entry.parentPath, entry.name), entry.isDirectory() ? 0o700 : 0o600)
    chmodSync(file, isFolder ? 0o700 : 0o600)
  }
}

/** Entries of DATA_DIR that others may read, or that another user owns. */
export function findWrongPermissions(dataDir: string): { open: string[]; foreign: string[] } {
  const found: { open: string[]; foreign: string[] } = { open: [], foreign: [] }
  const inspect = (file: string) => {
    const { mode, uid } = lstatSync(file)
    if ((mode & othersMode) !== 0) found.open.push(file)
    if (!isMine(uid)) found.foreign.push(file)
  }
  const { mode, uid } = statSync(dataDir)
  // a mounted volume may belong to another user and be writable by group
  if (isMine(uid) && (mode & othersModeExceptTraverse) !== 0) found.open.push(dataDir)
  for (const file of privateEntries.map((name) => path.join(dataDir, name)).filter(existsSync)) {
    inspect(file)
    if (statSync(file).isDirectory())
      for (const entry of entriesBelow(file)) inspect(path.join(entry.parentPath, entry.name))
  }
  return found
}
