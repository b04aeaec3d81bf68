import { createHash } from 'node:crypto'
import type { Dirent } from 'node:fs'
import {
  access,
  constants,
  copyFile,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import path from 'node:path'
import { FileMissingError } from './file-missing-error.ts'
import { isStorageKey, requireStorageKey } from './storage-keys.ts'
import { createTempPath } from './temp-files.ts'
import type { Storage, StoredFile } from './storage.ts'
import { fsync } from './fsync.ts'
import { unfinishedSuffix, writeThenRename } from './write-then-rename.ts'

const pageSize = 1000

/** Stores files in `dataDir`/files. */
export function openFolderStorage(dataDir: string): Storage {
  const root = path.join(dataDir, 'files')
  const pathOf = (key: string) => {
    requireStorageKey(key)
    // Files are spread over folders to keep each folder small.
    const [kind = '', name = ''] = key.split('/')
    const folder = createHash('sha256').update(name.replace(unfinishedSuffix, '')).digest('hex').slice(0, 2)
    return path.join(root, kind, folder, name)
  }
  /** Distinguishes a missing file from a missing root folder, which means that the storage has failed. */
  const withMissingFileError = async <Result>(
    key: string,
    read: (file: string) => Promise<Result>,
  ): Promise<Result> => {
    try {
      return await read(pathOf(key))
    } catch (thrown) {
      if (errorCode(thrown) !== 'ENOENT') throw thrown
      await access(root)
      throw new FileMissingError(key, thrown)
    }
  }
  const statOf = (key: string): Promise<StoredFile> =>
    withMissingFileError(key, async (file) => {
      const { size, mtime } = await stat(file)
      return { key, bytes: size, modifiedAt: mtime }
    })
  return {
    async put(key, bytes) {
      const file = pathOf(key)
      await mkdir(path.dirname(file), { recursive: true })
      await writeThenRename(file, (part) => writeFile(part, bytes, { flag: 'wx', mode: 0o600 }))
    },
    async putFile(key, scratch) {
      const file = pathOf(key)
      await mkdir(path.dirname(file), { recursive: true })
      try {
        await fsync(scratch)
        await rename(scratch, file)
        await fsync(path.dirname(file))
      } catch (thrown) {
        if (errorCode(thrown) !== 'EXDEV') throw thrown
        // The folder is on another file system.
        await writeThenRename(file, (part) => copyFile(scratch, part, constants.COPYFILE_EXCL))
        await rm(scratch)
      }
    },
    tempPath: () => createTempPath(dataDir),
    get: (key) => withMissingFileError(key, (file) => readFile(file)),
    async stream(key) {
      const handle = await withMissingFileError(key, (file) => open(file, 'r'))
      return handle.createReadStream()
    },
    stat: statOf,
    async *list() {
      for (const kind of await listFolders(root))
        for (const folder of await listFolders(path.join(root, kind))) {
          const names = await readdir(path.join(root, kind, folder)).catch(emptyWhenMissing)
          // Files of others and files in the wrong place are skipped, because they must not be touched.
          const keys = names
            .map((name) => `${kind}/${name}`)
            .filter((key) => isStorageKey(key) && path.basename(path.dirname(pathOf(key))) === folder)
          for (let first = 0; first < keys.length; first += pageSize) {
            const found = await Promise.all(
              keys.slice(first, first + pageSize).map((key) => statOf(key).catch(nullWhenMissing)),
            )
            yield found.filter((file) => file !== null)
          }
        }
    },
    signsAddresses: false,
    signedAddress: async () => null,
    remove: (key) => rm(pathOf(key), { force: true }),
    async check() {
      await mkdir(root, { recursive: true })
      const probe = path.join(root, `.check-${process.pid}`)
      try {
        // A full disk still accepts empty files.
        await writeFile(probe, Buffer.alloc(65_536), { mode: 0o600, flush: true })
      } finally {
        await rm(probe, { force: true })
      }
    },
  }
}

// cast: system errors have a code
const errorCode = (thrown: unknown) => (thrown as NodeJS.ErrnoException).code

/** A file may have been deleted since it was listed. The result is null then. */
function nullWhenMissing(thrown: unknown): null {
  if (thrown instanceof FileMissingError) return null
  throw thrown
}

function emptyWhenMissing(thrown: unknown): never[] {
  if (errorCode(thrown) === 'ENOENT') return []
  throw thrown
}

async function listFolders(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((thrown: unknown): Dirent[] =>
    emptyWhenMissing(thrown),
  )
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
}
