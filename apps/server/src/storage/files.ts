import { createHash, randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { access, mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { requireKey } from './keys.ts'
import { scratchFile } from './scratch.ts'
import type { Storage } from './storage.ts'

/** Keeps files in DATA_DIR/files. */
export function openFiles(dataDir: string): Storage {
  const root = path.join(dataDir, 'files')
  const fileOf = (key: string) => {
    requireKey(key)
    // spread over folders, so that none holds a million files
    const [kind = '', name = ''] = key.split('/')
    return path.join(root, kind, createHash('sha256').update(name).digest('hex').slice(0, 2), name)
  }
  return {
    async put(key, bytes) {
      const file = fileOf(key)
      await mkdir(path.dirname(file), { recursive: true })
      const scratch = `${file}.${randomUUID()}.part`
      const handle = await open(scratch, 'wx', 0o600)
      try {
        await handle.writeFile(bytes)
        await handle.sync()
      } finally {
        await handle.close()
      }
      await rename(scratch, file)
      await syncFolder(path.dirname(file))
    },
    async keep(key, scratch) {
      const file = fileOf(key)
      await mkdir(path.dirname(file), { recursive: true })
      const handle = await open(scratch, 'r')
      try {
        await handle.sync()
      } finally {
        await handle.close()
      }
      await rename(scratch, file)
      await syncFolder(path.dirname(file))
    },
    scratch: () => scratchFile(dataDir),
    get: (key) => readFile(fileOf(key)),
    async stream(key) {
      const handle = await open(fileOf(key), 'r')
      return handle.createReadStream()
    },
    address: async () => null,
    remove: (key) => rm(fileOf(key), { force: true }),
    async check() {
      await mkdir(root, { recursive: true })
      await access(root, constants.R_OK | constants.W_OK)
    },
  }
}

/** A renamed file survives a crash only once its folder is written too. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
