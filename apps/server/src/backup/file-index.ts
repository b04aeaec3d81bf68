import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type pg from 'pg'
import type { Storage } from '../storage/storage.ts'
import { type ArchiveEntry, type Manifest, parseEntry, unzipEntry } from './archive.ts'
import { copyVerified, type FileRow, fileRowsSql } from './file-rows.ts'
import { readIfPresent } from './read-if-present.ts'
import type { FileReference, Repository } from './repository.ts'

const filesPerEntry = 5000
export const maxParallelFiles = 8

/**
 * Copies files that the folder of backups does not have yet, and yields archive entries that list all files by hash.
 */
export async function* indexFiles(
  client: pg.Client,
  storage: Storage,
  repository: Repository,
): AsyncGenerator<ArchiveEntry, Pick<Manifest, 'files' | 'bytes' | 'missing' | 'damaged' | 'copied'>> {
  await client.query(`declare names no scroll cursor for ${fileRowsSql}`)
  const [missing, damaged]: [string[], string[]] = [[], []]
  const totals = { files: 0, bytes: 0, missing, damaged, copied: { files: 0, bytes: 0 } }
  for (let number = 1; ; number++) {
    const { rows } = await client.query<FileRow>(`fetch ${filesPerEntry} from names`)
    const names: FileReference[] = []
    for (let first = 0; first < rows.length; first += maxParallelFiles) {
      const some = rows.slice(first, first + maxParallelFiles)
      const added = await Promise.all(some.map((stored) => copyFile(storage, repository, stored)))
      for (const [index, { key }] of some.entries()) {
        const file = added[index]
        if (!file) {
          missing.push(key)
          continue
        }
        if (file.isDamaged) damaged.push(key)
        names.push([key, file.hash, file.bytes])
        totals.files += 1
        totals.bytes += file.bytes
        totals.copied.files += file.isNew ? 1 : 0
        totals.copied.bytes += file.isNew ? file.bytes : 0
      }
    }
    await repository.flush()
    if (names.length > 0)
      yield {
        name: `names/${String(number).padStart(6, '0')}.json.gz`,
        bytes: await promisify(gzip)(JSON.stringify(names)),
      }
    if (rows.length === 0) return totals
  }
}

/** @returns null if neither the folder of backups nor the storage has the file */
async function copyFile(storage: Storage, repository: Repository, row: FileRow) {
  const { key, hash, bytes } = row
  // According to the hash in the row, the file is already there.
  if (hash !== null && bytes !== null && (await repository.has(hash, bytes)))
    return { hash, bytes, isNew: false, isDamaged: false }
  return copyVerified(row, async () => {
    const source = await readIfPresent(storage, () => storage.stream(key))
    return source && repository.add(source)
  })
}

/** Parses an entry written by `indexFiles`. */
export const readFileIndex = async (part: Buffer): Promise<FileReference[]> => parseEntry(await unzipEntry(part))
