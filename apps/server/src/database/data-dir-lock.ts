import { execFileSync } from 'node:child_process'
import { linkSync, readFileSync, renameSync, unlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { OperatorError } from '../operator-error.ts'

/**
 * Locks DATA_DIR until the returned function is called or the process dies. The lock records process id and start time.
 * The lock of a killed server therefore does not block, even if its process id is in use again.
 * @throws OperatorError  another running server holds the lock
 */
export function lockDataDir(dataDir: string): () => void {
  const lock = path.join(dataDir, 'server.lock')
  const ownContent = `${process.pid} ${processStartTime(process.pid) ?? ''}`
  const tempFile = `${lock}.${process.pid}`
  writeFileSync(tempFile, ownContent)
  try {
    for (let attempt = 0; attempt < 10; attempt++) {
      if (tryLink(tempFile, lock)) return () => release(lock, ownContent)
      const holder = readIfExists(lock)
      if (holder === undefined) continue
      if (isAlive(holder)) {
        throw new OperatorError(`DATA_DIR ${dataDir} is in use by another Chisholm (process ${holder.split(' ')[0]}).`)
      }
      removeStale(lock, holder)
    }
  } finally {
    unlinkSync(tempFile)
  }
  throw new OperatorError(`DATA_DIR ${dataDir} is in use by another Chisholm.`)
}

/** Whether a server that is still alive uses DATA_DIR. A lock that a killed server left behind does not count. */
export function isDataDirLocked(dataDir: string): boolean {
  const holder = readIfExists(path.join(dataDir, 'server.lock'))
  return holder !== undefined && isAlive(holder)
}

function tryLink(scratch: string, lock: string): boolean {
  try {
    linkSync(scratch, lock)
    return true
  } catch (thrown) {
    // cast: system errors have a code
    if ((thrown as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw thrown
  }
}

function readIfExists(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/** The lock is renamed before it is deleted, because a third server may have created a new one since it was read. */
function removeStale(lock: string, holder: string): void {
  const movedLock = `${lock}.stale.${process.pid}`
  try {
    renameSync(lock, movedLock)
  } catch {
    return
  }
  if (readIfExists(movedLock) !== holder) tryLink(movedLock, lock)
  unlinkSync(movedLock)
}

function release(lock: string, mine: string): void {
  if (readIfExists(lock) === mine) unlinkSync(lock)
}

function isAlive(holder: string): boolean {
  const [pid = '', ...start] = holder.split(' ')
  const running = processStartTime(Number(pid))
  return running !== undefined && running === start.join(' ')
}

/** @returns the start time of a process as the system formats it, or undefined if it does not run */
export function processStartTime(pid: number): string | undefined {
  if (!Number.isInteger(pid) || pid <= 0) return undefined
  if (process.platform === 'linux') {
    const stat = readIfExists(`/proc/${pid}/stat`)
    // The name in parentheses may contain spaces; the state is field 3, the start time field 22.
    const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields === undefined || fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19]
  }
  try {
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim() || undefined
  } catch {
    return undefined
  }
}
