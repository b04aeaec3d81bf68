import { mkdtemp, realpath, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findProcesses } from '../database/embedded-postgres/find-processes.ts'
import { type ServerProcess, startServer } from '../testing/server-process.ts'
import { fillDisk, mountTempDisk, unmountTempDisk } from '../testing/temp-disk.ts'
import { waitFor } from '../testing/wait-for.ts'

let dataDir: string
let server: ServerProcess | undefined
let mounted: string[] = []
beforeEach(async () => {
  dataDir = await realpath(await mkdtemp(path.join(os.tmpdir(), 'chisholm-health-')))
})
afterEach(async () => {
  server?.child.kill('SIGTERM')
  await server?.ended
  for (const folder of mounted.toReversed()) await unmountTempDisk(folder)
  mounted = []
  await rm(dataDir, { recursive: true, force: true })
})

const start = async () => {
  server = startServer({ DATA_DIR: dataDir, DEMO: '0' })
  return (await server.listening) ?? ''
}
/** Asks as through a proxy. */
const statusOf = async (address: string, route: string) =>
  (await fetch(address + route, { headers: { 'x-forwarded-for': '203.0.113.7' } })).status
const becomes = (address: string, status: number) =>
  waitFor(async () => expect(await statusOf(address, '/readyz')).toBe(status), { interval: 100 })

test.runIf(process.platform === 'linux')(
  'while the database hangs, /readyz says so within 2 seconds, and it recovers',
  { tags: 'long', timeout: 60_000 },
  async () => {
    const address = await start()
    await becomes(address, 200)
    const hanging = await findProcesses(path.join(dataDir, 'postgres'))
    expect(hanging.length).toBeGreaterThan(3)
    for (const { pid } of hanging) process.kill(pid, 'SIGSTOP')
    try {
      await becomes(address, 503)
      for (let turn = 0; turn < 3; turn++) {
        const startedAt = performance.now()
        expect(await statusOf(address, '/readyz')).toBe(503)
        expect(performance.now() - startedAt).toBeLessThan(2000)
      }
      expect(await statusOf(address, '/healthz')).toBe(200)
    } finally {
      for (const { pid } of hanging) process.kill(pid, 'SIGCONT')
    }
    await becomes(address, 200)
  },
)

test.each([
  ['database', ''],
  ['photos and reports', 'files'],
])('when the disk of the %s is full, /readyz says so until there is room', { tags: 'long' }, async (_, folder) => {
  for (const [disk, size] of [
    [dataDir, '300m'],
    [path.join(dataDir, 'files'), '4m'],
  ] as const)
    if (await mountTempDisk(disk, size)) mounted.push(disk)
  if (mounted.length < 2) return console.log('Not tested: a full disk, because this user may not mount one.')
  const address = await start()
  await becomes(address, 200)
  const filler = path.join(dataDir, folder, 'filler')
  await fillDisk(filler)
  await becomes(address, 503)
  expect(await statusOf(address, '/healthz')).toBe(200)
  await rm(filler)
  await becomes(address, 200)
})
