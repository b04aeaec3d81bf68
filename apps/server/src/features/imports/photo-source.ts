import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { openPromise } from 'yauzl'
import { constants } from '@chisholm/domain/constants'
import type { Storage } from '../../storage/storage.ts'
import { writeNewFile } from '../../storage/write-new-file.ts'

/** The photos to which a file of tickets refers, in a folder or a ZIP file. */
export interface PhotoSource {
  /** Size in bytes of the photo with this name. Undefined if there is no such photo. */
  sizeOf(name: string): number | undefined
  /** Calls `work` with a photo as a file on disk. The photo must exist. */
  withFile<Result>(name: string, work: (file: string) => Promise<Result>): Promise<Result>
  close(): void
}

/** @throws Error  `from` is neither a folder nor a ZIP file, or cannot be read */
export const openPhotoFiles = async (from: string, storage: Pick<Storage, 'tempPath'>): Promise<PhotoSource> =>
  (await stat(from)).isDirectory() ? openPhotoFolder(from) : openPhotoZip(from, storage)

/** Photos are found by their path within the folder or ZIP file, and by their file name alone, both in lower case. */
function indexByName<File>(files: [name: string, file: File][]): Map<string, File> {
  const found = new Map(files.map(([name, file]) => [path.posix.basename(name).toLowerCase(), file]))
  for (const [name, file] of files) found.set(name.toLowerCase(), file)
  return found
}

const normalizeName = (name: string) =>
  name
    .replaceAll('\\', '/')
    .replace(/^\.?\//, '')
    .toLowerCase()

async function openPhotoFolder(folder: string): Promise<PhotoSource> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files: [string, { file: string; bytes: number }][] = []
  for (const entry of entries.filter((one) => one.isFile())) {
    const file = path.join(entry.parentPath, entry.name)
    const name = path.relative(folder, file).replaceAll(path.sep, '/')
    files.push([name, { file, bytes: (await stat(file)).size }])
  }
  const photos = indexByName(files)
  return {
    sizeOf: (name) => photos.get(normalizeName(name))?.bytes,
    withFile: (name, work) => work(photos.get(normalizeName(name))?.file ?? name),
    close() {},
  }
}

async function openPhotoZip(file: string, storage: Pick<Storage, 'tempPath'>): Promise<PhotoSource> {
  const zip = await openPromise(file, { autoClose: false, lazyEntries: true })
  const entries = []
  for await (const entry of zip.eachEntry()) if (!entry.fileName.endsWith('/')) entries.push(entry)
  const photos = indexByName(entries.map((entry) => [entry.fileName, entry]))
  return {
    sizeOf: (name) => photos.get(normalizeName(name))?.uncompressedSize,
    async withFile(name, work) {
      const entry = photos.get(normalizeName(name))
      if (!entry || entry.uncompressedSize > constants.photo.maxBytes) throw new Error(`no photo ${name} to read`)
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
