import { randomInt } from 'node:crypto'
import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { defaultCarcassLimits } from '@chisholm/domain/carcass'
import { csvImports } from '../../testing/csv-imports.ts'
import { createSharedFactory, type TestUser } from '../../testing/factory.ts'

const factory = await createSharedFactory()
const [admin, vet] = [await factory.user('Admin'), await factory.user('Veterinarian')]
const records = '/veterinary-record-animals'
const hour = 3_600_000
const ago = (hours: number) => new Date(Date.now() - hours * hour).toISOString()
const later = (time: string, hours: number) => new Date(Date.parse(time) + hours * hour).toISOString()
const setLimits = async (limits: object) => expect((await admin.put('/provider', limits)).status).toBe(200)

describe('the clock of a carcass', () => {
  test('runs from death, else from discovery, and longer in the cold', async () => {
    const { client, site } = await factory.client()
    const ticket = await factory.draftPostMortem(client, site)
    const [died_at, found_at] = [ago(9), ago(3)]
    const animal = await factory.animal(client, ticket.id, { died_at, found_at })
    expect(animal).toMatchObject({ examine_by: later(died_at, 24), carcass: { band: 'fading' } })
    expect(animal.carcass?.hours).toBeCloseTo(9, 0)
    const put = async (fields: object) => (await client.put(`${records}/${animal.id}`, fields)).body.data
    expect(await put({ air_temperature_c: 4.9 })).toMatchObject({ examine_by: later(died_at, 48) })
    // not rounded to the limit
    expect(await put({ air_temperature_c: 4.96 })).toMatchObject({
      air_temperature_c: 4.9,
      examine_by: later(died_at, 48),
    })
    expect(await put({ air_temperature_c: 5 })).toMatchObject({ examine_by: later(died_at, 24) })
    expect(await put({ died_at: '' })).toMatchObject({ examine_by: later(found_at, 24), carcass: { band: 'fresh' } })
    expect(await put({ found_at: '', air_temperature_c: 3 })).toMatchObject({ examine_by: null, carcass: null })
    const bands = async (hours: number, air_temperature_c: number | string) =>
      (await put({ died_at: ago(hours), found_at: '', air_temperature_c })).carcass.band
    expect([
      await bands(5, ''),
      await bands(5, 25),
      await bands(13, ''),
      await bands(25, ''),
      await bands(25, 0),
    ]).toEqual(['fresh', 'fading', 'poor', 'late', 'poor'])
  })

  test('of a ticket is the earliest of its animals that has not expired, else the latest', async () => {
    const { client, site } = await factory.client()
    const ticket = await factory.draftPostMortem(client, site)
    const shown = async () => {
      const one = (await client.get(`/post-mortems/${ticket.id}`)).body.data
      const [card] = (await client.get(`/post-mortems?view=card&filter[id]=${ticket.id}`)).body.data
      const [listed] = (await client.get(`/post-mortems?filter[id]=${ticket.id}`)).body.data
      expect([card.examine_by, listed.examine_by, one.veterinary_record.examine_by]).toEqual(
        Array.from({ length: 3 }, () => one.examine_by),
      )
      return one.examine_by
    }
    expect(await shown()).toBeNull()
    await factory.animal(client, ticket.id)
    expect(await shown()).toBeNull()
    const [first, second, third, fourth] = [ago(50), ago(30), ago(20), ago(10)]
    await factory.animal(client, ticket.id, { died_at: first })
    expect(await shown()).toBe(later(first, 24))
    await factory.animal(client, ticket.id, { died_at: second })
    expect(await shown()).toBe(later(second, 24))
    const fresh = await factory.animal(client, ticket.id, { died_at: fourth })
    expect(await shown()).toBe(later(fourth, 24))
    const older = await factory.animal(client, ticket.id, { found_at: third })
    expect(await shown()).toBe(later(third, 24))
    await client.delete(`${records}/${older.id}`)
    expect(await shown()).toBe(later(fourth, 24))
    await client.put(`${records}/${fresh.id}`, { died_at: '' })
    expect(await shown()).toBe(later(second, 24))
  })
})

