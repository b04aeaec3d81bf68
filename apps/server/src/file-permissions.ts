import { chmodSync, type Dirent, existsSync, lstatSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'

/** What of DATA_DIR holds what a practice knows; PostgreSQL looks after its own folder. */
const privateEntries = ['files', 'uploads', 'outbox', 'secret-key', 'postgres.log']

const othersMode = 0o077
/** Another user than its owner may pass through DATA_DIR, where the embedded database runs as one, and not look around. */
const othersModeExceptTraverse = 0o066

const isOpenToOthers = (file: string) => (lstatSync(file).mode & othersMode) !== 0

/** Every file and folder below one, the deepest first. */
function* entriesBelow(folder: string): Generator<Dirent> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) yield* entriesBelow(path.join(folder, entry.name))
    if (entry.isDirectory() || entry.isFile()) yield entry
  }
}

const isMine = (uid: number) => process.getuid === undefined || uid === process.getuid()

/**
 * Closes to others what was made before it was made for its owner alone. What lies in a folder that is closed is not
 * looked at: that would take a start through every photo.
 */
export function restrictPermissions(dataDir: string): void {
  const { mode, uid } = statSync(dataDir)
  if (isMine(uid) && (mode & othersModeExceptTraverse) !== 0) chmodSync(dataDir, 0o700)
  for (const file of privateEntries.map((name) => path.join(dataDir, name)).filter(existsSync)) {
    if (!isOpenToOthers(file)) continue
    const isFolder = statSync(file).isDirectory()
    // the folder last: killed half-way, the next start goes on
    if (isFolder)
      for (const entry of entriesBelow(file))
        chmodSync(path.join(entry.parentPath, entry.name), entry.isDirectory() ? 0o700 : 0o600)
    chmodSync(file, isFolder ? 0o700 : 0o600)
  }
}

/** What of DATA_DIR others may read, and what is not this user's: how many, and the first of them. */
export function findWrongPermissions(dataDir: string): { open: string[]; foreign: string[] } {
  const found: { open: string[]; foreign: string[] } = { open: [], foreign: [] }
  const inspect = (file: string) => {
    const { mode, uid } = lstatSync(file)
    if ((mode & othersMode) !== 0) found.open.push(file)
    if (!isMine(uid)) found.foreign.push(file)
  }
  const { mode, uid } = statSync(dataDir)
  // a volume that was mounted there is another's, and lets this user write by its group
  if (isMine(uid) && (mode & othersModeExceptTraverse) !== 0) found.open.push(dataDir)
  for (const file of privateEntries.map((name) => path.join(dataDir, name)).filter(existsSync)) {
    inspect(file)
    if (statSync(file).isDirectory())
      for (const entry of entriesBelow(file)) inspect(path.join(entry.parentPath, entry.name))
  }
  return found
}
