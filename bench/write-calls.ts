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

/** Measures writes of API and baseline alternately. Changes that can be made only once use a new ticket each time. */
export async function measureAllWrites(environment: BenchEnvironment): Promise<WriteMeasurement[]> {
  const [client, vet] = [idOf('user', firstClient), idOf('user', 0)]
  const [clientToken, vetToken] = [
    `Bearer ${await environment.tokenOf(firstClient)}`,
    `Bearer ${await environment.tokenOf(0)}`,
  ]
  const details = { customer_id: idOf('customer', 0), site_id: idOf('site', 0), record_at: '2026-10-02' }
  const once = (headers: object) => ({ ...headers, 'idempotency-key': randomUUID() })
  const put = async (name: string, status: string, by: [id: string, token: string], body: object) => {
    const ids = await postMortemsIn(environment, status)
    return measure(
      environment,
      name,
      () => ids.shift(),
      (id) => ({
        method: 'PUT',
        path: `/api/v1/post-mortems/${id}`,
        headers: json(by[1]),
        body: JSON.stringify(body),
      }),
      (id) => toBaseline(name, { id, by: by[0] }),
    )
  }
  const drafts = await postMortemsIn(environment, 'Draft', 200)
  let animals = 0
  return [
    {
      ...(await measure(
        environment,
        'create',
        randomUUID,
        () => post('post-mortems', once(json(clientToken)), details),
        (id) => toBaseline('create', { id, ...details, by: client }),
      )),
      note: 'with an idempotency key',
    },
    await measure(
      environment,
      'add animal',
      () => drafts[animals++ % drafts.length],
      (id) => {
        const animal = { veterinary_record_id: id, tag: `B ${animals}`, pen: '12', lot: 'L-77' }
        return post('veterinary-record-animals', once(json(clientToken)), animal)
      },
      (id) => toBaseline('add-animal', { id, tag: `B ${animals}`, by: client }),
    ),
    await put('send', 'Draft', [client, clientToken], { draft: 0 }),
    await put('schedule', 'Pending', [vet, vetToken], {
      scheduled_at: '2026-10-05',
      scheduled_for_id: vet,
    }),
    await put('complete', 'In Progress', [vet, vetToken], { completed_at: '1' }),
    {
      ...(await measure(
        environment,
        'login',
        () => '',
        () => signInCall(1),
        () => toBaseline('login', { email: 'person1@bench.example', password: benchPassword }),
      )),
      note: 'argon2id, 19 MiB',
    },
    ...(await uploads(environment, vetToken)),
    ...(await reports(environment, vetToken)),
  ]
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

/**
 * Measures a write and its baseline in three alternating rounds, of which the median counts.
 * @param next  the id to change, a new one each time, or undefined if none is left
 */
async function measure(
  environment: BenchEnvironment,
  name: string,
  next: () => string | undefined,
  apiCall: (id: string) => Call,
  baselineCall: (id: string) => Call,
  how = eight,
): Promise<WriteMeasurement> {
  const calls = (call: (id: string) => Call) => () => {
    const id = next()
    return id === undefined ? undefined : call(id)
  }
  const [api, baseline]: [Measured[], Measured[]] = [[], []]
  for (let round = 0; round < rounds; round++) {
    api.push(await load(environment.server.origin, calls(apiCall), how))
    baseline.push(await load(environment.baseline.origin, calls(baselineCall), how))
  }
  // A small database soon runs out of tickets.
  const isMeasured = ({ p50 }: Measured) => !Number.isNaN(p50)
  return { name, api: medianOf(api.filter(isMeasured)), baseline: medianOf(baseline.filter(isMeasured)) }
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
  const made = await measure(environment, 'report, rendered', () => ids.shift(), api, baseline, alone)
  const [one = '', other = ''] = ids
  await sendCall(environment.server.origin, api(one))
  await sendCall(environment.baseline.origin, baseline(other))
  const stored = await measure(
    environment,
    'report, stored',
    () => '',
    () => api(one),
    () => baseline(other),
    alone,
  )
  return [{ ...made, note: 'three animals, no photo' }, stored]
}
