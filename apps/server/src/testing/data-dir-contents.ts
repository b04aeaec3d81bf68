import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { tablesInDependencyOrder } from '../backup/table-order.ts'
import { openDatabase } from '../database/database.ts'

/** Hashes every table and every file of a DATA_DIR. */
export async function fingerprintDataDir(dataDir: string) {
  const database = await openDatabase({ dataDir }, { info() {}, warn() {} }, { allowRunning: true })
  const tables: Record<string, string> = {}
  const client = await database.pool.connect()
  for (const { name: table } of await tablesInDependencyOrder(client)) {
    const { rows } = await client.query<{ print: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as print from "${table}" t`,
    )
    tables[table] = rows[0]?.print ?? ''
  }
  client.release()
  await database.close()
  const root = path.join(dataDir, 'files')
  const files: Record<string, string> = {}
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = path.join(entry.parentPath, entry.name)
    files[path.relative(root, file)] = createHash('sha256')
      .update(await readFile(file))
      .digest('hex')
  }
  return { tables, files }
}
