import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import type { BenchEnvironment } from './environment.ts'
import { formatCount } from './format.ts'
import { sendCall, type Call, load, type Measured } from './load.ts'
import { median, medianOf } from './measure.ts'
import { tabFilters } from './read-calls.ts'
import { clientOfManySites, firstClient, idOf, hasPlannedWeek, plannedWeek, rfidOf, tagOf } from './seed.ts'

/** A call that the app's screens make, compared with the same call of the minimal server. */
export interface MinimalServerRow {
  name: string
  api: Measured
  bare: Measured
  /** CPU seconds per 1,000 requests, of the server and of PostgreSQL. */
  cpu: { api: Cpu; bare: Cpu }
  /** The share of the minimal server's rate that the API must reach. */
  threshold: number
}
interface Cpu {
  server: number
  database: number
}

const rounds = 3
const sixteen = { connections: 16, seconds: 1.5 }
const vet = 0

interface Pair {
  name: string
  by: number
  api: () => Omit<Call, 'headers'>
  bare: () => Omit<Call, 'headers'>
  /** The facts in which both responses must agree. */
  factsOfApi: (answer: Answer) => unknown
  factsOfBare: (answer: Answer) => unknown
  threshold: number
  /** Number of requests before the measurement, during which Node.js compiles the code: ours for a create takes 2,000. */
  warmUp: number
}
const warmUp = 10_000
// oxlint-disable-next-line typescript/no-explicit-any -- responses of two servers, compared field by field
type Answer = any

/**
 * Measures the API and the minimal server alternately, each with 16 parallel connections.
 * @param only  part of the name of a call
 * @throws Error  their responses differ
 */
export async function measureMinimalServer(environment: BenchEnvironment, only = ''): Promise<MinimalServerRow[]> {
  const rows: MinimalServerRow[] = []
  for (const pair of pairsOf(environment).filter(({ name }) => name.includes(only))) {
    const headers = {
      authorization: `Bearer ${await environment.tokenOf(pair.by)}`,
      'content-type': 'application/json',
    }
    const sides = {
      api: { origin: environment.server.origin, pid: environment.server.pid, call: () => ({ ...pair.api(), headers }) },
      bare: { origin: environment.bare.origin, pid: environment.bare.pid, call: () => ({ ...pair.bare(), headers }) },
    }
    const answered = async ({ origin, call }: typeof sides.api) => JSON.parse(String(await sendCall(origin, call())))
    const [ours, least] = [pair.factsOfApi(await answered(sides.api)), pair.factsOfBare(await answered(sides.bare))]
    if (JSON.stringify(ours) !== JSON.stringify(least))
      throw new Error(
        `${pair.name}: ${JSON.stringify(ours)} is answered by the API, and ${JSON.stringify(least)} by the minimal server.`,
      )
    for (const { origin, call } of Object.values(sides))
      await load(origin, (number) => (number < pair.warmUp ? call() : undefined), { connections: 16, seconds: 30 })
    const timed = async ({ origin, pid, call }: typeof sides.api) => {
      const before = cpuOf(environment, pid)
      const measured = await load(origin, call, sixteen)
      const after = cpuOf(environment, pid)
      const thousands = (measured.perSecond * measured.seconds) / 1000
      const spent = (part: keyof Cpu) => (after[part] - before[part]) / thousands
      return { measured, cpu: { server: spent('server'), database: spent('database') } }
    }
    const turns: Record<keyof typeof sides, Awaited<ReturnType<typeof timed>>>[] = []
    for (let round = 0; round < rounds; round++)
      turns.push({ api: await timed(sides.api), bare: await timed(sides.bare) })
    const cpu = (side: 'api' | 'bare', part: keyof Cpu) => median(turns.map((turn) => turn[side].cpu[part]))
    const row: MinimalServerRow = {
      name: pair.name,
      api: medianOf(turns.map((turn) => turn.api.measured)),
      bare: medianOf(turns.map((turn) => turn.bare.measured)),
      cpu: {
        api: { server: cpu('api', 'server'), database: cpu('api', 'database') },
        bare: { server: cpu('bare', 'server'), database: cpu('bare', 'database') },
      },
      threshold: pair.threshold,
    }
    rows.push(row)
    const { api, bare } = row.cpu
    console.log(
      `${row.name}: ${(row.api.perSecond / row.bare.perSecond).toFixed(2)} of the minimal server, CPU ${api.server.toFixed(2)} + ${api.database.toFixed(2)}, minimal server ${bare.server.toFixed(2)} + ${bare.database.toFixed(2)}`,
    )
  }
  return rows
}