describe('the limits of the practice', () => {
  test('are the defaults until an Admin changes them, which takes effect at once', async () => {
    const { client, site } = await factory.client()
    expect((await factory.anonymous.get('/provider')).body.data).toMatchObject(defaultCarcassLimits)
    for (const person of [client, vet])
      expect((await person.put('/provider', { carcass_late_hours: 1 })).status).toBe(403)
    const died_at = ago(9)
    const open = await factory.draftPostMortem(client, site)
    const [warm, cold] = [
      await factory.animal(client, open.id, { died_at }),
      await factory.animal(client, open.id, { died_at, air_temperature_c: -3 }),
    ]
    const completed = await factory.scheduledPostMortem(client, site, vet)
    const [closed] = completed.veterinary_record.veterinary_record_animals
    await vet.put(`${records}/${closed?.id}`, { died_at })
    await vet.put(`/post-mortems/${completed.id}`, { completed_at: '1' })
    const clockOf = async (id: string | undefined) => (await vet.get(`${records}/${id}`)).body.data
    await setLimits({
      carcass_fresh_hours: 2,
      carcass_fading_hours: '3.5',
      carcass_late_hours: 10,
      carcass_late_hours_cold: 60,
    })
    expect(await clockOf(warm.id)).toMatchObject({ examine_by: later(died_at, 10), carcass: { band: 'poor' } })
    expect(await clockOf(cold.id)).toMatchObject({ examine_by: later(died_at, 60), carcass: { band: 'poor' } })
    expect((await vet.get(`/post-mortems/${open.id}`)).body.data.examine_by).toBe(later(died_at, 10))
    // a completed ticket does not change
    expect(await clockOf(closed?.id)).toMatchObject({ examine_by: later(died_at, 24) })
    await setLimits({ phone: '+1 403 555 0199' })
    expect((await admin.get('/provider')).body.data).toMatchObject({
      carcass_late_hours: 10,
      carcass_fading_hours: 3.5,
    })
    for (const wrong of [0, 721, 'long'])
      expect((await admin.put('/provider', { carcass_late_hours: wrong })).body.errors).toEqual({
        carcass_late_hours: ['Please enter a number from 0.5 to 720.'],
      })
    await setLimits(Object.fromEntries(Object.keys(defaultCarcassLimits).map((name) => [name, ''])))
    expect((await admin.get('/provider')).body.data).toMatchObject(defaultCarcassLimits)
    expect(await clockOf(warm.id)).toMatchObject({ examine_by: later(died_at, 24) })
  })

  test('apply to animals written while they change, without deadlocks', async () => {
    const { client, site } = await factory.client()
    const tickets = await Promise.all(Array.from({ length: 6 }, () => factory.draftPostMortem(client, site)))
    const died_at = ago(2)
    const write = (id: string) => client.post(records, { veterinary_record_id: id, died_at })
    const readAll = () =>
      client.post('/post-mortems', {
        site_id: site.id,
        record_at: '2026-11-20',
        animals: [{ died_at }, { found_at: died_at }],
      })
    for (const hours of [20, 30, 40]) {
      const answers = await Promise.all([
        ...tickets.slice(0, 3).map(({ id }) => write(id)),
        admin.put('/provider', { carcass_late_hours: hours }),
        ...tickets.slice(3).map(({ id }) => write(id)),
        readAll(),
        readAll(),
      ])
      expect(answers.map(({ status }) => status).filter((status) => status >= 400)).toEqual([])
      const animals = (await client.get(`${records}?per_page=9999`)).body.data
      expect(new Set(animals.map((one: { examine_by: string }) => one.examine_by))).toEqual(
        new Set([later(died_at, hours)]),
      )
    }
    await setLimits({ carcass_late_hours: '' })
  })

  test('apply to imported tickets', async () => {
    const { site } = await factory.client()
    const names = (await admin.get('/sites?per_page=9999')).body.data.find((one: { id: string }) => one.id === site.id)
    const died = ago(4)
    const file = `number,customer,site,record_at,tag,died_at\nC-1,${names.customer.name},${names.name},2026-11-20,Y 1,${died}\n`
    await csvImports(factory, admin).read('post-mortems?apply=1', file)
    const [ticket] = (await admin.get(`/post-mortems?filter[site_id]=${site.id}`)).body.data
    expect(ticket.examine_by).toBe(later(died, 24))
  })
})

