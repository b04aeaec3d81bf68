import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createSharedFactory, type TestUser } from '../../testing/factory.ts'
import { shortPartMax } from './part-search.queries.ts'

const factory = await createSharedFactory()
const many = 640

/** Tickets of many months with two animals and a photo each; every ninth ticket is open. */
async function practice() {
  const { client, site } = await factory.client()
  const admin = await factory.user('Admin')
  await sql`
    insert into post_mortems (id, customer_id, site_id, record_at, created_at, draft, completed_at)
    select gen_random_uuid(), ${site.customerId}, ${site.id}, date '2020-01-01' + n * 7 % 400,
           timestamptz '2020-01-01' + n * interval '7 hours',
           n % 9 = 0,
           case when n % 9 > 0 then timestamptz '2021-01-01' + (n * 13 % ${sql.lit(many)}) * interval '9 hours' end
    from generate_series(1, ${sql.lit(many)}) n`.execute(factory.db)
  await sql`
    insert into animals (id, post_mortem_id, tag, rfid, pen, created_at)
    select gen_random_uuid(), id, 'Y ' || pin, case when k = 2 then 'R' || pin / 2 end, (pin % 5)::text, created_at + k * interval '1 s'
    from post_mortems cross join generate_series(1, 2) k where site_id = ${site.id}`.execute(factory.db)
  await sql`
    insert into photos (id, animal_id, name, type, image_key, thumbnail_key, bytes, width, height, content_hash, created_at)
    select gen_random_uuid(), id, 'photo ' || pen, 'image/jpeg', id, id, 1, 1, 1, '', created_at
    from animals where site_id = ${site.id} and rfid is null`.execute(factory.db)
  return { client, admin, site }
}

const { client, admin, site } = await practice()

interface Page {
  data: { id: string }[]
  meta: { total: number }
}
const read = async (by: TestUser, path: string): Promise<Page> => (await by.get(path)).body
const ids = ({ data }: Page) => data.map(({ id }) => id)

test.each([
  '/post-mortems?',
  '/post-mortems?sort=created_at',
  '/post-mortems?sort=-completed_at',
  '/post-mortems?sort=completed_at,-record_at',
  '/post-mortems?sort=-completed_at&filter[status]=Completed',
  '/post-mortems?sort=completed_at&filter[status]=Completed,Pending',
  '/post-mortems?filter[status]=Completed&sort=-created_at',
  '/post-mortems?filter[record_at:gt]=2020-02-01 00:00:00&filter[record_at:lt]=2021-01-20 23:59:59&sort=-created_at',
  '/post-mortems?filter[completed_at:gte]=2021-01-10&sort=-record_at',
  '/post-mortems?filter[pin:like]=1',
  '/post-mortems?filter[pen]=1,2,3,4',
  '/veterinary-record-animals?',
  '/veterinary-record-animals?sort=created_at',
  '/veterinary-record-animals?sort=-tag,created_at',
  '/animals?',
  '/animals?sort=rfid,-created_at&filter[pen]=1,2,3,4',
  '/medias?',
  '/medias?sort=-name,created_at',
  '/medias?filter[media_attachable_type]=VeterinaryRecordAnimal&sort=-created_at',
])('every page of %s holds what follows the page before, up to the last', async (path) => {
  for (const by of [client, admin]) {
    const allTickets = await read(by, `${path}&per_page=9999`)
    expect(allTickets.meta.total).toBeGreaterThan(100)
    expect(allTickets.data).toHaveLength(allTickets.meta.total)
    expect(new Set(ids(allTickets)).size).toBe(allTickets.meta.total)
    const last = Math.ceil(allTickets.meta.total / 9)
    for (const page of [1, 2, Math.ceil(last / 2), Math.ceil(last * 0.6), last - 1, last, last + 1]) {
      const { data, meta } = await read(by, `${path}&per_page=9&page=${page}`)
      expect([page, data.map(({ id }) => id)]).toEqual([page, ids(allTickets).slice((page - 1) * 9, page * 9)])
      expect(meta.total).toBe(allTickets.meta.total)
    }
  }
})

