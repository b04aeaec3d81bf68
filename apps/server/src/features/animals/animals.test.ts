import { randomBytes, randomInt } from 'node:crypto'
import { type Animal, AnimalCard } from '@chisholm/domain/schemas/post-mortems'
import { serverTexts } from '@chisholm/domain/server-texts'
import { texts } from '@chisholm/domain/texts'
import { sql } from 'kysely'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { createSharedFactory, type TestUser } from '../../testing/factory.ts'

const factory = await createSharedFactory()

interface Shown {
  id: string
  tag: string | null
  pen: string | null
  lot: string | null
}

const listed = async (by: TestUser, path: string): Promise<Shown[]> => (await by.get(path)).body.data
const totalOf = async (by: TestUser, path: string): Promise<number> => (await by.get(path)).body.meta.total
const records = '/veterinary-record-animals'

describe('the list of animals', () => {
  test('finds the whole or a part of a text, ignoring case and surrounding space', async () => {
    const { client, site } = await factory.client()
    const postMortem = await factory.draftPostMortem(client, site)
    await factory.animal(client, postMortem.id, { tag: 'Y 4471', lot: 'F26-1', pen: '12', rfid: '982000001088420' })
    await factory.animal(client, postMortem.id, { tag: 'w 4480', lot: null, pen: '120_b' })
    const tags = async (query: string) =>
      (await listed(client, `${records}?sort=tag&${query}`)).map(({ tag }) => tag).join()
    expect(await tags('filter[tag]=%20y%204471')).toBe('Y 4471')
    expect(await tags('filter[tag]=447')).toBe('')
    expect(await tags('filter[tag:like]=447')).toBe('Y 4471')
    expect(await tags('filter[tag:like]=Y 44,W 44')).toBe('w 4480,Y 4471')
    expect(await tags('filter[rfid:like]=88420')).toBe('Y 4471')
    for (const typed of ['982 000 001 088 420', 'A0000000982000001088420', ' 982000001088420 ', '7,982-000-001088420'])
      expect(await tags(`filter[rfid]=${encodeURIComponent(typed)}`), typed).toBe('Y 4471')
    expect(await totalOf(client, '/post-mortems?filter[rfid]=982 000 001 088 420')).toBe(1)
    expect(await tags('filter[pen:like]=12')).toBe('w 4480,Y 4471')
    expect(await tags('filter[pen:like]=_')).toBe('w 4480')
    expect(await tags('filter[lot:isnull]=true')).toBe('w 4480')
    expect(await tags('filter[lot:isnull]=false')).toBe('Y 4471')
    expect(await totalOf(client, '/post-mortems?filter[tag:like]=448')).toBe(1)
    expect(await totalOf(client, '/post-mortems?filter[tag:like]=449')).toBe(0)
  })

  test('has cards with what a row shows, in the order and number of the full list', async () => {
    const { client, site } = await factory.client()
    const postMortem = await factory.draftPostMortem(client, site)
    const times = { found_at: '2026-09-22T14:00:00Z', died_at: '2026-09-22T12:00:00Z', air_temperature_c: 12 }
    for (const tag of ['Y 1', 'Y 2', 'Y 3']) await factory.animal(client, postMortem.id, { tag, pen: '12', ...times })
    const query = 'sort=-tag&per_page=2'
    const [full, cards] = [
      (await client.get(`${records}?${query}`)).body,
      (await client.get(`${records}?${query}&view=card`)).body,
    ]
    expect(cards.meta).toEqual(full.meta)
    const fields = Object.keys(AnimalCard.properties)
    // the clock runs on between both requests
    expect(cards.data.map(({ carcass: _carcass, ...card }: Animal) => card)).toEqual(
      full.data.map((animal: Animal) =>
        Object.fromEntries(Object.entries(animal).filter(([field]) => fields.includes(field) && field !== 'carcass')),
      ),
    )
    expect(cards.data[0].carcass.band).toBe('late')
    const unknown = await client.get(`${records}?view=foo`)
    expect([unknown.status, unknown.body.message]).toEqual([400, 'view must be full or card, not "foo".'])
  })

  test('has exact totals while animals come and go, their tickets are deleted and move to another site', async () => {
    const { client: one, site } = await factory.client()
    const { client: other, site: elsewhere } = await factory.client()
    const admin = await factory.user('Admin')
    const counted = async (by: TestUser) => {
      const total = await totalOf(by, records)
      // one total from the counters, one by counting
      expect(await totalOf(by, `${records}?filter[veterinary_record_id:isnull]=false`)).toBe(total)
      expect(await listed(by, `${records}?per_page=9999`)).toHaveLength(total)
      return total
    }
    const before = await counted(admin)
    const [kept, deleted, moved] = [
      await factory.draftPostMortem(one, site),
      await factory.draftPostMortem(one, site),
      await factory.draftPostMortem(admin, site),
    ]
    for (const postMortem of [kept, deleted, moved]) await factory.animal(admin, postMortem.id)
    const extra = await factory.animal(one, kept.id)
    expect([await counted(one), await counted(other), await counted(admin)]).toEqual([4, 0, before + 4])
    await one.delete(`${records}/${extra.id}`)
    await one.delete(`/post-mortems/${deleted.id}`)
    expect([await counted(one), await counted(other), await counted(admin)]).toEqual([2, 0, before + 2])
    const otherSite = { customer_id: elsewhere.customerId, site_id: elsewhere.id }
    expect((await admin.put(`/post-mortems/${moved.id}`, otherSite)).status).toBe(200)
    expect([await counted(one), await counted(other), await counted(admin)]).toEqual([1, 1, before + 2])
    await admin.delete(`/post-mortems/${moved.id}`)
    expect([await counted(one), await counted(other), await counted(admin)]).toEqual([1, 0, before + 1])
  })

  test('is sorted as requested, as a whole and page by page, for one site and for all', async () => {
    const { client, site } = await factory.client()
    const admin = await factory.user('Admin')
    const postMortem = await factory.draftPostMortem(client, site)
    for (const [tag, pen] of [
      ['b 2', '7'],
      ['A 1', '7'],
      ['c 3', '5'],
    ])
      await factory.animal(client, postMortem.id, { tag, pen })
    const of = `filter[veterinary_record_id]=${postMortem.id}`
    for (const [by, scope] of [
      [client, ''],
      [client, of],
      [admin, of],
    ] as const)
      for (const [sort, expected] of [
        ['tag', 'A 1,b 2,c 3'],
        ['-tag', 'c 3,b 2,A 1'],
        ['created_at', 'b 2,A 1,c 3'],
        ['-created_at', 'c 3,A 1,b 2'],
        ['pen,-tag', 'c 3,b 2,A 1'],
      ]) {
        const tags = async (page: string) =>
          (await listed(by, `${records}?sort=${sort}&${scope}&${page}`)).map((animal) => animal.tag)
        expect([sort, (await tags('')).join()]).toEqual([sort, expected])
        const pages = [await tags('per_page=2'), await tags('per_page=2&page=2'), await tags('per_page=2&page=3')]
        expect([sort, pages.flat().join()]).toEqual([sort, expected])
      }
  })
})