interface Listed {
  id: string
  title: string
  status: string
  examine_by: string | null
  veterinary_record: { pin: number; veterinary_record_animals: { examine_by: string | null }[] }
}

/** The order of decisions.md section 6, computed per ticket. */
function inOrder(tickets: Listed[], now: number): { title: string; examine_by: number | null }[] {
  const clocks = tickets.map(({ title, veterinary_record: { pin, veterinary_record_animals: animals } }) => {
    const times = animals.flatMap(({ examine_by }) => (examine_by === null ? [] : Date.parse(examine_by)))
    const upcoming = times.filter((time) => time >= now)
    const clock = upcoming.length > 0 ? Math.min(...upcoming) : times.length > 0 ? Math.max(...times) : null
    return { title, pin, examine_by: clock }
  })
  const section = (clock: number | null) => (clock === null ? 2 : clock >= now ? 0 : 1)
  return clocks
    .toSorted((one, other) => {
      const [a, b] = [one.examine_by, other.examine_by]
      if (section(a) !== section(b)) return section(a) - section(b)
      if (a !== b) return section(a) === 0 ? Number(a) - Number(b) : Number(b) - Number(a)
      return other.pin - one.pin
    })
    .map(({ title, examine_by }) => ({ title, examine_by }))
}

describe('the list by clock', () => {
  let person: { client: TestUser; other: TestUser; both: TestUser }
  const statuses = ['Draft', 'Pending', 'In Progress', 'Completed']

  beforeAll(async () => {
    const [one, two] = [await factory.client(), await factory.client()]
    person = { client: one.client, other: two.client, both: await factory.user('Client', [one.site.id, two.site.id]) }
    for (let index = 0; index < 36; index++) {
      const { client, site } = index % 3 === 0 ? two : one
      const ticket = await factory.draftPostMortem(client, site)
      // only few different times, so that many are equal
      const animals = Array.from({ length: randomInt(0, 4) }, () =>
        randomInt(0, 4) === 0
          ? {}
          : {
              died_at: `2026-11-${String(randomInt(1, 4)).padStart(2, '0')}T0${randomInt(0, 5)}:00:00Z`,
              air_temperature_c: randomInt(0, 10),
            },
      )
      for (const animal of animals) await factory.animal(client, ticket.id, animal)
      const steps = [{ draft: 0 }, { scheduled_for_id: vet.id }, { completed_at: '1' }].slice(0, randomInt(0, 4))
      if (animals.length > 0) for (const step of steps) await admin.put(`/post-mortems/${ticket.id}`, step)
    }
  })

  const everything = async (by: TestUser, query: string): Promise<Listed[]> =>
    (await by.get(`/post-mortems?per_page=9999&${query}`)).body.data

  /** Reads all pages. */
  async function paged(by: TestUser, query: string): Promise<{ title: string; examine_by: number | null }[]> {
    const found: { title: string; examine_by: string | null }[] = []
    for (let page = 1; ; page++) {
      const { data, meta } = (await by.get(`/post-mortems?view=card&per_page=15&page=${page}&${query}`)).body
      found.push(...data)
      if (page >= meta.last_page) break
    }
    return found.map(({ title, examine_by }) => ({
      title,
      examine_by: examine_by === null ? null : Date.parse(examine_by),
    }))
  }

  /** Simulates the passing of time: moves every death back by some hours. */
  const moveClock = (hours: number) =>
    sql`update animals set died_at = died_at - ${hours} * interval '1 hour' where died_at is not null`.execute(
      factory.db,
    )

  test('is exact for every reader, status, filter, page and direction, while time passes', async () => {
    // at first all tickets expire in the future, then they expire one by one
    const newest = (
      await sql<{ hours: number }>`select extract(epoch from now() - max(died_at)) / 3600 as hours from animals
      join post_mortems t on t.id = post_mortem_id where t.site_id in (select l.site_id from user_sites l where user_id = ${person.both.id})`.execute(
        factory.db,
      )
    ).rows
    expect(newest).toHaveLength(1)
    await moveClock(-Number(newest[0]?.hours) - 1)
    const filters = ['', ...statuses.map((status) => `filter[status]=${status}`), 'filter[status]=Pending,Draft']
    const sections = new Set<string>()
    for (const hours of [0, 9, 17, 25, 40]) {
      await moveClock(hours + 0.01)
      const now = Date.now()
      for (const by of [person.client, person.both, vet]) {
        const all = await everything(by, 'sort=pin')
        const expected = inOrder(all, now)
        for (const { examine_by } of expected)
          sections.add(examine_by === null ? 'without' : examine_by >= now ? 'to come' : 'past')
        expect(await paged(by, 'sort=examine_by')).toEqual(expected)
        expect(await paged(by, 'sort=-examine_by')).toEqual(expected.toReversed())
        for (const filter of filters) {
          const some = await everything(by, `sort=pin&${filter}`)
          expect(await paged(by, `sort=examine_by&${filter}`)).toEqual(inOrder(some, now))
        }
        // filters that are compared row by row
        const dated = await everything(by, 'sort=pin&filter[record_at]=2026-11-20&filter[no_vet_visit_requested]=false')
        expect(
          await paged(by, 'sort=examine_by&filter[record_at]=2026-11-20&filter[no_vet_visit_requested]=false'),
        ).toEqual(inOrder(dated, now))
        const threshold = (bound: number) => new Date(now + bound * hour).toISOString()
        for (const bound of [-40, -1, 0, 10]) {
          const at = now + bound * hour
          const from = expected.filter(({ examine_by }) => examine_by !== null && examine_by >= at)
          expect(await paged(by, `sort=examine_by&filter[examine_by:gte]=${threshold(bound)}`)).toEqual(from)
          const before = expected.filter(({ examine_by }) => examine_by !== null && examine_by < at)
          expect(await paged(by, `sort=examine_by&filter[examine_by:lt]=${threshold(bound)}`)).toEqual(before)
        }
        for (const place of [0, Math.floor(expected.length / 3)]) {
          const at = expected[place]?.examine_by
          if (!at) continue
          const exact = expected.filter(({ examine_by }) => examine_by === at)
          expect(await paged(by, `sort=examine_by&filter[examine_by]=${new Date(at).toISOString()}`)).toEqual(exact)
        }
        const without = expected.filter(({ examine_by }) => examine_by === null)
        expect(await paged(by, 'sort=examine_by&filter[examine_by:isnull]=true')).toEqual(without)
      }
    }
    expect([...sections].toSorted()).toEqual(['past', 'to come', 'without'])
  })

  test('is the same after another sort key, and in an export', async () => {
    const all = await everything(vet, 'sort=pin')
    const expected = statuses.toSorted().flatMap((status) =>
      inOrder(
        all.filter((ticket) => ticket.status === status),
        Date.now(),
      ),
    )
    expect(await paged(vet, 'sort=status,examine_by')).toEqual(expected)
    const csv = parse((await vet.get('/exports/post-mortems?sort=examine_by')).bytes, { columns: true, bom: true })
    // cast: the columns of the file
    expect((csv as Record<string, string>[]).map((line) => line['Ticket'])).toEqual(
      inOrder(all, Date.now()).map(({ title }) => title),
    )
  })

  test('is exact on far pages of many tickets', async () => {
    const { client, site } = await factory.client()
    await factory.db.transaction().execute(async (tx) => {
      await sql`select set_config('chisholm.counts_itself', 'on', true)`.execute(tx)
      await sql`insert into post_mortems (id, customer_id, site_id, record_at, draft, created_by_id)
        select gen_random_uuid(), ${site.customerId}, ${site.id}, '2026-11-20', false, ${client.id}
        from generate_series(1, 3000)`.execute(tx)
      await sql`insert into animals (id, post_mortem_id, died_at)
        select gen_random_uuid(), id, now() - (pin % 200) * interval '1 hour' from post_mortems
        where site_id = ${site.id} and pin % 4 > 0`.execute(tx)
      await sql`select recount_tickets()`.execute(tx)
    })
    const ofSite = `filter[site_id]=${site.id}`
    const expected = inOrder(await everything(vet, ofSite), Date.now())
    for (const page of [1, 2, 5, 30, 100, 149, 150]) {
      const { data } = (await vet.get(`/post-mortems?view=card&${ofSite}&sort=examine_by&page=${page}`)).body
      expect(data.map(({ title }: Listed) => title)).toEqual(
        expected.slice((page - 1) * 20, page * 20).map(({ title }) => title),
      )
    }
  })
})
