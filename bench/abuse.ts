/**
 * Measures how long others wait while one caller abuses the server: `node bench/abuse.ts [name]`. Prints a table for
 * docs/reliability.md. Each abuse lasts 20 seconds, with 10,000 tickets on one machine.
 */
import { execFileSync } from 'node:child_process'
import http from 'node:http'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { type BenchEnvironment, memoryOf, startBenchEnvironment } from './environment.ts'
import { sendCall, type Call } from './load.ts'
import { benchPassword, clientOfManySites, idOf, sizes, superAdmin } from './seed.ts'

const seconds = 20
const vet = 1

interface Abuse {
  name: string
  /** Runs until the time `until`. */
  run: (environment: BenchEnvironment, until: number) => Promise<unknown>
}

/** Sends calls over parallel connections until the time `until`. */
function flood(
  environment: BenchEnvironment,
  until: number,
  connections: number,
  next: (number: number) => Call,
): Promise<unknown> {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections })
  let sent = 0
  let answered = 0
  let refusal = ''
  const refused = (error: Error) => {
    refusal = error.message.slice(0, 100)
    return sleep(10)
  }
  const loop = async () => {
    while (Date.now() < until)
      await sendCall(environment.server.origin, next(sent++), agent).then(() => void answered++, refused)
  }
  return Promise.all(Array.from({ length: connections }, loop)).finally(() => {
    agent.destroy()
    console.error(`${answered} of ${sent} answered; last refusal: ${refusal || 'none'}`)
  })
}

const bearer = async (environment: BenchEnvironment, person: number) => ({
  authorization: `Bearer ${await environment.tokenOf(person)}`,
})

