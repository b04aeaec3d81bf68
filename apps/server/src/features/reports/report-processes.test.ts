import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { childPids } from '../../testing/child-processes.ts'
import { createSharedFactory } from '../../testing/factory.ts'

const factory = await createSharedFactory()
const vet = await factory.user('Veterinarian')
const { client, site } = await factory.client()
const { id } = await factory.scheduledPostMortem(client, site, vet)

const preview = () => vet.get(`/post-mortems/${id}/report-preview`, { accept: 'application/pdf' })
const provider = () => vet.get('/provider')

/** Sends a signal to the process that compiles the reports of this server. */
function signalReportProcess(signal: NodeJS.Signals): void {
  const [pid] = childPids(process.pid, 'report-worker.ts')
  if (pid === undefined) throw new Error('no process compiles reports')
  process.kill(pid, signal)
}

test('a report whose process is killed arrives nevertheless, and other requests are answered meanwhile', async () => {
  expect((await preview()).status).toBe(200)
  signalReportProcess('SIGSTOP')
  const report = preview()
  expect((await provider()).status).toBe(200)
  signalReportProcess('SIGKILL')
  expect((await report).status).toBe(200)
})

test('a report that aborts every process fails, other requests are answered, and the next report arrives', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'chisholm-abort-'))
  const { execPath } = process
  onTestFinished(async () => {
    process.execPath = execPath
    await rm(folder, { recursive: true, force: true })
  })
  expect((await preview()).status).toBe(200)
  const aborting = path.join(folder, 'node')
  await writeFile(aborting, '#!/bin/sh\nkill -ABRT $$\n')
  await chmod(aborting, 0o755)
  process.execPath = aborting
  signalReportProcess('SIGABRT')
  const [report, other] = await Promise.allSettled([preview(), provider()])
  expect(report).toMatchObject({ reason: { message: expect.stringContaining('answered 500') } })
  expect(other).toMatchObject({ value: { status: 200 } })
  process.execPath = execPath
  expect((await preview()).status).toBe(200)
})
