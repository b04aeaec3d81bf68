import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { SiteId } from '../../database/ids.ts'
import { csvImports } from '../../testing/csv-imports.ts'
import { createSharedFactory } from '../../testing/factory.ts'
import { waitForJobs, waitForLocks, whileLocked } from '../../testing/while-locked.ts'
import { importTexts } from './import-texts.ts'

const factory = await createSharedFactory()
const admin = await factory.user('Admin')
const { send } = csvImports(factory, admin)

/** A customer and its site, by the names that a file has. */
async function namedSite() {
  const { id, customerId } = await factory.site()
  const { data } = (await admin.get(`/sites/${id}`)).body
  return { id, customerId, site: String(data.name), customer: String(data.customer.name) }
}
const rowOf = (table: 'sites' | 'customers', id: string) =>
  sql`select from ${sql.table(table)} where id = ${id} for update`
const peopleAt = async (id: SiteId) =>
  (await factory.db.selectFrom('user_sites').select('user_id').where('site_id', '=', id).execute()).length

/** Runs a change and then an import, which both wait for a row. */
async function race(
  row: ReturnType<typeof rowOf>,
  change: () => ReturnType<typeof admin.put>,
  [path, file]: [string, string],
) {
  await waitForJobs(factory.db)
  const [changed, imported] = await whileLocked<{
    status: number
    body: { errors?: object; data?: { applied: boolean } }
  }>(factory.db, row, [change, () => send(`${path}?apply=1`, file)])
  return {
    changed: changed?.status,
    imported: imported?.status,
    errors: imported?.body.errors,
    data: imported?.body.data,
  }
}
const rejected = { changed: 200, imported: 422, errors: { file: [importTexts.changedMeanwhile] }, data: undefined }

test('a user who is imported while a named site is deleted is rejected with the file', async () => {
  const { id, site, customer } = await namedSite()
  const file = `email,customer,sites\ndeleted-site@test.example,${customer},${site}\n`
  expect(await race(rowOf('sites', id), () => admin.delete(`/sites/${id}`), ['users', file])).toEqual(rejected)
  expect((await admin.get('/users?filter[email]=deleted-site@test.example')).body.data).toEqual([])
})

test('a user who is imported while a named site moves to another customer gets no access to it', async () => {
  const [{ id, site, customer }, other] = [await namedSite(), await namedSite()]
  const file = `email,customer,sites\nmoved-site@test.example,${customer},${site}\n`
  const move = () => admin.put(`/sites/${id}`, { customer_id: other.customerId })
  expect(await race(rowOf('sites', id), move, ['users', file])).toEqual(rejected)
  expect(await peopleAt(id)).toBe(0)
})

test('a user who is imported while a named site is retired gets no access to it', async () => {
  const { id, site, customer } = await namedSite()
  const file = `email,customer,sites\nretired-site@test.example,${customer},${site}\n`
  const retire = () => admin.put(`/sites/${id}`, { retired: 1 })
  expect(await race(rowOf('sites', id), retire, ['users', file])).toEqual(rejected)
  expect(await peopleAt(id)).toBe(0)
})

test('a site that is imported while its customer is deleted is rejected with the file', async () => {
  const { data } = (await admin.post('/customers', { name: 'Short-lived' })).body
  const file = 'customer,site\nShort-lived,Orphan\n'
  expect(await race(rowOf('customers', data.id), () => admin.delete(`/customers/${data.id}`), ['sites', file])).toEqual(
    rejected,
  )
})

test('a site is changed, deleted or moved while an import changes it, and neither request deadlocks', async () => {
  const other = await namedSite()
  for (const [change, isThere] of [
    [(id: SiteId) => admin.put(`/sites/${id}`, { city: 'Lamar' }), true],
    [(id: SiteId) => admin.delete(`/sites/${id}`), false],
    [(id: SiteId) => admin.put(`/sites/${id}`, { customer_id: other.customerId }), false],
  ] as const) {
    const { id, site, customer } = await namedSite()
    const file = `customer,site,region\n${customer},${site},Kansas\n`
    const outcome = await race(rowOf('sites', id), () => change(id), ['sites', file])
    expect(outcome).toMatchObject({ changed: 200, imported: 200, data: { applied: true } })
    const { data } = (await admin.get(`/sites?filter[name]=${site}`)).body
    expect(data.filter((one: { region: string; customer: { name: string } }) => one.region === 'Kansas')).toMatchObject(
      [{ ...(isThere && { id, city: 'Lamar' }), customer: { name: customer } }],
    )
  }
})

