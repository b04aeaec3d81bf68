import { open } from 'node:fs/promises'

/** Syncs a file or folder to disk, so that it survives a crash. */
export async function fsync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
