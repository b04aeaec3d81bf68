import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoPassword } from '../../demo/accounts.ts'
import { type ServerProcess, startServer } from '../../testing/server-process.ts'

const lines = 100_000
const animalsPerPostMortem = 2
const minutes = 60_000

let folder: string
let server: ServerProcess
let address: string
let token: string
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'chisholm-moving-'))
  server = startServer({ DATA_DIR: folder, DEMO: '1' })
  address = `${await server.listening}/api/v1`
  const body = new URLSearchParams({ username: 'admin@demo.example', password: demoPassword })
  const answer = await fetch(`${address}/auth/login`, { method: 'POST', body })
  ;({ token } = (await answer.json()) as { token: string })
}, 2 * minutes)
afterAll(async () => {
  server.child.kill('SIGTERM')
  await server.ended
  await rm(folder, { recursive: true, force: true })
}, minutes)

/** Peak memory of a process in MB. */
const peakOf = async ({ child }: ServerProcess) =>
  Math.round(Number(/VmHWM:\s+(\d+)/.exec(await readFile(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1024)

interface Named {
  id: string
  name: string
  email: string
  roles: string[]
  customer_id: string
}

/** Sends a request as an Admin, expects 200 and returns the data of the response. */
async function ask<Answer>(path: string, options: RequestInit = {}): Promise<Answer> {
  const answer = await fetch(address + path, { ...options, headers: { authorization: `Bearer ${token}` } })
  expect([path, answer.status]).toEqual([path, 200])
  return ((await answer.json()) as { data: Answer }).data
}

/** Uploads a file by node:http, which waits for the response without a limit. fetch gives up after five minutes. */
async function upload(file: string): Promise<unknown> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'text/csv' }
  const request = http.request(`${address}/imports/post-mortems?apply=1`, { method: 'POST', headers })
  request.end(await readFile(file))
  // cast: `once` returns the event's arguments untyped
  const [answer] = (await once(request, 'response')) as [http.IncomingMessage]
  // cast: API responses have `data`
  return ((await json(answer)) as { data: unknown }).data
}

/** Writes a file like an export of another system: every column is filled in, for all sites of the practice. */
async function fileOf(name: string): Promise<string> {
  const list = (path: string) => ask<Named[]>(`/${path}`)
  const customers = new Map((await list('customers')).map(({ id, name }) => [id, name]))
  const [sites, breeds, diagnoses] = [await list('sites'), await list('breeds'), await list('diagnoses')]
  const vets = (await list('users')).filter(({ roles }) => roles.includes('Veterinarian'))
  const of = <T>(some: T[], number: number) => some[number % some.length]
  const rows = Array.from({ length: lines }, (_, line) => {
    const number = Math.floor(line / animalsPerPostMortem)
    const site = of(sites, number)
    const day = new Date(Date.UTC(2012, 0, 1) + number * 7_200_000).toISOString().slice(0, 10)
    const findings = `Lungs dark red and firm in the cranioventral third, fibrin on the pleura. Line ${line}.`
    return [
      `${name}-${number}`,
      customers.get(site?.customer_id ?? ''),
      site?.name,
      day,
      day,
      day,
      day,
      of(vets, number)?.email,
      'Gate code 4711',
      `T${line}`,
      String(840_003_000_000_000 + line),
      `Pen ${line % 40}`,
      `Lot ${line % 300}`,
      day,
      'Found dead at the morning check, bloated on the left side.',
      of(diagnoses, line)?.name,
      of(breeds, line)?.name,
      of(diagnoses, line + 1)?.name,
      'See findings.',
      findings,
    ]
      .map((cell) => `"${String(cell).replaceAll('"', '""')}"`)
      .join(',')
  })
  const header =
    'number,customer,site,record_at,requested_at,scheduled_at,completed_at,veterinarian,note,tag,rfid,pen,lot,customer_record_at,customer_notes,customer_diagnosis,breed,vet_diagnosis,vet_diagnosis_note,vet_findings'
  const file = path.join(folder, `${name}.csv`)
  await writeFile(file, `${header}\n${rows.join('\n')}\n`)
  return file
}

/**
 * Sends the usual requests of a user until the work is done.
 * @returns the 99th percentile of their response times in ms
 */
async function meanwhile<Result>(work: Promise<Result>): Promise<{ result: Result; p99: number; asked: number }> {
  const done = new AbortController()
  const watched = work.finally(() => done.abort())
  const times: number[] = []
  while (!done.signal.aborted) {
    for (const asked of ['/post-mortems?filter[status]=Pending', '/status', '/veterinary-record-animals']) {
      const from = performance.now()
      await ask(asked)
      times.push(performance.now() - from)
    }
  }
  times.sort((one, other) => one - other)
  return { result: await watched, p99: Math.round(times[Math.ceil(times.length * 0.99) - 1] ?? 0), asked: times.length }
}

const told = (what: string, figures: object) => console.log(`imports: ${JSON.stringify({ what, lines, ...figures })}`)

test.runIf(process.platform === 'linux')(
  'the command imports 100,000 lines within ten minutes and 400 MB, and a second time nothing',
  async () => {
    const file = await fileOf('A')
    const from = performance.now()
    const command = startServer({ DATA_DIR: folder }, 'import', 'post-mortems', file, '--apply')
    let peak = 0
    const watching = setInterval(
      () =>
        void peakOf(command).then(
          (now) => (peak = now || peak),
          () => {},
        ),
      500,
    )
    const { p99, asked } = await meanwhile(command.ended)
    clearInterval(watching)
    told('command', { seconds: Math.round((performance.now() - from) / 1000), peak, p99, asked })
    expect(command.stdout).toContain(
      `${lines} new, 0 changed, 0 unchanged animals (${lines / animalsPerPostMortem} new`,
    )
    expect(peak).toBeLessThan(400)
    const again = startServer({ DATA_DIR: folder }, 'import', 'post-mortems', file, '--apply')
    await again.ended
    expect(again.stdout).toContain(`0 new, 0 changed, ${lines} unchanged animals (0 new tickets)`)
  },
  10 * minutes,
)

test.runIf(process.platform === 'linux')(
  'the server imports 100,000 lines within ten minutes and 400 MB, and responds to others meanwhile',
  async () => {
    const file = await fileOf('B')
    const from = performance.now()
    const { result, p99, asked } = await meanwhile(upload(file))
    const peak = await peakOf(server)
    told('server', { seconds: Math.round((performance.now() - from) / 1000), peak, p99, asked })
    expect(result).toMatchObject({ applied: true, tickets: lines / animalsPerPostMortem })
    expect(peak).toBeLessThan(400)
  },
  10 * minutes,
)