describe('distinct animals', () => {
  test('are identified by RFID on all sites; each user sees the latest record that it may see', async () => {
    const { client: one, site } = await factory.client()
    const { client: other, site: elsewhere } = await factory.client()
    const both = await factory.user('Client', [site.id, elsewhere.id])
    const rfid = '982000007700001'
    const [first, second] = [await factory.draftPostMortem(one, site), await factory.draftPostMortem(other, elsewhere)]
    await factory.animal(one, first.id, { rfid, pen: '1' })
    const later = await factory.animal(other, second.id, { rfid, pen: '2' })
    const pens = async (by: TestUser) => (await listed(by, `/animals?filter[rfid]=${rfid}`)).map(({ pen }) => pen)
    expect([await pens(one), await pens(other), await pens(both)]).toEqual([['1'], ['2'], ['2']])
    expect(await totalOf(both, '/animals')).toBe(1)
    // filters apply to the latest record only
    expect(await totalOf(both, '/animals?filter[pen]=1')).toBe(0)
    await other.put(`${records}/${later.id}`, { rfid: '982000007700002' })
    expect(await totalOf(both, '/animals')).toBe(2)
    await other.put(`${records}/${later.id}`, { rfid })
    await other.delete(`${records}/${later.id}`)
    expect([await pens(both), await totalOf(both, '/animals')]).toEqual([['1'], 1])
  })

  test('are one by tag on one site, and two on two sites', async () => {
    const { client: one, site } = await factory.client()
    const { site: elsewhere } = await factory.client()
    const both = await factory.user('Client', [site.id, elsewhere.id])
    const [here, there] = [await factory.draftPostMortem(one, site), await factory.draftPostMortem(both, elsewhere)]
    await factory.animal(one, here.id, { tag: 'Y 1' })
    await factory.animal(one, here.id, { tag: ' y 1' })
    await factory.animal(both, there.id, { tag: 'Y 1' })
    await factory.animal(both, there.id, { tag: null })
    await factory.animal(both, there.id, { tag: null })
    expect([await totalOf(one, '/animals'), await totalOf(both, '/animals')]).toEqual([1, 4])
  })
})

