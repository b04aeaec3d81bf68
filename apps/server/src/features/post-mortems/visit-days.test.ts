import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { csvImports } from '../../testing/csv-imports.ts'
import { createSharedFactory } from '../../testing/factory.ts'
import { waitForJobs, waitForLocks } from '../../testing/while-locked.ts'

const factory = await createSharedFactory()
const admin = await factory.user('Admin')
const { send } = csvImports(factory, admin)

/** A sent ticket, and a function that reads the instant of its visit. */
async function sentTicket() {
  const { client, site } = await factory.client()
  const { id } = await factory.pendingPostMortem(client, site)
  const path = `/post-mortems/${id}`
  const visit = async (): Promise<string> => (await admin.get(path)).body.data.veterinary_record.scheduled_at
  return { id, path, site, visit }
}

test.each(['of its site', 'of the practice'])(
  'a day that is planned while the zone %s changes is that day in the new zone',
  async (whose) => {
    const { id, path, site, visit } = await sentTicket()
    await waitForJobs(factory.db)
    const rezone = (time_zone: string) =>
      whose === 'of its site' ? admin.put(`/sites/${site.id}`, { time_zone }) : admin.put('/provider', { time_zone })
    const { planning, changing } = await factory.db.transaction().execute(async (tx) => {
      // the day is read in the old zone, but not stored yet
      await sql`select from post_mortems where id = ${id} for update`.execute(tx)
      const planning = admin.put(path, { scheduled_at: '2031-06-05' })
      await waitForLocks(factory.db, 1)
      const changing = rezone('America/New_York')
      await Promise.race([changing, waitForLocks(factory.db, 2)])
      return { planning, changing }
    })
    expect([(await planning).status, (await changing).status]).toEqual([200, 200])
    expect(await visit()).toBe('2031-06-05T04:00:00.000Z')
    await rezone('America/Edmonton')
    expect(await visit()).toBe('2031-06-05T06:00:00.000Z')
  },
)

// PostgreSQL and Node.js know different offsets of Alberta in this winter
test.each([
  ['America/Edmonton', 'America/Los_Angeles', '2026-12-10T08:00:00.000Z'],
  ['America/Halifax', 'America/Edmonton', '2026-12-10T06:00:00.000Z'],
  ['America/Edmonton', 'America/Halifax', '2026-12-10T04:00:00.000Z'],
])('a visit planned for a day in %s is on that day in %s', async (from, to, start) => {
  const { path, site, visit } = await sentTicket()
  await admin.put(`/sites/${site.id}`, { time_zone: from })
  await admin.put(path, { scheduled_at: '2026-12-10' })
  expect((await admin.put(`/sites/${site.id}`, { time_zone: to })).status).toBe(200)
  expect(await visit()).toBe(start)
  const { data } = (await admin.get('/planner?from=2026-12-10&to=2026-12-10')).body
  expect(data.visits.some(({ site: { id } }: { site: { id: string } }) => id === site.id)).toBe(true)
})

test('a cancelled visit without a time keeps its day in calendars when the zone of its site changes', async () => {
  const vet = await factory.user('Veterinarian')
  const { id, path, site } = await sentTicket()
  await admin.put(path, { scheduled_at: '2031-06-05', scheduled_for_id: vet.id })
  await admin.put(path, { scheduled_for_id: '' })
  expect((await admin.put(`/sites/${site.id}`, { time_zone: 'America/Los_Angeles' })).status).toBe(200)
  const ended = await factory.db
    .selectFrom('ended_visits')
    .select('scheduled_at')
    .where('post_mortem_id', '=', id)
    .execute()
  expect(ended.map(({ scheduled_at }) => scheduled_at.toISOString())).toEqual(['2031-06-05T07:00:00.000Z'])
})

test('a visit without a time keeps its day when an import changes the zone of its site, one with a time its instant', async () => {
  const [planned, timed] = [await sentTicket(), await sentTicket()]
  await admin.put(planned.path, { scheduled_at: '2031-06-05' })
  await admin.put(timed.path, { scheduled_at: '2031-06-05T15:30:00Z' })
  const lines = await Promise.all(
    [planned, timed].map(async ({ site }) => {
      const { data } = (await admin.get(`/sites/${site.id}`)).body
      return `${data.customer.name},${data.name},America/Los_Angeles\n`
    }),
  )
  expect((await send('sites?apply=1', `customer,site,time_zone\n${lines.join('')}`)).status).toBe(200)
  expect([await planned.visit(), await timed.visit()]).toEqual(['2031-06-05T07:00:00.000Z', '2031-06-05T15:30:00.000Z'])
})
