import { request } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { childPids } from './testing/child-processes.ts'
import { startServerWithVet } from './testing/server-with-vet.ts'
import { waitFor } from './testing/wait-for.ts'

type Running = Awaited<ReturnType<typeof startServerWithVet>>
let server: Running | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})
const start = async (settings: Record<string, string>) => (server = await startServerWithVet(settings))

/** Process ids of the workers of a server. */
const workersOf = ({ child }: Running): number[] => childPids(child.pid ?? 0, 'main.ts')

/**
 * Sends a request on its own connection, so that the workers alternate. The timeout aborts a request whose worker was
 * just killed.
 */
const ask = (address: string, path: string) =>
  fetch(address + path, { headers: { connection: 'close' }, signal: AbortSignal.timeout(5000) })
const metric = (text: string, line: RegExp) => Number(line.exec(text)?.[1])

test('two workers share one port and report metrics as one server', async () => {
  const running = await start({ WORKERS: '2' })
  const { address } = running
  expect(workersOf(running)).toHaveLength(2)
  const answers = await Promise.all(Array.from({ length: 40 }, () => ask(address, '/healthz')))
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 40 }, () => 200))
  await waitFor(async () => expect((await ask(address, '/readyz')).status).toBe(200))
  await waitFor(async () => {
    const text = await (await ask(address, '/metrics')).text()
    expect(metric(text, /^chisholm_requests_total\{.*route="\/healthz".*status="200".*\} (\d+)/m)).toBe(40)
    expect(metric(text, /^chisholm_build_info\{.*\} (\d+)/m)).toBe(1)
    expect(metric(text, /^chisholm_lost_files (\d+)/m)).toBe(0)
  })
})

test('a killed worker is replaced, and the others respond meanwhile', { tags: 'long' }, async () => {
  const running = await start({ WORKERS: '2' })
  const [killed = 0, other] = workersOf(running)
  process.kill(killed, 'SIGKILL')
  for (let times = 0; times < 20; times++)
    await waitFor(async () => expect((await ask(running.address, '/healthz')).status).toBe(200))
  await waitFor(() => {
    const now = workersOf(running)
    expect(now).toHaveLength(2)
    expect(now).toContain(other)
    expect(now).not.toContain(killed)
  })
  const signIn = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(running.vet) }
  expect((await fetch(`${running.address}/api/v1/auth/login`, signIn)).status).toBe(200)
})

test('on SIGTERM every worker finishes its requests and exits', { tags: 'long' }, async () => {
  const running = await start({ WORKERS: '2' })
  const body = JSON.stringify(running.vet)
  const slow = Array.from({ length: 4 }, () => {
    const headers = { 'content-type': 'application/json', 'content-length': body.length }
    const sent = request(`${running.address}/api/v1/auth/login`, { method: 'POST', headers, agent: false })
    const answered = new Promise((resolve) => sent.once('response', ({ statusCode }) => resolve(statusCode)))
    sent.write(body.slice(0, 10))
    return { answered, finish: () => sent.end(body.slice(10)) }
  })
  await ask(running.address, '/healthz')
  const workers = workersOf(running)
  running.child.kill('SIGTERM')
  await waitFor(() => expect(ask(running.address, '/healthz')).rejects.toThrow('fetch failed'))
  for (const { finish } of slow) finish()
  expect(await Promise.all(slow.map(({ answered }) => answered))).toEqual([200, 200, 200, 200])
  expect(await running.ended).toBe(0)
  for (const pid of workers) expect(() => process.kill(pid, 0)).toThrow('ESRCH')
})

test('workers exit when their primary process is killed', { tags: 'long' }, async () => {
  const running = await start({ WORKERS: '2' })
  const workers = workersOf(running)
  running.child.kill('SIGKILL')
  await waitFor(() => {
    for (const pid of workers) expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  })
})