test('a page in the middle is right while the counts of months are not', async () => {
  const middle = [
    '/veterinary-record-animals?per_page=9&page=70',
    '/post-mortems?sort=-completed_at&per_page=9&page=30',
  ]
  const before = await Promise.all(middle.map((path) => read(admin, path)))
  const add = (rows: number) =>
    Promise.all([
      sql`update animal_months set animals = animals + ${rows}`.execute(factory.db),
      sql`update completion_months set tickets = tickets + ${rows}`.execute(factory.db),
    ])
  await add(1)
  try {
    expect(await Promise.all(middle.map((path) => read(admin, path)))).toEqual(before)
  } finally {
    await add(-1)
  }
})

test('months of creation and completion are counted while tickets are completed, moved, completed anew and deleted', async () => {
  const { client: owner, site: from } = await factory.client()
  const { site: to } = await factory.client()
  const vet = await factory.user('Veterinarian')
  const [moved, deleted, open] = [
    await factory.completedPostMortem(owner, from, vet),
    await factory.completedPostMortem(owner, from, vet),
    await factory.draftPostMortem(owner, from),
  ]
  const animal = await factory.animal(owner, open.id, { tag: 'M 1' })
  const otherSite = { customer_id: to.customerId, site_id: to.id }
  const months = async () => {
    const difference = async (stored: string, counted: string) =>
      (await factory.pool.query(`(${stored} except ${counted}) union all (${counted} except ${stored})`)).rows
    expect([
      await difference(
        'select site_id, month, animals from animal_months where animals <> 0',
        'select site_id, month_of(created_at), count(*)::int from animals where deleted_at is null group by 1, 2',
      ),
      await difference(
        'select site_id, month, tickets from completion_months where tickets <> 0',
        `select site_id, month_of(completed_at), count(*)::int from post_mortems
         where deleted_at is null and completed_at is not null group by 1, 2`,
      ),
    ]).toEqual([[], []])
    const { rows } = await factory.pool.query(
      `select (select coalesce(sum(animals), 0)::int from animal_months where site_id = s.id) as animals,
         (select coalesce(sum(tickets), 0)::int from completion_months where site_id = s.id) as tickets
       from sites s where id = any($1) order by id = $2`,
      [[from.id, to.id], to.id],
    )
    return rows.map(({ animals, tickets }) => [animals, tickets])
  }
  expect(await months()).toEqual([
    [3, 2],
    [0, 0],
  ])
  expect((await admin.put(`/post-mortems/${open.id}`, otherSite)).status).toBe(200)
  await factory.pool.query(`update post_mortems set completed_at = completed_at - interval '40 days' where id = $1`, [
    moved.id,
  ])
  expect(await months()).toEqual([
    [2, 2],
    [1, 0],
  ])
  await factory.pool.query('update post_mortems set customer_id = $1, site_id = $2 where id = $3', [
    to.customerId,
    to.id,
    moved.id,
  ])
  await factory.pool.query('update post_mortems set deleted_at = now() where id = $1', [deleted.id])
  await admin.delete(`/veterinary-record-animals/${animal.id}`)
  expect(await months()).toEqual([
    [0, 0],
    [1, 1],
  ])
})

test('a search by days finds the tickets of these days, the newest first', async () => {
  const days = (from: string, to: string) =>
    `/post-mortems?per_page=9999&filter[record_at:gt]=${from} 00:00:00&filter[record_at:lt]=${to} 23:59:59`
  for (const [from, to] of [
    ['2020-02-03', '2020-02-03'],
    ['2020-02-01', '2020-02-29'],
    ['2019-01-01', '2030-01-01'],
  ] as const) {
    const { rows } = await sql<{ id: string }>`
      select id from post_mortems where deleted_at is null and record_at between ${from} and ${to} order by created_at desc, id desc`.execute(
      factory.db,
    )
    expect(ids(await read(admin, days(from, to)))).toEqual(rows.map(({ id }) => id))
  }
})

