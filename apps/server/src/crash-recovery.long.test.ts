import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { readPostmasterPid } from './testing/database-crash.ts'
import { expectNoRefusal, expectOurFailure, isFailed, useServerWithFaults } from './testing/server-with-faults.ts'
import { fillDisk, setReadOnly } from './testing/temp-disk.ts'
import { waitFor } from './testing/wait-for.ts'

const { factory, dataDir, filesDir, hasDisks, kill, start, runThroughFault, blockCommits, sendAll, leftUploads } =
  useServerWithFaults()

test('operations of a server killed before commit are rolled back and happen once on retry', async () => {
  await runThroughFault(async (requests) => {
    const answers = await blockCommits(requests, kill)
    await start()
    return answers
  })
})

test('a killed database restarts, and everything happens once', async () => {
  const { first } = await runThroughFault((requests) =>
    blockCommits(requests, async () => process.kill(await readPostmasterPid(dataDir()), 'SIGKILL')),
  )
  expectOurFailure(first)
})

test.each([
  ['database', ''],
  ['photos and reports', 'files'],
])(
  'on a full disk of the %s no request takes partial effect, and once there is space each takes effect once',
  async (_name, folder) => {
    if (!hasDisks()) return console.log('Not tested: a full disk, because this user may not mount one.')
    const filler = path.join(dataDir(), folder, 'filler')
    const { first } = await runThroughFault(async (requests) => {
      await fillDisk(filler)
      const answers = await Promise.all(sendAll(requests))
      await rm(filler)
      return answers
    })
    expectOurFailure(first)
  },
  120_000,
)

test('terminated connections give 503, and everything happens once', async () => {
  const { first } = await runThroughFault((requests) =>
    blockCommits(requests, (pids) =>
      factory().pool.query('select pg_terminate_backend(pid) from unnest($1::int[]) as pid', [pids]),
    ),
  )
  expectOurFailure(first)
  expect(new Set(first.filter(isFailed).map((response) => response?.status))).toEqual(new Set([503]))
})

test('while a database hangs for twenty seconds requests wait or fail, and nothing is lost or duplicated', async () => {
  const { first } = await runThroughFault((requests) =>
    blockCommits(requests, async (pids) => {
      for (const pid of pids) process.kill(pid, 'SIGSTOP')
      await sleep(20_000)
      for (const pid of pids) process.kill(pid, 'SIGCONT')
    }),
  )
  // writes of one account wait for each other, so that few of them wait for a connection and fail
  expectNoRefusal(first)
})

test('a read-only storage gives 5xx, and everything happens once', async () => {
  if (!hasDisks()) return console.log('Not tested: a folder read-only, because this user may not mount one.')
  const { requests, first } = await runThroughFault(async (requests) => {
    await setReadOnly(filesDir(), true)
    const answers = await Promise.all(sendAll(requests))
    await setReadOnly(filesDir(), false)
    return answers
  })
  expectOurFailure(first)
  const failed = requests.filter((_, index) => isFailed(first[index]))
  expect(failed.map(({ operation }) => operation.operationId)).toEqual([
    'createMedias',
    'putUploadPart',
    'issuePreliminaryReport',
    'changeProviderLogo',
  ])
})

test('with all stored files missing every operation still succeeds once', async () => {
  const { first } = await runThroughFault(async (requests) => {
    for (const file of await readdir(filesDir(), { recursive: true, withFileTypes: true }))
      if (file.isFile()) await rm(path.join(file.parentPath, file.name))
    return Promise.all(sendAll(requests))
  })
  expect(first.filter(isFailed)).toEqual([])
})

test('failures leave no temporary upload files', async () => {
  await waitFor(async () => expect(await leftUploads()).toEqual([]))
})
