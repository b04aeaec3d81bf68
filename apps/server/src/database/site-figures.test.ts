import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import type { Executor } from './executor.ts'
import type { SiteId } from './ids.ts'
import { inSnapshot } from './transaction.ts'
import { createSharedFactory } from '../testing/factory.ts'
import { waitFor } from '../testing/wait-for.ts'
import { createSiteFigures, type SiteFigures } from './site-figures.ts'

const factory = await createSharedFactory()
const { client, site } = await factory.client()
const { client: otherClient, site: other } = await factory.client()
const sites: SiteId[] = [site.id, other.id]
let computed: SiteId[][] = []
beforeEach(() => {
  computed = []
})

/** The tickets of sites. Those without any have no value. */
const read = async (figures: SiteFigures, db: Executor, of = sites) => {
  const counts = await figures.read<{ tickets: number }>(db, of, {
    name: 'tickets',
    bytesOf: () => 8,
    async compute(changed) {
      computed.push(changed)
      const { rows } = await sql<{ site_id: SiteId; tickets: number }>`
        select site_id, count(*)::int as tickets from post_mortems
        where site_id = any(${changed}::uuid[]) and deleted_at is null group by 1`.execute(db)
      return new Map(rows.map(({ site_id, tickets }) => [site_id, { tickets }]))
    },
  })
  return of.map((id) => counts.get(id)?.tickets ?? 0)
}
const readNow = (figures: SiteFigures, of = sites) => inSnapshot(factory, ({ db }) => read(figures, db, of))

/** Reads until nothing is computed: transactions of other tests may be open, which hold back what is known. */
const settle = (readAgain: () => Promise<unknown>) =>
  waitFor(async () => {
    const before = computed.length
    await readAgain()
    expect(computed.length).toBe(before)
  })

test('a figure is computed again for the site that has changed, and only for that one', async () => {
  const figures = createSiteFigures(3_600_000)
  const before = await readNow(figures)
  await settle(() => readNow(figures))
  computed = []
  await factory.draftPostMortem(client, site)
  expect(await readNow(figures)).toEqual([(before[0] ?? 0) + 1, before[1]])
  await settle(() => readNow(figures))
  expect(await readNow(figures)).toEqual([(before[0] ?? 0) + 1, before[1]])
  expect(new Set(computed.flat())).toEqual(new Set([site.id]))
})

test('a figure of several sites together is computed again when one of them has changed', async () => {
  const figures = createSiteFigures(3_600_000)
  const readTogether = (of: SiteId[]) =>
    inSnapshot(factory, ({ db }) =>
      figures.readTogether(db, of, {
        name: 'together',
        bytesOf: () => 8,
        async compute() {
          computed.push(of)
          return of
        },
      }),
    )
  await settle(() => readTogether(sites))
  await settle(() => readTogether([site.id]))
  computed = []
  await factory.draftPostMortem(otherClient, other)
  expect(await readTogether(sites)).toEqual(sites)
  expect(await readTogether([site.id])).toEqual([site.id])
  await settle(() => readTogether(sites))
  expect(new Set(computed)).toEqual(new Set([sites]))
})

test('a figure is that of the snapshot in which it is read, however much was committed and read meanwhile', async () => {
  const figures = createSiteFigures(3_600_000)
  const before = await readNow(figures)
  const snapshot = factory.db.transaction().setIsolationLevel('repeatable read')
  await snapshot.execute(async (db) => {
    await sql`select 1 from post_mortems limit 1`.execute(db)
    await factory.draftPostMortem(client, site)
    const after = [(before[0] ?? 0) + 1, before[1]]
    expect(await readNow(figures)).toEqual(after)
    expect(await read(figures, db)).toEqual(before)
    expect(await readNow(figures)).toEqual(after)
  })
})

test('a change counts as soon as it is committed, however long its transaction was open', async () => {
  const figures = createSiteFigures(3_600_000)
  const before = await readNow(figures)
  await factory.db.transaction().execute(async (db) => {
    await sql`update post_mortems set deleted_at = now() where site_id = ${site.id}`.execute(db)
    await factory.draftPostMortem(otherClient, other)
    expect(await readNow(figures)).toEqual([before[0], (before[1] ?? 0) + 1])
    expect(await readNow(figures)).toEqual([before[0], (before[1] ?? 0) + 1])
  })
  expect(await readNow(figures)).toEqual([0, (before[1] ?? 0) + 1])
})

test('everything is computed again when changes may have been deleted since the last read', async () => {
  const figures = createSiteFigures(0)
  await readNow(figures)
  await sql`delete from changes`.execute(factory.db)
  await readNow(figures)
  expect(computed).toEqual([sites, sites])
})
