import { execFile } from 'node:child_process'
import { mkdir, open } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Makes a folder a disk of its own. @param size  as tmpfs takes it: '40m'; @returns whether this user may mount here */
export async function mountTempDisk(folder: string, size: string): Promise<boolean> {
  await mkdir(folder, { recursive: true })
  return run('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=0700`, 'tmpfs', folder]).then(
    () => true,
    () => false,
  )
}

export const unmountTempDisk = (folder: string) => run('umount', ['-l', folder])

/** Lets nobody write to a disk, or everybody again. */
export const setReadOnly = (folder: string, isReadOnly: boolean) =>
  run('mount', ['-o', `remount,${isReadOnly ? 'ro' : 'rw'}`, folder])

/** Takes all room that is left on the disk of a file. */
export async function fillDisk(file: string): Promise<void> {
  const handle = await open(file, 'w')
  try {
    for (const size of [1_000_000, 4096]) {
      while (
        await handle.write(Buffer.alloc(size)).then(
          ({ bytesWritten }) => bytesWritten === size,
          () => false,
        )
      );
    }
  } finally {
    await handle.close()
  }
}
