import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { v7 as uuidv7 } from 'uuid'
import { startFaultProxy } from './testing/fault-proxy.ts'
import { startMultipleServers } from './testing/multiple-servers.ts'
import { phoneJpeg } from './testing/upload-photos.ts'
import { signInDemoUser, type DemoClient } from './testing/demo-client.ts'

const minFaults = 2000
const note = `faults ${uuidv7()}`

let servers: Awaited<ReturnType<typeof startMultipleServers>>
let proxies: Awaited<ReturnType<typeof startFaultProxy>>[]
beforeAll(async () => {
  servers = await startMultipleServers(2)
  await servers.listening()
  proxies = await Promise.all(servers.addresses.map((address) => startFaultProxy(address, 0.12)))
})
afterAll(async () => {
  await Promise.all(proxies.map((proxy) => proxy.close()))
  await servers.close()
})

interface Made {
  id: string
  text: string
  photos: string[]
}

const faults = () => proxies.reduce((sum, proxy) => sum + proxy.faults(), 0)
let writes = 0

/** Retries a request until its outcome is known; acknowledged ones must exist once. */
async function write(person: DemoClient, method: 'POST' | 'PUT', path: string, body: object) {
  const answer = await person.ask(method, path, body)
  expect([path, answer.body.message ?? '', answer.status]).toEqual([
    path,
    answer.body.message ?? '',
    method === 'POST' ? 201 : 200,
  ])
  writes += 1
  return answer.body.data
}

/** A ticket with two animals and three photos without ids, edited and sent. */
async function makePostMortem(person: DemoClient, site: { id: string; customer_id: string }): Promise<Made> {
  const where = { site_id: site.id, customer_id: site.customer_id, record_at: '2026-11-20' }
  const { id } = await write(person, 'POST', '/post-mortems', { ...where, note })
  const animals = []
  for (const tag of ['Y 1', 'Y 2'])
    animals.push(await write(person, 'POST', '/veterinary-record-animals', { veterinary_record_id: id, tag }))
  const photos = await Promise.all(
    [1, 2, 3].map((index) => phoneJpeg(200 + index, 150 + Math.floor(Math.random() * 90))),
  )
  const form = new FormData()
  form.set('media_attachable_id', animals[0]?.id ?? '')
  for (const [index, bytes] of photos.entries()) form.append('image', new Blob([new Uint8Array(bytes)]), `${index}.jpg`)
  await write(person, 'POST', '/medias', form)
  const text = `${note} ${uuidv7()}`
  await write(person, 'PUT', `/post-mortems/${id}`, { note: text })
  await write(person, 'PUT', `/post-mortems/${id}`, { draft: 0 })
  return { id, text, photos: photos.map((bytes) => createHash('sha256').update(bytes).digest('hex')).toSorted() }
}

const backends = async (action: string) =>
  (
    await servers.database.query<{ pid: number }>(
      `select pid, ${action} from pg_stat_activity where pid <> pg_backend_pid() and backend_type = 'client backend'`,
    )
  ).rows.map(({ pid }) => pid)

/** Suspends the database processes for 20 seconds, like a hanging host. */
async function pauseDatabase(): Promise<void> {
  const pids = await backends('true')
  for (const pid of pids) process.kill(pid, 'SIGSTOP')
  await sleep(20_000)
  for (const pid of pids) process.kill(pid, 'SIGCONT')
}

/** Kills servers, terminates and suspends database connections. */
async function accidents(isOver: () => boolean): Promise<{ kills: number; terminated: number; pauses: number }> {
  let kills = 0
  let terminated = 0
  let pauses = 0
  while (!isOver()) {
    await sleep(15_000)
    if (isOver()) break
    terminated += (await backends('pg_terminate_backend(pid)')).length
    await sleep(5000)
    await servers.kill(kills % 2)
    await servers.restart(kills % 2)
    kills += 1
    if (kills % 4 !== 0) continue
    await pauseDatabase()
    pauses += 1
  }
  return { kills, terminated, pauses }
}

const storedRows = async (sql: string) => (await servers.database.query(sql, [`${note}%`])).rows

test('2,000 broken requests with killed servers and connections lose and duplicate nothing', async () => {
  const addresses = proxies.map(({ address }) => address)
  const people = await Promise.all(
    ['client', 'manager', 'client', 'manager'].map((name) => signInDemoUser(addresses, name)),
  )
  const made: Made[] = []
  let isOver = false
  const load = people.flatMap((person) =>
    [1, 2].map(async () => {
      const [site] = (await person.ask('GET', '/sites')).body.data as unknown as { id: string; customer_id: string }[]
      while (!isOver) {
        made.push(await makePostMortem(person, site ?? { id: '', customer_id: '' }))
        isOver = faults() >= minFaults
      }
    }),
  )
  const [counts] = await Promise.all([accidents(() => isOver), ...load])
  for (const proxy of proxies) proxy.stopFaults()

  const postMortems = await storedRows(
    `select t.id, t.note as text,
       array(select encode(p.content_hash, 'hex') from photos p join animals a on a.id = p.animal_id
             where a.post_mortem_id = t.id order by 1) as photos,
       (select count(*)::int from animals a where a.post_mortem_id = t.id) as animals,
       (select array_agg(action order by action) from audit_entries e where e.subject_id = t.id) as lines
     from post_mortems t where t.note like $1 order by t.id`,
  )
  const lines = ['post-mortem created', 'post-mortem edited', 'post-mortem sent']
  const expected = made
    .map((postMortem) => ({ ...postMortem, animals: 2, lines }))
    .toSorted((one, other) => (one.id < other.id ? -1 : 1))
  expect(postMortems).toEqual(expected)
  const report = { faults: faults(), ...counts, postMortems: made.length, writes, lost: 0, doubled: 0 }
  console.log(`reliability: ${JSON.stringify(report)}`)
}, 1_800_000)