describe('tags in use', () => {
  test('are listed once regardless of case, spelled as on the latest animal, in either order, and can be filtered', async () => {
    const { client, site } = await factory.client()
    const postMortem = await factory.draftPostMortem(client, site)
    for (const tag of ['w 10', 'Y 4471', 'W 10', null])
      await factory.animal(client, postMortem.id, { tag, pen: tag && '3' })
    const names = async (query: string) =>
      ((await client.get(`/animal-tags?${query}`)).body.data as { name: string }[]).map(({ name }) => name)
    expect(await names('')).toEqual(['W 10', 'Y 4471'])
    expect(await names('sort=-tag&per_page=1')).toEqual(['Y 4471'])
    expect(await names('sort=-name')).toEqual(['Y 4471', 'W 10'])
    expect(await names('sort=-tag&per_page=1&page=2')).toEqual(['W 10'])
    expect(await names('filter[tag:like]=447')).toEqual(['Y 4471'])
    expect(await totalOf(client, '/animal-tags')).toBe(2)
    const refused = await client.get('/animal-tags?sort=weight')
    expect([refused.status, refused.body.message]).toEqual([400, 'Unknown sort field "weight". Known: tag, name.'])
  })
})

test('a new animal has not been changed, whether it was added alone or with its ticket', async () => {
  const { client, site } = await factory.client()
  const { id } = await factory.draftPostMortem(client, site)
  await factory.animal(client, id, { tag: 'A 1' })
  const whole = await client.post('/post-mortems', {
    site_id: site.id,
    record_at: '2026-11-20',
    send: 1,
    animals: [{ tag: 'A 2' }, { tag: 'A 3' }],
  })
  expect(whole.status).toBe(201)
  const { data } = (await client.get(`${records}?sort=tag`)).body
  expect(data.map(({ tag }: Shown) => tag)).toEqual(['A 1', 'A 2', 'A 3'])
  for (const animal of data) expect(animal.updated_at, animal.tag).toBe(animal.created_at)
})

test('lists too large to sort in memory have the same order and totals', async () => {
  const { client, site } = await factory.client()
  const admin = await factory.user('Admin')
  const postMortem = await factory.draftPostMortem(client, site)
  const many = 10_050
  // every fiftieth record repeats the animal of the record before it
  await sql`
    insert into animals (id, post_mortem_id, tag, pen, customer_record_at, created_at)
    select gen_random_uuid(), ${postMortem.id}, 'M ' || lpad((n - case when n % 50 = 0 then 1 else 0 end)::text, 5, '0'), n::text,
           date '2020-01-01' + n, timestamptz '2020-01-01' + n * interval '1 minute'
    from generate_series(1, ${sql.lit(many)}) n`.execute(factory.db)
  await sql`analyze animals`.execute(factory.db)
  const ofPostMortem = `filter[veterinary_record_id]=${postMortem.id}`
  for (const [by, scope] of [
    [client, ''],
    [client, ofPostMortem],
    [admin, ofPostMortem],
  ] as const) {
    const pens = async (path: string) => (await listed(by, `${path}&${scope}`)).map(({ pen }) => Number(pen))
    expect(await totalOf(by, `${records}?${scope}`)).toBe(many)
    expect(await pens(`${records}?sort=-created_at&per_page=3`)).toEqual([10_050, 10_049, 10_048])
    expect(await pens(`${records}?sort=-customer_record_at&per_page=3&page=2`)).toEqual([10_047, 10_046, 10_045])
    expect(await pens(`${records}?sort=tag,-created_at&per_page=3`)).toEqual([1, 2, 3])
    expect(await totalOf(by, `/animals?${scope}`)).toBe(many - many / 50)
    expect(await pens('/animals?sort=-created_at&per_page=3')).toEqual([10_050, 10_048, 10_047])
    expect(await totalOf(by, `/animal-tags?${scope}`)).toBe(many - many / 50)
  }
})

