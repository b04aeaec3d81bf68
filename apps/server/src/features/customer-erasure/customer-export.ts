import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import type { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { RawBuilder, Transaction } from 'kysely'
import tar from 'tar-stream'
import { readIfPresent } from '../../backup/read-if-present.ts'
import type { Tables } from '../../database/tables.ts'
import type { Storage } from '../../storage/storage.ts'
import { writeNewFile } from '../../storage/write-new-file.ts'
import { createExportFile } from '../exports/index.ts'
import type { Customer } from './customer-erasure.queries.ts'
import { exportedTables, storedFilesOfCustomer, streamRows } from './customer-export.queries.ts'

interface ExportSource {
  tx: Transaction<Tables>
  storage: Storage
  customer: Customer
}

const rowsPerFetch = 500

/**
 * Writes a tar file with a CSV file per table and with all photos and reports, including deleted ones.
 * @returns the files that were missing from the storage
 */
export async function writeCustomerExport(
  { tx, storage, customer }: ExportSource,
  target: Writable,
): Promise<string[]> {
  const pack = tar.pack()
  const write = async () => {
    for (const { name, header, query } of exportedTables) {
      // in DATA_DIR, where the hourly clean-up removes it if this process is killed
      const file = await storage.tempPath()
      try {
        const rows = createExportFile('csv', name, header, streamCells(tx, query(customer.id)))
        await writeNewFile(file, (target) => pipeline(rows, target))
        await addEntry(pack, `${name}.csv`, (await stat(file)).size, createReadStream(file))
      } finally {
        await rm(file, { force: true })
      }
    }
    const missing: string[] = []
    for (const { key, name } of await storedFilesOfCustomer(tx, customer.id))
      if (!(await addStoredFile(pack, storage, key, name))) missing.push(name)
    pack.finalize()
    return missing
  }
  const [missing] = await Promise.all([
    write().catch((error: unknown) => {
      // cast: only Error objects are thrown here
      pack.destroy(error as Error)
      throw error
    }),
    pipeline(pack, target),
  ])
  return missing
}

async function addEntry(pack: tar.Pack, name: string, size: number, bytes: Readable): Promise<void> {
  await pipeline(bytes, pack.entry({ name, size, mode: 0o600 }))
}

/** @returns false if the file is missing; a storage that cannot be reached aborts the erasure */
async function addStoredFile(pack: tar.Pack, storage: Storage, key: string, name: string): Promise<boolean> {
  const found = await readIfPresent(storage, async () => ({
    size: (await storage.stat(key)).bytes,
    bytes: await storage.stream(key),
  }))
  if (found) await addEntry(pack, name, found.size, found.bytes)
  return found !== null
}

async function* streamCells(tx: Transaction<Tables>, query: RawBuilder<Record<string, unknown>>) {
  for await (const row of streamRows(tx, query, rowsPerFetch)) {
    // cast: a row of a table is an object
    yield Object.values(row as Record<string, unknown>).map(toCell)
  }
}

function toCell(value: unknown): string | number | null {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return JSON.stringify(value)
}