describe('a search for part of a text', () => {
  const lists = ['/post-mortems', '/veterinary-record-animals', '/animals', '/animal-tags']
  const parts = [
    'tag:like]=y 12',
    'tag:like]=Y 44,y 5',
    'rfid:like]=r12',
    'rfid:like]=%25',
    'pen:like]=_',
    'pin:like]=123',
  ]

  /** Counts more animals than a practice has that still compares every animal with a short part. */
  async function asLargePractice(work: () => Promise<void>) {
    const add = (animals: number) =>
      sql`update animal_counts set animals = animals + ${animals} where site_id = ${site.id}`.execute(factory.db)
    await add(shortPartMax)
    try {
      await work()
    } finally {
      await add(-shortPartMax)
    }
  }
  const search = (by: TestUser, list: string, filter: string) =>
    by.get(`${list}?per_page=9999&filter[${filter}${list === '/animal-tags' ? '' : '&sort=-created_at'}`)
  const isShort = (part: string) =>
    (part.split('=')[1] ?? '').split(',').some((one) => decodeURIComponent(one).length < 3)

  test.each(
    lists.flatMap((list) =>
      parts.filter((part) => list === '/post-mortems' || !part.startsWith('pin')).map((part) => [list, part] as const),
    ),
  )(
    'in %s by filter[%s finds the same in a large practice, which refuses less than three characters',
    async (list, part) => {
      for (const by of [client, admin]) {
        const before = await search(by, list, part)
        expect(before.status).toBe(200)
        await asLargePractice(async () => {
          const { status, body } = await search(by, list, part)
          if (!isShort(part)) return expect(body).toEqual(before.body)
          const [field = ''] = part.split(':')
          expect([status, body.type, Object.keys(body.errors)]).toEqual([400, 'urn:chisholm:search-too-short', [field]])
          expect(body.message).toMatch(/^Enter at least 3 characters: .* with "[^"]{1,2}"\.$/)
        })
      }
    },
  )

  test.each([
    ['/animal-tags', 'pen]=3', () => [client, admin]],
    ['/animal-tags', 'vet_diagnosis_id:isnull]=true', () => [client]],
    ['/animals', 'vet_diagnosis_id:isnull]=true', () => [client]],
  ] as const)('%s by filter[%s alone is refused in a large practice, with words', async (list, filter, people) => {
    for (const by of people()) {
      expect((await search(by, list, filter)).status).toBe(200)
      await asLargePractice(async () => {
        const { status, body } = await search(by, list, filter)
        expect([status, body.type]).toEqual([400, 'urn:chisholm:search-too-broad'])
        expect(body.message).toContain('Please also filter by ticket, tag, RFID or lot.')
        expect((await search(by, list, `tag]=Y 1&filter[${filter}`)).status).toBe(200)
      })
    }
  })

  test('is for any part where few animals are compared: on sites with few, or in a ticket', async () => {
    const other = await factory.client()
    const ticket = await factory.draftPostMortem(other.client, other.site)
    await factory.animal(other.client, ticket.id, { tag: 'Z 9' })
    await asLargePractice(async () => {
      expect(ids((await search(other.client, '/post-mortems', 'tag:like]=z')).body)).toEqual([ticket.id])
      expect((await search(admin, '/post-mortems', 'tag:like]=z')).status).toBe(400)
      for (const narrowed of [
        `/post-mortems?filter[id]=${ticket.id}`,
        `/post-mortems?filter[site_id]=${other.site.id}`,
        `/veterinary-record-animals?filter[veterinary_record_id]=${ticket.id}`,
      ])
        expect((await admin.get(`${narrowed}&filter[tag:like]=z`)).body.meta.total).toBe(1)
    })
  })
})