function pairsOf({ size }: BenchEnvironment): Pair[] {
  const number = Math.floor(size.tickets / 2)
  const animal = number * size.animalsPerPostMortem
  const [rfid, tag] = [rfidOf(animal), tagOf(animal)]
  const cards = (query: string) =>
    encodeURI(`/api/v1/post-mortems?view=card&include=visit&per_page=20&sort=-created_at&${query}`)
  const list = (name: string, by: number, query: string, bare: string): Pair => ({
    name,
    by,
    api: () => ({ method: 'GET', path: cards(query) }),
    bare: get(bare),
    factsOfApi: ({ meta, data }) => [meta.total, data.map(cardFacts)],
    factsOfBare: ({ total, data }) => [total, data.map(bareFacts)],
    threshold: 0.5,
    warmUp,
  })
  return [
    list('inbox page', vet, tabFilters.Pending, '/inbox?value=Pending'),
    list('page of a client of 40 sites', clientOfManySites, tabFilters.Completed, '/client?value=Completed'),
    {
      name: 'ticket with its photos',
      by: vet,
      api: get(`/api/v1/post-mortems/${idOf('ticket', number)}?include=medias`),
      bare: get(`/detail?value=${idOf('ticket', number)}`),
      factsOfApi: ({ data }) =>
        data.veterinary_record.veterinary_record_animals.map((one: Answer) => [one.tag, one.medias.length]),
      factsOfBare: ({ animals }) => animals.map((one: Answer) => [one.tag, one.photos?.length ?? 0]),
      threshold: 0.5,
      warmUp,
    },
    ...(hasPlannedWeek(size) ? [plannerPair] : []),
    list('search by RFID', vet, `filter[veterinary_record_animals.rfid]=${rfid}`, `/rfid?value=${rfid}`),
    list('search by pin', vet, `filter[veterinary_records.pin]=CHM-${number}`, `/pin?value=${number}`),
    list('search by tag', vet, `filter[veterinary_record_animals.tag]=${tag}`, `/text?value=${tag}`),
    createPair,
  ]
}

const get = (path: string) => () => ({ method: 'GET' as const, path: encodeURI(path) })

/** A week of 2,000 visits. */
const plannerPair: Pair = {
  name: `planner, a week of ${formatCount(plannedWeek.visits)} visits`,
  by: vet,
  api: get(`/api/v1/planner?from=${plannedWeek.from}&to=${plannedWeek.to}`),
  bare: get(`/planner?value=${plannedWeek.begins},${plannedWeek.ends}`),
  factsOfApi: ({ data }) => [data.visits.map(cardFacts), data.unscheduled.map(cardFacts).toSorted()],
  factsOfBare: ({ visits, unscheduled }) => [visits.map(bareFacts), unscheduled.map(bareFacts).toSorted()],
  threshold: 0.5,
  warmUp: 50,
}

/** Each animal has its own tag; animals of one site with the same tag count as one, and their creates wait for each other. */
const newTag = () => `B ${randomUUID().slice(0, 8)}`

const createCall = (path: string) => () => ({
  method: 'POST' as const,
  path,
  body: JSON.stringify({
    id: randomUUID(),
    customer_id: idOf('customer', 0),
    site_id: idOf('site', 0),
    record_at: '2026-10-02',
    send: 1,
    animals: [
      { id: randomUUID(), tag: newTag(), pen: '12' },
      { id: randomUUID(), tag: newTag(), lot: 'L-77' },
    ],
  }),
})
const createPair: Pair = {
  name: 'create with two animals, sent',
  by: firstClient,
  api: createCall('/api/v1/post-mortems'),
  bare: createCall('/create'),
  factsOfApi: ({ data }) => data.status,
  factsOfBare: ({ status }) => status,
  threshold: 0.4,
  warmUp: 2000,
}

const cardFacts = ({ id, pin, status, customer, site, animals, first_animals: first }: Answer) => [
  id,
  pin,
  status,
  customer.name,
  site.name,
  animals,
  first.map(({ tag, thumbnail }: Answer) => [tag, thumbnail !== null]),
]
const bareFacts = ({ id, pin, status, customer, site, animals, first_animals: first }: Answer) => [
  id,
  pin,
  status,
  customer,
  site,
  animals,
  (first ?? []).map(({ tag, photo }: Answer) => [tag, photo !== null]),
]

/** CPU time in seconds of a process and of all PostgreSQL processes (Linux). */
function cpuOf({ databasePid }: BenchEnvironment, pid: number): Cpu {
  const statOf = (id: string | number) => {
    try {
      const text = readFileSync(`/proc/${id}/stat`, 'utf8')
      const fields = text
        .slice(text.lastIndexOf(')') + 2)
        .split(' ')
        .map(Number)
      return { parent: fields[1] ?? 0, seconds: ((fields[11] ?? 0) + (fields[12] ?? 0)) / 100 }
    } catch {
      // The process has ended in the meantime.
      return { parent: 0, seconds: 0 }
    }
  }
  const processes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(statOf)
  const backends = processes.filter(({ parent }) => parent === databasePid)
  return { server: statOf(pid).seconds, database: backends.reduce((sum, { seconds }) => sum + seconds, 0) }
}