/** Encodes a form with one file like a browser. */
function formOf(fields: Record<string, string>, file: { field: string; name: string; bytes: Buffer }): Partial<Call> {
  const boundary = 'abuse-of-the-bench'
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${file.field}"; filename="${file.name}"\r\n\r\n`
  return {
    body: Buffer.concat([Buffer.from(parts.join('') + head), file.bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}

const plainJpeg = (side: number) =>
  sharp({ create: { width: side, height: side, channels: 3, background: '#765' } })
    .jpeg()
    .toBuffer()

const passwordGuess = (names: number) => (number: number) => ({
  method: 'POST' as const,
  path: '/api/v1/auth/login',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ username: `nobody${number % names}@bench.example`, password: `${benchPassword}x` }),
})

// The file has as many rows and nearly as many bytes as allowed.
const longText = 'word '.repeat(90)
const lines = Array.from({ length: 20_000 }, (_, index) => `Imported ${index},"${longText}"`)
const customers = Buffer.from(['name,longText', ...lines, ''].join('\n'))

const abuses: Abuse[] = [
  { name: 'nothing', run: (_house, until) => sleep(until - Date.now()) },
  {
    name: 'guessing passwords, 16 connections, 100,000 addresses',
    run: (environment, until) => flood(environment, until, 16, passwordGuess(100_000)),
  },
  {
    name: 'a client uploads pictures of 50 megapixels, 20 at once',
    run: async (environment, until) => {
      const bytes = await plainJpeg(7050)
      const headers = await bearer(environment, clientOfManySites)
      const to = {
        media_attachable_type: 'VeterinaryRecordAnimal',
        media_attachable_id: await draftAnimal(environment),
      }
      const form = formOf(to, { field: 'image', name: 'pen.jpg', bytes })
      const call = {
        method: 'POST' as const,
        path: '/api/v1/medias',
        ...form,
        headers: { ...form.headers, ...headers },
      }
      await flood(environment, until, 20, () => call)
    },
  },
  {
    name: 'a client uploads 20 MB to a ticket that is not its own, 20 at once',
    run: async (environment, until) => {
      const to = { media_attachable_type: 'VeterinaryRecordAnimal', media_attachable_id: idOf('animal', 1) }
      const form = formOf(to, { field: 'image', name: 'pen.jpg', bytes: Buffer.alloc(20 * 1024 * 1024 - 1000) })
      const headers = { ...form.headers, ...(await bearer(environment, clientOfManySites + 100)) }
      await flood(environment, until, 20, () => ({ method: 'POST', path: '/api/v1/medias', ...form, headers }))
    },
  },
  {
    name: 'an Admin previews an import of 20,000 customers in 9 MB, 2 at once',
    run: async (environment, until) => {
      const headers = { 'content-type': 'text/csv', ...(await bearer(environment, superAdmin)) }
      const call = { method: 'POST' as const, path: '/api/v1/imports/customers', headers, body: customers }
      await flood(environment, until, 2, () => call)
    },
  },
  {
    name: 'a client asks for everything at once (per_page=9999), 16 connections',
    run: async (environment, until) => {
      const headers = await bearer(environment, clientOfManySites)
      await flood(environment, until, 16, () => ({
        method: 'GET',
        path: '/api/v1/post-mortems?per_page=9999',
        headers,
      }))
    },
  },
  {
    name: 'a client searches parts of two letters, 16 connections',
    run: async (environment, until) => {
      const headers = await bearer(environment, clientOfManySites)
      const path = (number: number) => `/api/v1/veterinary-record-animals?filter[tag:like]=${10 + (number % 90)}`
      await flood(environment, until, 16, (number) => ({ method: 'GET', path: path(number), headers }))
    },
  },
  {
    name: 'a veterinarian asks for reports never set before, 8 connections',
    run: async (environment, until) => {
      const headers = { ...(await bearer(environment, vet)), accept: 'application/pdf' }
      const path = (number: number) => `/api/v1/post-mortems/${idOf('ticket', number)}/report`
      await flood(environment, until, 8, (number) => ({ method: 'GET', path: path(number), headers }))
    },
  },
  {
    name: '500 connections that send a byte a second',
    run: async (environment, until) => {
      const { hostname, port } = new URL(environment.server.origin)
      const sockets = Array.from({ length: 500 }, () => net.connect(Number(port), hostname).on('error', () => {}))
      for (const socket of sockets) socket.write('POST /api/v1/auth/login HTTP/1.1\r\nhost: a\r\ncontent-length: 99')
      while (Date.now() < until) {
        await sleep(1000)
        for (const socket of sockets) if (socket.writable) socket.write('9')
      }
      for (const socket of sockets) socket.destroy()
    },
  },
]

async function draftAnimal(environment: BenchEnvironment): Promise<string> {
  const headers = { 'content-type': 'application/json', ...(await bearer(environment, clientOfManySites)) }
  const post = async (path: string, body: object) => {
    const call = { method: 'POST' as const, path, headers, body: JSON.stringify(body) }
    return (JSON.parse(String(await sendCall(environment.server.origin, call))) as { data: { id: string } }).data.id
  }
  const ticket = await post('/api/v1/post-mortems', { site_id: idOf('site', 1), record_at: '2026-10-01' })
  return post('/api/v1/veterinary-record-animals', { veterinary_record_id: ticket, tag: 'A' })
}

/**
 * Latencies of a veterinarian who opens inbox and ticket ten times a second.
 * @returns milliseconds, ascending; infinity for a request that failed
 */
async function measureWaits(environment: BenchEnvironment, until: number): Promise<number[]> {
  const headers = await bearer(environment, vet)
  const paths = ['/api/v1/post-mortems?filter[status]=Pending', `/api/v1/post-mortems/${idOf('ticket', 5000)}`]
  const waits: Promise<number>[] = []
  for (let turn = 0; Date.now() < until; turn++) {
    const from = performance.now()
    const call = { method: 'GET' as const, path: paths[turn % 2] ?? '', headers }
    // Each request has its own connection, as if from different users.
    waits.push(
      sendCall(environment.server.origin, call).then(
        () => performance.now() - from,
        (error: Error) => {
          console.error(error.message)
          return Number.POSITIVE_INFINITY
        },
      ),
    )
    await sleep(100)
  }
  return (await Promise.all(waits)).sort((a, b) => a - b)
}

const diskMegabytes = (folder: string) =>
  Number(execFileSync('du', ['-sm', folder], { encoding: 'utf8' }).split('\t')[0])

const environment = await startBenchEnvironment('abuse', sizes.small)
try {
  // The users sign in first, because later this address is rate limited.
  for (const person of [vet, clientOfManySites, clientOfManySites + 100, superAdmin]) await environment.tokenOf(person)
  const dataDir = path.resolve(import.meta.dirname, 'data/abuse/server')
  console.log('| What one caller does | others: p50 | p99 | slowest | server at most so far | disk before, after |')
  console.log('| --- | --- | --- | --- | --- | --- |')
  const [word = ''] = process.argv.slice(2)
  for (const { name, run } of abuses.filter(({ name }) => name === 'nothing' || name.includes(word))) {
    const before = diskMegabytes(dataDir)
    const until = Date.now() + seconds * 1000
    const [waits] = await Promise.all([measureWaits(environment, until), run(environment, until)])
    const at = (part: number) =>
      `${(waits[Math.min(waits.length - 1, Math.floor(waits.length * part))] ?? 0).toFixed(0)} ms`
    const memory = `${memoryOf(environment.server.pid).most.toFixed(0)} MB`
    console.log(
      `| ${name} | ${at(0.5)} | ${at(0.99)} | ${at(1)} | ${memory} | ${before} MB, ${diskMegabytes(dataDir)} MB |`,
    )
    await sleep(3000)
  }
} finally {
  await environment.close()
}
