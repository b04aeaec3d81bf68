import { rm } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { readPostmasterPid } from './testing/database-crash.ts'
import { startResponseBlockingProxy } from './testing/response-blocking-proxy.ts'
import { expectOurFailure, useServerWithFaults } from './testing/server-with-faults.ts'
import { fillDisk } from './testing/temp-disk.ts'
import { waitFor } from './testing/wait-for.ts'

const { address, dataDir, hasDisks, kill, start, faultIn, heldUp, askAll, leftUploads } = useServerWithFaults()

test('operations of a server killed after commit happened once and are replayed under their key', async () => {
  const { decided } = await faultIn(async (requests) => {
    const holder = await startResponseBlockingProxy(address())
    const answers = askAll(requests, holder.address)
    await waitFor(() => expect(holder.held()).toBe(requests.length), 60_000)
    await kill()
    await holder.close()
    await start()
    return Promise.all(answers)
  })
  expect(decided.filter(({ isReplayed }) => !isReplayed)).toEqual([])
}, 120_000)

test('operations of a server killed before commit are rolled back and happen once on retry', async () => {
  await faultIn(async (requests) => {
    const answers = await heldUp(requests, kill)
    await start()
    return answers
  })
}, 120_000)

test('a killed database restarts, and everything happens once', async () => {
  const { first } = await faultIn((requests) =>
    heldUp(requests, async () => process.kill(await readPostmasterPid(dataDir()), 'SIGKILL')),
  )
  expectOurFailure(first)
}, 120_000)

test.each([
  ['database', ''],
  ['photos and reports', 'files'],
])(
  'on a full disk of the %s no request takes partial effect, and once there is space each takes effect once',
  async (_name, folder) => {
    if (!hasDisks()) return console.log('Not tested: a full disk, because this user may not mount one.')
    const filler = path.join(dataDir(), folder, 'filler')
    const { first } = await faultIn(async (requests) => {
      await fillDisk(filler)
      const answers = await Promise.all(askAll(requests))
      await rm(filler)
      return answers
    })
    expectOurFailure(first)
  },
  120_000,
)

test('failures leave no temporary upload files', async () => {
  await waitFor(async () => expect(await leftUploads()).toEqual([]))
})
