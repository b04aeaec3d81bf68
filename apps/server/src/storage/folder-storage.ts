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
  return {
    put: async (key, bytes) => storeBytes(locate(root, key), bytes),
    putFile: async (key, source) => moveFile(source, locate(root, key)),
    tempPath: () => createTempPath(dataDir),
    get: (key) => withMissingFileError(root, key, (file) => readFile(file)),
    async stream(key) {
      const handle = await withMissingFileError(root, key, (file) => open(file, 'r'))
      return handle.createReadStream()
    },
    stat: (key) => statFile(root, key),
    list: () => listFiles(root),
    signsAddresses: false,
    signedAddress: async () => null,
    remove: async (key) => rm(locate(root, key), { force: true }),
    check: () => checkWrite(root),
  }
}

/** The file of a key. Files are spread over folders to keep each folder small. */
function locate(root: string, key: string): string {
  requireStorageKey(key)
  const [kind = '', name = ''] = key.split('/')
  const folder = createHash('sha256').update(name.replace(unfinishedSuffix, '')).digest('hex').slice(0, 2)
  return path.join(root, kind, folder, name)
}

async function storeBytes(file: string, bytes: Uint8Array): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true })
  await writeThenRename(file, (part) => writeFile(part, bytes, { flag: 'wx', mode: 0o600 }))
}

async function moveFile(source: string, file: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true })
  try {
    await fsync(source)
    await rename(source, file)
    await fsync(path.dirname(file))
  } catch (thrown) {
    if (errorCode(thrown) !== 'EXDEV') throw thrown
    // The folder is on another file system.
    await writeThenRename(file, (part) => copyFile(source, part, constants.COPYFILE_EXCL))
    await rm(source)
  }
}

/** Distinguishes a missing file from a missing root folder, which means that the storage has failed. */
async function withMissingFileError<Result>(
  root: string,
  key: string,
  read: (file: string) => Promise<Result>,
): Promise<Result> {
  try {
    return await read(locate(root, key))
  } catch (thrown) {
    if (errorCode(thrown) !== 'ENOENT') throw thrown
    await access(root)
    throw new FileMissingError(key, thrown)
  }
}

const statFile = (root: string, key: string): Promise<StoredFile> =>
  withMissingFileError(root, key, async (file) => {
    const { size, mtime } = await stat(file)
    return { key, bytes: size, modifiedAt: mtime }
  })

async function* listFiles(root: string): AsyncGenerator<StoredFile[]> {
  for (const kind of await listFolders(root))
    for (const folder of await listFolders(path.join(root, kind))) {
      const keys = await listKeys(root, kind, folder)
      for (let first = 0; first < keys.length; first += pageSize) {
        const page = keys.slice(first, first + pageSize)
        const found = await Promise.all(page.map((key) => statFile(root, key).catch(nullWhenMissing)))
        yield found.filter((file) => file !== null)
      }
    }
}

/** The keys of a folder. Files of others and files in the wrong place are skipped, because they must not be touched. */
async function listKeys(root: string, kind: string, folder: string): Promise<string[]> {
  const parent = path.join(root, kind, folder)
  const names = await readdir(parent).catch(emptyWhenMissing)
  return names
    .map((name) => `${kind}/${name}`)
    .filter((key) => isStorageKey(key) && path.dirname(locate(root, key)) === parent)
}

async function listFolders(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((thrown: unknown): Dirent[] =>
    emptyWhenMissing(thrown),
  )
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
}

/** @throws Error  the folder does not take a file. A full disk still accepts empty ones. */
async function checkWrite(root: string): Promise<void> {
  await mkdir(root, { recursive: true })
  const probe = path.join(root, `.check-${process.pid}`)
  try {
    await writeFile(probe, Buffer.alloc(65_536), { mode: 0o600, flush: true })
  } finally {
    await rm(probe, { force: true })
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
