import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import sharp from 'sharp'
import type { BenchEnvironment } from './environment.ts'
import { memoryOf, signInCall } from './environment.ts'
import { sendCall, type Call, load, type Measured } from './load.ts'
import { medianOf } from './measure.ts'
import { benchPassword, firstClient, idOf } from './seed.ts'

export interface WriteMeasurement {
  name: string
  api: Measured
  baseline: Measured
  note?: string
}

/** The nth call. Undefined if nothing is left to change. */
type Calls = (number: number) => Call | undefined
type LoadOptions = Parameters<typeof load>[2]

const json = (authorization: string) => ({ authorization, 'content-type': 'application/json' })
const eight: LoadOptions = { connections: 8, seconds: 0.7 }

/** A user who writes. */
interface Author {
  id: string
  /** Value of the header `authorization`. */
  authorization: string
}

/** Measures writes of API and baseline alternately. Changes that can be made only once use a new ticket each time. */
export async function measureAllWrites(environment: BenchEnvironment): Promise<WriteMeasurement[]> {
  const authorOf = async (number: number): Promise<Author> => ({
    id: idOf('user', number),
    authorization: `Bearer ${await environment.tokenOf(number)}`,
  })
  const [client, vet] = [await authorOf(firstClient), await authorOf(0)]
  return [
    ...(await creates(environment, client)),
    await change(environment, 'send', { from: 'Draft', by: client, body: { draft: 0 } }),
    await change(environment, 'schedule', {
      from: 'Pending',
      by: vet,
      body: { scheduled_at: '2026-10-05', scheduled_for_id: vet.id },
    }),
    await change(environment, 'complete', { from: 'In Progress', by: vet, body: { completed_at: '1' } }),
    await signIns(environment),
    ...(await uploads(environment, vet.authorization)),
    ...(await reports(environment, vet.authorization)),
  ]
}

/** Creates of tickets, and of animals in drafts. */
async function creates(environment: BenchEnvironment, { id: by, authorization }: Author): Promise<WriteMeasurement[]> {
  const details = { customer_id: idOf('customer', 0), site_id: idOf('site', 0), record_at: '2026-10-02' }
  const once = () => ({ ...json(authorization), 'idempotency-key': randomUUID() })
  const drafts = await postMortemsIn(environment, 'Draft', 200)
  let animals = 0
  const create = await measure(environment, {
    name: 'create',
    next: randomUUID,
    api: () => post('post-mortems', once(), details),
    baseline: (id) => toBaseline('create', { id, ...details, by }),
  })
  const addAnimal = await measure(environment, {
    name: 'add animal',
    next: () => drafts[animals++ % drafts.length],
    api: (id) => {
      const animal = { veterinary_record_id: id, tag: `B ${animals}`, pen: '12', lot: 'L-77' }
      return post('veterinary-record-animals', once(), animal)
    },
    baseline: (id) => toBaseline('add-animal', { id, tag: `B ${animals}`, by }),
  })
  return [{ ...create, note: 'with an idempotency key' }, addAnimal]
}

/** A change of tickets that are in the state `from`, which they leave by it. */
async function change(
  environment: BenchEnvironment,
  name: string,
  { from, by, body }: { from: string; by: Author; body: object },
): Promise<WriteMeasurement> {
  const ids = await postMortemsIn(environment, from)
  return measure(environment, {
    name,
    next: () => ids.shift(),
    api: (id) => ({
      method: 'PUT',
      path: `/api/v1/post-mortems/${id}`,
      headers: json(by.authorization),
      body: JSON.stringify(body),
    }),
    baseline: (id) => toBaseline(name, { id, by: by.id }),
  })
}

async function signIns(environment: BenchEnvironment): Promise<WriteMeasurement> {
  const measured = await measure(environment, {
    name: 'login',
    next: () => '',
    api: () => signInCall(1),
    baseline: () => toBaseline('login', { email: 'person1@bench.example', password: benchPassword }),
  })
  return { ...measured, note: 'argon2id, 19 MiB' }
}

const post = (path: string, headers: Record<string, string>, body: object): Call => ({
  method: 'POST',
  path: `/api/v1/${path}`,
  headers,
  body: JSON.stringify(body),
})
const toBaseline = (name: string, body: object): Call => ({
  method: 'POST',
  path: `/${name}`,
  body: JSON.stringify(body),
})

const rounds = 3

interface Write {
  name: string
  /** The id to change, a new one each time, or undefined if none is left. */
  next: () => string | undefined
  api: (id: string) => Call
  baseline: (id: string) => Call
}