test('animals added concurrently are each counted once', async () => {
  const { client, site } = await factory.client()
  const postMortems = await Promise.all(Array.from({ length: 5 }, () => factory.draftPostMortem(client, site)))
  await Promise.all(
    postMortems.flatMap(({ id }) => Array.from({ length: 4 }, () => factory.animal(client, id, { id: uuidv7() }))),
  )
  expect(await totalOf(client, records)).toBe(20)
})

test('an id that an animal of another customer has is in use, and reveals nothing of that animal', async () => {
  const [{ client, site }, other] = [await factory.client(), await factory.client()]
  const theirTicket = await factory.draftPostMortem(other.client, other.site)
  const theirs = { died_at: '2026-11-20T10:00:00Z', found_at: '2026-11-20T12:00:00Z' }
  const { id } = await factory.animal(other.client, theirTicket.id, theirs)
  const { id: postMortemId } = await factory.draftPostMortem(client, site)
  for (const found_at of ['2026-11-20T09:00:00Z', '2026-11-20T11:00:00Z']) {
    const answer = await client.post(records, { id, veterinary_record_id: postMortemId, found_at })
    expect([answer.status, answer.body.errors]).toEqual([409, undefined])
  }
})

test('a text that is too long for the index of its field is rejected with the field, and long notes are not', async () => {
  const {
    client,
    animal: { id },
  } = await factory.clientWithAnimal()
  // Random bytes: PostgreSQL compresses others, and then they fit.
  const text = randomBytes(1500).toString('base64url')
  for (const field of ['tag', 'rfid', 'pen', 'lot']) {
    const { status, body } = await client.put(`/veterinary-record-animals/${id}`, { [field]: text })
    expect([status, body.errors]).toEqual([422, { [field]: [texts.validation.tooLong(500)] }])
    const longest = await client.put(`/veterinary-record-animals/${id}`, { [field]: text.slice(0, 500) })
    expect(longest.status).toBe(200)
  }
  expect((await client.put(`/veterinary-record-animals/${id}`, { customer_notes: text.repeat(5) })).status).toBe(200)
  const path = `/users/${client.id}`
  for (const field of ['first_name', 'last_name'])
    expect((await client.put(path, { [field]: text })).body.errors).toEqual({
      [field]: [texts.validation.tooLong(500)],
    })
  const report = { name: text, parameters: { filter: { weight: { min: 1, max: 2 } } } }
  expect((await client.post('/filter-reports', report)).body.errors).toEqual({ name: [texts.validation.tooLong(500)] })
  // three bytes a character: within the limit of characters, and still too long for the index
  const wide = Array.from({ length: 500 }, () => String.fromCodePoint(0x4e00 + randomInt(20_000))).join('')
  const { status, body } = await client.put(`/veterinary-record-animals/${id}`, { tag: wide })
  expect([status, body.message]).toEqual([422, serverTexts.refusal.textTooLong])
})

test('a text is found whatever its case, also where the lower case of the server and its database differ', async () => {
  const { client, site } = await factory.client()
  const { id } = await factory.draftPostMortem(client, site)
  const animal = await factory.animal(client, id, { tag: 'İ1', lot: 'ΑΣ' })
  for (const filter of ['filter[tag]=İ1', 'filter[lot]=ΑΣ', 'filter[tag]=none,İ1'])
    for (const list of ['/veterinary-record-animals', '/post-mortems'])
      expect([filter, list, (await client.get(`${list}?${encodeURI(filter)}`)).body.meta.total]).toEqual([
        filter,
        list,
        1,
      ])
  expect(animal.tag).toBe('İ1')
})
