import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { type CustomerId, newId, type PostMortemId, type SiteId, type UserId } from '../../database/ids.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { databaseUrl } from '../../testing/database-url.ts'
import { startServer } from '../../testing/server-process.ts'
import { hashPassword } from '../auth/index.ts'

const few = 1000
const many = 100_000
const password = 'Cattle#2026'

const megabytes = (pid: number, field: string) =>
  Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

async function postMortemOf({ db }: Awaited<ReturnType<typeof createTestDatabase>>, animals: number): Promise<string> {
  const [customer_id, site_id, id] = [newId<CustomerId>(), newId<SiteId>(), newId<PostMortemId>()]
  await db
    .insertInto('customers')
    .values({ id: customer_id, name: `Prairie ${customer_id}` })
    .execute()
  await db.insertInto('sites').values({ id: site_id, customer_id, name: 'North Yard' }).execute()
  await db.insertInto('post_mortems').values({ id, customer_id, site_id, record_at: '2026-11-20' }).execute()
  // The counter of the site is updated once per animal, and more slowly the more often one transaction has done so.
  for (let first = 1; first <= animals; first += few)
    await sql`insert into animals (id, post_mortem_id, tag, customer_notes, vet_findings)
      select gen_random_uuid(), ${id}, 'T' || n, 'Off feed since Monday.', repeat(md5(n::text), 8)
      from generate_series(${sql.lit(first)}, ${sql.lit(first + few - 1)}) n`.execute(db)
  return id
}

/** Only Linux reports the peak memory of a process, in /proc. */
test.runIf(process.platform === 'linux')(
  'a hundred thousand rows take no more memory than a thousand, as CSV and as XLSX',
  async () => {
    const dataDir = await mkdtemp(path.join(os.tmpdir(), 'chisholm-export-'))
    const database = await createTestDatabase()
    const [short, long] = [await postMortemOf(database, few), await postMortemOf(database, many)]
    const email = 'admin@test.example'
    await database.db
      .insertInto('users')
      .values({ id: newId<UserId>(), email, roles: ['Admin'], password_hash: await hashPassword(password) })
      .execute()
    const server = startServer({
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl(database.connection),
      SECRET_KEY: 'a key of thirty-two letters or more for a test',
      DEMO: '0',
      // A small heap forces garbage collection, so that memory which is not freed yet does not distort the measurement.
      NODE_OPTIONS: '--max-old-space-size=80',
    })
    onTestFinished(async () => {
      server.child.kill('SIGTERM')
      await server.ended
      await database.close()
      await rm(dataDir, { recursive: true, force: true })
    })
    const origin = `${await server.listening}/api/v1`
    const login = await fetch(`${origin}/auth/login`, {
      method: 'POST',
      body: new URLSearchParams({ username: email, password }),
    })
    const { token } = (await login.json()) as { token: string }
    /**
     * Downloads an export as a stream.
     * @returns its size in bytes
     */
    const take = async (postMortemId: string, format: string) => {
      const url = `${origin}/exports/veterinary-record-animals?filter[veterinary_record_id]=${postMortemId}&format=${format}`
      const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
      let bytes = 0
      for await (const chunk of answer.body ?? []) bytes += chunk.length
      return bytes
    }
    for (const format of ['csv', 'xlsx']) {
      const small = await take(short, format)
      const before = megabytes(server.child.pid ?? 0, 'VmHWM')
      const large = await take(long, format)
      const after = megabytes(server.child.pid ?? 0, 'VmHWM')
      expect(large).toBeGreaterThan(50 * small)
      expect(after - before).toBeLessThan(20)
    }
  },
  180_000,
)
