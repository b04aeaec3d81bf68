import { execFile } from 'node:child_process'
import { mkdir, open } from 'node:fs/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Mounts a tmpfs on a folder. @param size  like '40m'; @returns whether this user may mount */
export async function mountTempDisk(folder: string, size: string): Promise<boolean> {
  await mkdir(folder, { recursive: true })
  return run('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=0700`, 'tmpfs', folder]).then(
    () => true,
    () => false,
  )
}

export const unmountTempDisk = (folder: string) => run('umount', ['-l', folder])

/** Remounts a disk read-only or writable. */
export const setReadOnly = (folder: string, isReadOnly: boolean) =>
  run('mount', ['-o', `remount,${isReadOnly ? 'ro' : 'rw'}`, folder])

/** Fills the disk of a file. */
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
