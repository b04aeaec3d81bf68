import { createWriteStream, type WriteStream } from 'node:fs'

/**
 * Writes a file that only its owner can read, and closes it, also when writing fails: a failed pipeline may end before
 * its file was opened, which would then be created after it was removed.
 * @param flush  syncs the file to disk
 */
export async function writeNewFile(
  path: string,
  write: (file: WriteStream) => Promise<void>,
  { flush = false }: { flush?: boolean } = {},
): Promise<void> {
  const file = createWriteStream(path, { mode: 0o600, flush })
  const closed = new Promise<void>((resolve) => file.once('close', resolve))
  try {
    await write(file)
  } finally {
    await closed
  }
}
