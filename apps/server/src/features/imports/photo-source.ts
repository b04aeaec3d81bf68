import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { openPromise } from 'yauzl'
import { constants } from '@chisholm/domain/constants'
import type { Storage } from '../../storage/storage.ts'
import { writeNewFile } from '../../storage/write-new-file.ts'

/** The photos to which a file of tickets refers, in a folder or a ZIP file. */
export interface PhotoSource {
  /** Size in bytes of the photo with this name. Undefined if there is no such photo; `several`: the name is ambiguous. */
  sizeOf(name: string): number | 'several' | undefined
  /** Calls `work` with a photo as a file on disk. The photo must exist. */
  withFile<Result>(name: string, work: (file: string) => Promise<Result>): Promise<Result>
  close(): void
}

/** @throws Error  `from` is neither a folder nor a ZIP file, or cannot be read */
export const openPhotoFiles = async (from: string, storage: Pick<Storage, 'tempPath'>): Promise<PhotoSource> =>
  (await stat(from)).isDirectory() ? openPhotoFolder(from) : openPhotoZip(from, storage)

/**
 * Finds photos by their path within the folder or ZIP file, or else by their file name alone, in upper or lower case and
 * with accents in any form: those of a Mac are marks behind their letters.
 */
function indexByName<File>(files: [name: string, file: File][]): (name: string) => File | 'several' | undefined {
  const byPath = Map.groupBy(files, ([name]) => normalizeName(name))
  const byFileName = Map.groupBy(files, ([name]) => normalizeName(path.posix.basename(name)))
  return (name) => {
    const [found, other] = byPath.get(normalizeName(name)) ?? byFileName.get(normalizeName(name)) ?? []
    return other ? 'several' : found?.[1]
  }
}

const normalizeName = (name: string) =>
  name
    .replaceAll('\\', '/')
    .replace(/^\.?\//, '')
    .normalize('NFC')
    .toLowerCase()

async function openPhotoFolder(folder: string): Promise<PhotoSource> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files: [string, { file: string; bytes: number }][] = []
  for (const entry of entries.filter((one) => one.isFile())) {
    const file = path.join(entry.parentPath, entry.name)
    const name = path.relative(folder, file).replaceAll(path.sep, '/')
    files.push([name, { file, bytes: (await stat(file)).size }])
  }
  const find = indexByName(files)
  return {
    sizeOf(name) {
      const found = find(name)
      return found === 'several' ? found : found?.bytes
    },
    withFile(name, work) {
      const found = find(name)
      return work(typeof found === 'object' ? found.file : name)
    },
    close() {},
  }
}

async function openPhotoZip(file: string, storage: Pick<Storage, 'tempPath'>): Promise<PhotoSource> {
  const zip = await openPromise(file, { autoClose: false, lazyEntries: true })
  const entries = []
  for await (const entry of zip.eachEntry()) if (!entry.fileName.endsWith('/')) entries.push(entry)
  const find = indexByName(entries.map((entry) => [entry.fileName, entry]))
  return {
    sizeOf(name) {
      const found = find(name)
      return found === 'several' ? found : found?.uncompressedSize
    },
    async withFile(name, work) {
      const entry = find(name)
      if (typeof entry !== 'object' || entry.uncompressedSize > constants.photo.maxBytes)
        throw new Error(`no photo ${name} to read`)
      const copy = await storage.tempPath()
      try {
        const photo = await zip.openReadStreamPromise(entry)
        await writeNewFile(copy, (file) => pipeline(photo, file))
        return await work(copy)
      } finally {
        await rm(copy, { force: true })
      }
    },
    close: () => zip.close(),
  }
}
