import { randomUUID } from 'node:crypto'
import { rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { fsync } from './fsync.ts'

/** Suffix of files that are still being written: `<name>.<random>.part`. */
export const unfinishedSuffix = /\.[0-9a-f-]{36}\.part$/

/** Writes a temporary file and renames it. Afterwards the file survives a crash. A failure leaves no file. */
export async function writeThenRename(file: string, write: (part: string) => Promise<void>): Promise<void> {
  const part = `${file}.${randomUUID()}.part`
  try {
    await write(part)
    await fsync(part)
    await rename(part, file)
  } catch (thrown) {
    await rm(part, { force: true }).catch(() => {})
    throw thrown
  }
  // A rename survives a crash only after its folder is synced.
  await fsync(path.dirname(file))
}
