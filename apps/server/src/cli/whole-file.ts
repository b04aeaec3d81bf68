import { existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import type { Writable } from 'node:stream'
import { CannotStart, reasonOf } from '../cannot-start.ts'
import { sync } from '../storage/sync.ts'

/** @throws CannotStart  there is such a file, and it is not to be replaced */
export function requireAbsent(file: string, replace = false): void {
  if (existsSync(path.resolve(file)) && !replace)
    throw new CannotStart(`${file} is there already: add --replace to overwrite it.`)
}

/**
 * Writes a file beside its place and moves it there once it is whole and on disk; an interrupted one leaves a file that
 * ends in `.part`. It holds what a practice knows: only its owner may read it.
 * @param write    writes everything and ends the stream
 * @param placeOf  where it belongs, when that is known only once it is written
 * @throws CannotStart  the file cannot be written
 */
export async function writeWhole<Result>(
  file: string,
  write: (target: Writable) => Promise<Result>,
  placeOf: (result: Result) => string = () => file,
): Promise<Result> {
  const scratch = `${path.resolve(file)}.part`
  const handle = await writing(file, () => open(scratch, 'w', 0o600))
  try {
    const result = await writing(file, () => write(handle.createWriteStream({ flush: true })))
    const place = path.resolve(placeOf(result))
    await rename(scratch, place)
    await sync(path.dirname(place))
    return result
  } catch (thrown) {
    await rm(scratch, { force: true })
    throw thrown
  } finally {
    await handle.close().catch(() => {})
  }
}

/** Failures of the disk that an operator can mend. */
const ofTheDisk = ['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM', 'ENOENT', 'ENOTDIR', 'EISDIR', 'EIO', 'EFBIG']

/** @throws CannotStart  instead of a failure of the disk, naming the place */
export async function writing<Result>(place: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (thrown) {
    // cast: errors of the system carry a code
    const { code = '' } = thrown as NodeJS.ErrnoException
    if (!ofTheDisk.includes(code)) throw thrown
    throw new CannotStart(`${place} cannot be written: ${reasonOf(thrown)}.`)
  }
}
