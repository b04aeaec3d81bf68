/**
 * Measures the cost of 2,000 open streams of `GET /events` on one server: `node bench/event-streams.ts`. Prints the
 * server's memory before and after, the delay of an event, and the speed of the inbox meanwhile, compared with a
 * minimal server.
 */
import { once } from 'node:events'
import http from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { type BenchEnvironment, memoryOf, startBenchEnvironment } from './environment.ts'
import { measureMinimalServer } from './measure-minimal-server.ts'
import { sizes, superAdmin } from './seed.ts'

const streamCount = 2000
/** The limit is ten per person and server. */
const streamsPerPerson = 8
const megabytesAllowed = 200

interface OpenStream {
  /** Number of events received. */
  events: number
  isOpen: boolean
}

async function open(origin: string, token: string): Promise<OpenStream> {
  const request = http.get(`${origin}/api/v1/events`, { headers: { authorization: `Bearer ${token}` }, agent: false })
  // cast: the only argument of this event
  const [answer] = (await once(request, 'response')) as [http.IncomingMessage]
  if (answer.statusCode !== 200) throw new Error(`GET /events answered ${answer.statusCode}`)
  const stream = { events: 0, isOpen: true }
  answer.setEncoding('utf8')
  answer.on('data', (text: string) => (stream.events += text.split('\ndata: ').length - 1))
  answer.on('close', () => (stream.isOpen = false))
  await once(answer, 'data')
  return stream
}

/** The server's memory once it is idle. */
async function memoryAtRest({ server }: BenchEnvironment): Promise<number> {
  await sleep(10_000)
  return memoryOf(server.pid).now
}

/** Changes a ticket. @returns the milliseconds until the last of `streams` received it */
async function timeOfChange({ database }: BenchEnvironment, streams: OpenStream[]): Promise<number> {
  const allReceived = () => streams.every(({ events }) => events > 0)
  const begin = performance.now()
  await sql`update post_mortems set note = 'Changed' where id = (select id from post_mortems limit 1)`.execute(
    database.db,
  )
  while (!allReceived() && performance.now() - begin < 60_000) await sleep(5)
  if (!allReceived()) throw new Error('Not every stream was told of the change.')
  return performance.now() - begin
}

const environment = await startBenchEnvironment('event-streams', sizes.small)
try {
  const people = Math.ceil(streamCount / streamsPerPerson)
  const tokens = []
  for (let person = 0; person < people; person++) tokens.push(await environment.tokenOf(person))
  const seesAll = await open(environment.server.origin, await environment.tokenOf(superAdmin))
  const before = await memoryAtRest(environment)
  const streams = []
  for (let number = 0; number < streamCount; number++)
    streams.push(await open(environment.server.origin, tokens[number % people] ?? ''))
  const after = await memoryAtRest(environment)
  const delay = await timeOfChange(environment, [seesAll])
  await measureMinimalServer(environment, 'inbox')
  const lost = streams.filter(({ isOpen }) => !isOpen).length
  console.log(
    `${streamCount} streams: ${Math.round(before)} MB before, ${Math.round(after)} MB after (allowed: ${megabytesAllowed} more); ${lost} lost; a change was told after ${Math.round(delay)} ms`,
  )
  if (lost > 0 || after - before > megabytesAllowed) process.exitCode = 1
} finally {
  await environment.close()
}
process.exit()
