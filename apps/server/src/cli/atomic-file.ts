import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Writable } from 'node:stream'
import { OperatorError, errorMessage } from '../operator-error.ts'
import { fsync } from '../storage/fsync.ts'

/** @throws OperatorError  the file exists and may not be replaced */
export function requireNoFile(file: string, replace = false): void {
  if (existsSync(path.resolve(file)) && !replace)
    throw new OperatorError(`${file} already exists: add --replace to overwrite it.`)
}

/**
 * Writes to a temporary `.part` file, which is renamed after it is complete and synced to disk. Only its owner can read
 * it. Of several commands that write the same file at once, each file is complete, and the last one stays.
 * @param write       writes everything and ends the stream
 * @param targetPath  the final path, if it is known only after writing
 * @throws OperatorError  the file cannot be written
 */
export async function writeAtomically<Result>(
  file: string,
  write: (target: Writable) => Promise<Result>,
  targetPath: (result: Result) => string = () => file,
): Promise<Result> {
  // of its own, because another command may be writing the same file
  const tempFile = `${path.resolve(file)}.${randomUUID()}.part`
  await removeAbandoned(path.resolve(file))
  const handle = await explainDiskErrors(file, () => open(tempFile, 'wx', 0o600))
  try {
    const result = await explainDiskErrors(file, () => write(handle.createWriteStream({ flush: true })))
    const target = path.resolve(targetPath(result))
    await rename(tempFile, target)
    await fsync(path.dirname(target))
    return result
  } catch (thrown) {
    await rm(tempFile, { force: true })
    throw thrown
  } finally {
    await handle.close().catch(() => {})
  }
}

/** A command writes all the time, so what was not written to for this long was left by a killed one. */
const abandonedAfter = 3_600_000

/** Removes what killed commands left of this file. */
async function removeAbandoned(file: string): Promise<void> {
  const { dir, base } = path.parse(file)
  const names = await readdir(dir).catch(() => [])
  for (const name of names.filter((one) => one.startsWith(`${base}.`) && one.endsWith('.part'))) {
    const found = await stat(path.join(dir, name)).catch(() => undefined)
    if (found && Date.now() - found.mtimeMs > abandonedAfter) await rm(path.join(dir, name), { force: true })
  }
}

/** Errors of the file system that an operator can fix. */
const diskErrors = ['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM', 'ENOENT', 'ENOTDIR', 'EISDIR', 'EIO', 'EFBIG']

/** @throws OperatorError  for an error of the disk; the message names the path */
export async function explainDiskErrors<Result>(file: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (thrown) {
    // cast: system errors have a code
    const { code = '' } = thrown as NodeJS.ErrnoException
    if (!diskErrors.includes(code)) throw thrown
    throw new OperatorError(`${file} cannot be written: ${errorMessage(thrown)}.`)
  }
}