test('lots and head counts that are imported while their site is deleted are rejected with the file', async () => {
  for (const [kind, columns, cells] of [
    ['lots', 'name', '17-A'],
    ['head-counts', 'date,head', '2026-03-31,400'],
  ] as const) {
    const { id, site, customer } = await namedSite()
    const file = `customer,site,${columns}\n${customer},${site},${cells}\n`
    expect(await race(rowOf('sites', id), () => admin.delete(`/sites/${id}`), [kind, file])).toEqual(rejected)
  }
})

test('tickets that are imported while their site is deleted are rejected with the file', async () => {
  const { id, site, customer } = await namedSite()
  const file = `number,customer,site,record_at,tag\nT-1,${customer},${site},2026-03-31,0417\n`
  expect(await race(rowOf('sites', id), () => admin.delete(`/sites/${id}`), ['post-mortems', file])).toEqual(rejected)
})

test('tickets that are imported while a danger sign that they name is deleted are rejected with the file', async () => {
  const { id, site, customer } = await namedSite()
  const sign = (await admin.post('/danger-signs', { name: 'Swollen tongue', advice: 'Call first.' })).body.data
  const file = `number,customer,site,record_at,tag,danger_signs\nT-2,${customer},${site},2026-03-31,0418,Swollen tongue\n`
  await waitForJobs(factory.db)
  const { imported, deleted } = await factory.db.transaction().execute(async (tx) => {
    await rowOf('sites', id).execute(tx)
    const imported = send('post-mortems?apply=1', file)
    await waitForLocks(factory.db, 1)
    return { imported: { answer: imported }, deleted: await admin.delete(`/danger-signs/${sign.id}`) }
  })
  expect(deleted.status).toBe(200)
  const { status, body } = await imported.answer
  expect([status, body.errors]).toEqual([422, { file: [importTexts.changedMeanwhile] }])
})

test('a lot or head count is changed while an import changes it, too, and neither request deadlocks', async () => {
  for (const [kind, columns, cells, body, change] of [
    ['lots', 'name,head_in', '17-A,90', { name: '17-A', head_in: 80 }, { source: 'Brooks auction' }],
    ['head-counts', 'date,head', '2026-03-31,90', { date: '2026-03-31', head: 80 }, { head: 85 }],
  ] as const) {
    const { id: site_id, site, customer } = await namedSite()
    const { id } = (await admin.post(`/${kind}`, { site_id, ...body })).body.data
    const file = `customer,site,${columns}\n${customer},${site},${cells}\n`
    const outcome = await race(rowOf('sites', site_id), () => admin.put(`/${kind}/${id}`, change), [kind, file])
    expect(outcome).toMatchObject({ changed: 200, imported: 200, data: { applied: true } })
    const imported = kind === 'lots' ? { ...change, head_in: 90 } : { head: 90 }
    expect((await admin.get(`/${kind}/${id}`)).body.data).toMatchObject(imported)
  }
})

test('an import locks users and sites in the order of their ids, like whoever notifies or invites people', async () => {
  const users = [await factory.user('Veterinarian'), await factory.user('Veterinarian')]
  const { id, customerId, customer, site } = await namedSite()
  const later = (await admin.post('/sites', { customer_id: customerId, name: 'Later yard' })).body.data
  for (const [table, ids, file] of [
    [
      'users',
      users.map((user) => user.id),
      `email,phone\n${users[1]?.email},+1 620 555 0101\n${users[0]?.email},+1 620 555 0100\n`,
    ],
    ['sites', [id, later.id], `customer,site,region\n${customer},Later yard,Kansas\n${customer},${site},Kansas\n`],
  ] as const) {
    await waitForJobs(factory.db)
    const { imported } = await factory.db.transaction().execute(async (tx) => {
      const lock = (one: string | undefined, how: string) =>
        sql`select from ${sql.table(table)} where id = ${one} for share ${sql.raw(how)}`.execute(tx)
      await lock(ids[0], '')
      const imported = send(`${table}?apply=1`, file)
      await waitForLocks(factory.db, 1)
      await lock(ids[1], 'nowait')
      return { imported }
    })
    expect((await imported).body.data).toMatchObject({ applied: true, counts: { changed: 2 } })
  }
})
