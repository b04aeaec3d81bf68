import { open } from 'node:fs/promises'

/** Waits until a file, or the names in a folder, are on disk: only then they survive a crash. */
export async function sync(place: string): Promise<void> {
  const handle = await open(place, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