/** Measures a write and its baseline in three alternating rounds, of which the median counts. */
async function measure(environment: BenchEnvironment, write: Write, how = eight): Promise<WriteMeasurement> {
  const calls = (call: (id: string) => Call) => () => {
    const id = write.next()
    return id === undefined ? undefined : call(id)
  }
  const [api, baseline]: [Measured[], Measured[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    api.push(await load(environment.server.origin, calls(write.api), how))
    baseline.push(await load(environment.baseline.origin, calls(write.baseline), how))
  }
  // A small database soon runs out of tickets.
  const isMeasured = ({ p50 }: Measured) => !Number.isNaN(p50)
  return { name: write.name, api: medianOf(api.filter(isMeasured)), baseline: medianOf(baseline.filter(isMeasured)) }
}

/** Tickets of the largest site that have animals. */
async function postMortemsIn({ database }: BenchEnvironment, status: string, max = 5000): Promise<string[]> {
  const found = await sql<{ id: string }>`
    select id from post_mortems where site_id = ${idOf('site', 0)} and status = ${status} and deleted_at is null
      and exists (select from animals a where a.post_mortem_id = post_mortems.id and a.deleted_at is null)
    order by created_at limit ${sql.lit(max)}`.execute(database.db)
  return found.rows.map((row) => row.id)
}

const phonePicture = () =>
  sharp({
    create: {
      width: 4000,
      height: 3000,
      channels: 3,
      background: '#8a6f52',
      noise: { type: 'gaussian', mean: 128, sigma: 18 },
    },
  })
    .jpeg({ quality: 82 })
    .toBuffer()

async function uploads(environment: BenchEnvironment, vet: string): Promise<WriteMeasurement[]> {
  const picture = await phonePicture()
  const [animalId = ''] = await animalsOf(environment, 1)
  const boundary = 'chisholm-bench'
  const field = (name: string, value: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const upload: Call = {
    method: 'POST',
    path: '/api/v1/medias',
    headers: { authorization: vet, 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat([
      Buffer.from(field('media_attachable_type', 'VeterinaryRecordAnimal') + field('media_attachable_id', animalId)),
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="image"; filename="pen.jpg"\r\nContent-Type: image/jpeg\r\n\r\n`,
      ),
      picture,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
  }
  const baselineCall: Call = { method: 'POST', path: `/photo?value=${animalId}`, body: picture }
  const both = async (count: number, connections: number) => {
    const calls =
      (call: Call): Calls =>
      (number) =>
        number < count ? call : undefined
    const how = { connections, seconds: 60 }
    const api = await load(environment.server.origin, calls(upload), how)
    const most = memoryOf(environment.server.pid).most.toFixed(0)
    return { api, baseline: await load(environment.baseline.origin, calls(baselineCall), how), most }
  }
  const size = `${(picture.length / 1e6).toFixed(1)} MB`
  const { most: _most, ...alone } = await both(6, 1)
  const { most, ...together } = await both(20, 20)
  return [
    { name: 'photo upload, one after the other', ...alone, note: `12 megapixels, ${size}` },
    { name: 'photo upload, 20 at once', ...together, note: `the server held ${most} MB at most until then` },
  ]
}

async function animalsOf({ database }: BenchEnvironment, ticket: number): Promise<string[]> {
  const found = await sql<{
    id: string
  }>`select id from animals where post_mortem_id = ${idOf('ticket', ticket)} and deleted_at is null`.execute(
    database.db,
  )
  return found.rows.map((row) => row.id)
}

async function reports(environment: BenchEnvironment, vet: string): Promise<WriteMeasurement[]> {
  const ids = await postMortemsIn(environment, 'Completed', 1000)
  const api = (id: string): Call => ({
    method: 'GET',
    path: `/api/v1/post-mortems/${id}/report`,
    headers: { authorization: vet },
  })
  const baseline = (id: string): Call => ({ method: 'POST', path: `/report?value=${id}` })
  // The first report starts the worker.
  await sendCall(environment.server.origin, api(ids.shift() ?? ''))
  await sendCall(environment.baseline.origin, baseline(ids.shift() ?? ''))
  const alone = { connections: 1, seconds: 0.4 }
  const rendered = await measure(
    environment,
    { name: 'report, rendered', next: () => ids.shift(), api, baseline },
    alone,
  )
  const [one = '', other = ''] = ids
  await sendCall(environment.server.origin, api(one))
  await sendCall(environment.baseline.origin, baseline(other))
  const stored = await measure(
    environment,
    { name: 'report, stored', next: () => '', api: () => api(one), baseline: () => baseline(other) },
    alone,
  )
  return [{ ...rendered, note: 'three animals, no photo' }, stored]
}
