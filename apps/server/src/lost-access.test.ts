import { once } from 'node:events'
import http from 'node:http'
import { finished } from 'node:stream/promises'
import { sql } from 'kysely'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { Role } from '@chisholm/domain/permissions'
import type { UserId } from './database/ids.ts'
import { createSharedFactory, type TestUser } from './testing/factory.ts'
import { exampleFixtures } from './testing/example-fixtures.ts'
import { exampleRequests, readContract } from './testing/openapi-contract.ts'
import { uploadPhotos } from './testing/upload-photos.ts'
import { waitFor } from './testing/wait-for.ts'

const factory = await createSharedFactory()
const address = await factory.app.listen({ port: 0, host: '127.0.0.1' })
const admin = await factory.user('Admin')
const { operations, exampleQueries } = readContract((await factory.app.inject('/api/v1/openapi.json')).json())

const fixtures = await exampleFixtures(factory)

/** Every GET in each of its views, those of one resource with the id of a row at the site of the fixtures. */
async function createUrls(): Promise<string[]> {
  const urls = []
  for (const operation of operations.filter(({ method, isPublic }) => method === 'GET' && !isPublic)) {
    const queries = exampleQueries(operation)
    const required = queries.filter((query) => /^(from|to|by)=/.test(query))
    const paths = operation.path.includes('{') ? exampleRequests(operation).map(({ url }) => url) : [operation.path]
    for (const path of paths) {
      const { url } = await fixtures.withRealValues({ url: path }, path)
      for (const view of ['', ...queries.filter((query) => /^(view|include)=/.test(query))])
        urls.push(`${url}?${[...required, view].join('&')}`)
    }
  }
  return urls
}

const urlsToRead = await createUrls()

const changeUser = (change: string) => (id: UserId) =>
  factory.pool.query(`update users set ${change} where id = $1`, [id])
const changeSites = (change: string) => (id: UserId) => factory.pool.query(change, [id, fixtures.site.id])
type Change = (id: UserId) => Promise<unknown>

const losses: [string, Role, lose: Change, giveBack: Change][] = [
  [
    'a client whose site was taken away',
    'Client',
    changeSites('delete from user_sites where user_id = $1 and site_id = $2'),
    changeSites('insert into user_sites (user_id, site_id) values ($1, $2)'),
  ],
  [
    'a veterinarian who became a client',
    'Veterinarian',
    changeUser(`roles = '{Client}'`),
    changeUser(`roles = '{Veterinarian}'`),
  ],
  ['a user who was disabled', 'Veterinarian', changeUser(`status = 'disabled'`), changeUser(`status = 'active'`)],
]

test.each(losses)(
  '%s reads nothing more of the site from the next request on, whatever was read before',
  {
    timeout: 300_000,
  },
  async (_who, role, lose, giveBack) => {
    const { id, token } = await factory.user(role, role === 'Client' ? [fixtures.site.id] : [])
    const { rows } = await factory.pool.query<{ id: string }>(
      `select unnest(array[id, customer_id]) as id from sites where id = $1
     union select id from post_mortems where site_id = $1 union select id from animals where site_id = $1
     union select id from lots where site_id = $1 union select id from alert_rules where site_id = $1`,
      [fixtures.site.id],
    )
    const tellsOfSite = async (url: string) => {
      const { body } = await factory.app.inject({ url, headers: { authorization: `Bearer ${token}` } })
      return rows.some((row) => body.includes(row.id))
    }
    const told = []
    const tellingStill = []
    for (const url of urlsToRead) {
      // the server knows the user with the access of the request before
      await tellsOfSite(url)
      if (!(await tellsOfSite(url))) continue
      told.push(url)
      await lose(id)
      if (await tellsOfSite(url)) tellingStill.push(url)
      await giveBack(id)
    }
    expect(told.length).toBeGreaterThan(20)
    expect(tellingStill).toEqual([])
  },
)

/** Reads the beginning of a download. @returns a function that reads the rest, and tells whether it is complete */
async function beginDownload(person: TestUser, path: string): Promise<() => Promise<boolean>> {
  const headers = { authorization: `Bearer ${person.token}` }
  const request = http.get(`${address}/api/v1${path}`, { headers, agent: false })
  // cast: the only argument of this event
  const [response] = (await once(request, 'response')) as [http.IncomingMessage]
  expect(response.statusCode).toBe(200)
  await once(response, 'readable')
  return () =>
    finished(response.resume()).then(
      () => true,
      () => false,
    )
}

/** A client of two sites, with a ticket at the one that the client may lose. */
async function clientOfTwoSites() {
  const [kept, lost] = [await factory.site(), await factory.site()]
  const client = await factory.user('Client', [kept.id, lost.id])
  return { client, kept, lost, postMortem: await factory.pendingPostMortem(client, lost) }
}
type Client = Awaited<ReturnType<typeof clientOfTwoSites>>

const takeSiteAway = async ({ client, kept }: Client) =>
  expect((await admin.put(`/users/${client.id}/sites`, { sites: [kept.id] })).status).toBe(200)

const changes: [string, isComplete: boolean, (of: Client) => Promise<unknown>][] = [
  ['breaks off when a site is taken away', false, takeSiteAway],
  [
    'breaks off when the user is disabled',
    false,
    ({ client }) => admin.put(`/users/${client.id}`, { status: 'disabled' }),
  ],
  [
    'is complete when the user gets another site',
    true,
    async ({ client, kept, lost }) =>
      admin.put(`/users/${client.id}/sites`, { sites: [kept.id, lost.id, (await factory.site()).id] }),
  ],
]

test.each(changes)('an export that is being downloaded %s', async (_name, isComplete, change) => {
  const of = await clientOfTwoSites()
  // more than the buffers of the sockets hold
  await sql`insert into animals (id, post_mortem_id, tag, customer_notes)
    select gen_random_uuid(), ${of.postMortem.id}, 'T' || n, repeat(md5(n::text), 600) from generate_series(1, 2000) n`.execute(
    factory.db,
  )
  const readOn = await beginDownload(of.client, '/exports/veterinary-record-animals')
  await change(of)
  expect(await readOn()).toBe(isComplete)
  const logged = await waitFor(() =>
    factory.db
      .selectFrom('audit_entries')
      .select('after')
      .where('action', '=', 'list exported')
      .where('user_id', '=', of.client.id)
      .executeTakeFirstOrThrow(),
  )
  expect(logged.after).toMatchObject({ complete: isComplete })
})

test('an archive of photos that is being downloaded breaks off when its site is taken away', async () => {
  const of = await clientOfTwoSites()
  const animalId = of.postMortem.veterinary_record.veterinary_record_animals[0]?.id ?? ''
  // noise, which does not compress: more than the buffers of the sockets hold
  const noise = { type: 'gaussian', mean: 128, sigma: 80 } as const
  const picture = sharp({ create: { width: 1500, height: 1000, channels: 3, background: '#a33', noise } }).png()
  const photo = { name: 'cow.png', bytes: await picture.toBuffer() }
  expect((await uploadPhotos(factory, of.client, animalId, [photo, photo, photo, photo])).status).toBe(201)
  const readOn = await beginDownload(of.client, `/post-mortems/${of.postMortem.id}/photos.zip`)
  await takeSiteAway(of)
  expect(await readOn()).toBe(false)
})
