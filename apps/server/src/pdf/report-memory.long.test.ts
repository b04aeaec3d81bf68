import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serverEnvironment, serverFlags } from '../../../../scripts/lib/processes.mjs'
import { megabytesWithReports } from '../testing/memory-with-reports.ts'
import { createUniquePhoto } from '../testing/report-with-photos.ts'
import { type ServerProcess, startServer } from '../testing/server-process.ts'
import { signInDemoUser, type DemoClient } from '../testing/demo-client.ts'

const reports = 1000

let dataDir: string
let server: ServerProcess
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'chisholm-reports-'))
  server = startServer({ DATA_DIR: dataDir, DEMO: '1' })
  await server.listening
})
afterAll(async () => {
  server.child.kill('SIGTERM')
  await server.ended
  await rm(dataDir, { recursive: true, force: true })
})

/** Creates a completed ticket with one animal and two photos that no other ticket has. */
async function completedTicket(vet: DemoClient, site: object): Promise<string> {
  const { body } = await vet.ask('POST', '/post-mortems', { ...site, record_at: '2026-11-20' })
  const { id } = body.data
  const animal = await vet.ask('POST', '/veterinary-record-animals', { veterinary_record_id: id, tag: 'Y 4471' })
  const form = new FormData()
  form.set('media_attachable_id', animal.body.data.id)
  for (const name of ['one.jpg', 'two.jpg'])
    form.append('image[]', new Blob([new Uint8Array(await createUniquePhoto())]), name)
  expect((await vet.ask('POST', '/medias', form)).status).toBe(201)
  expect((await vet.ask('PUT', `/post-mortems/${id}`, { draft: 0 })).status).toBe(200)
  expect((await vet.ask('PUT', `/post-mortems/${id}`, { completed_at: '1' })).status).toBe(200)
  return id
}

test.runIf(process.platform === 'linux')(
  '1,000 different reports in a row keep the server and the process of its reports under 450 MB',
  async () => {
    const vet = await signInDemoUser([(await server.listening) ?? ''], 'vet')
    const [first] = (await vet.ask('GET', '/sites')).body.data
    const site = { customer_id: first?.customer_id, site_id: first?.id }
    const times: number[] = []
    let most = 0
    for (let number = 1; number <= reports; number++) {
      const id = await completedTicket(vet, site)
      const startedAt = performance.now()
      expect((await vet.ask('GET', `/post-mortems/${id}/report`)).status).toBe(200)
      times.push(performance.now() - startedAt)
      most = Math.max(most, megabytesWithReports(server.child.pid ?? 0))
    }
    times.sort((one, other) => one - other)
    const at = (share: number) => Math.round(times[Math.ceil(times.length * share) - 1] ?? 0)
    console.log(
      `${reports} reports: ${Math.round(most)} MB at most; ${at(0.5)} ms median, ${at(0.99)} ms 99 of 100, ${at(1)} ms slowest`,
    )
    expect(most).toBeLessThan(450)
  },
  1_800_000,
)

test.runIf(process.platform === 'linux')(
  '60 reports with different photos leave the process and that of its reports under 380 MB',
  async () => {
    const program = path.resolve(import.meta.dirname, '../testing/measure-report-memory.ts')
    const { stdout } = await promisify(execFile)(process.execPath, [...serverFlags, program, '60'], {
      env: { PATH: process.env['PATH'], ...serverEnvironment },
    })
    expect(Number(stdout)).toBeLessThan(380)
  },
  120_000,
)
