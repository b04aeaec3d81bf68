import { expect, test } from 'vitest'
import { startResponseBlockingProxy } from './testing/response-blocking-proxy.ts'
import { useServerWithFaults } from './testing/server-with-faults.ts'
import { waitFor } from './testing/wait-for.ts'

const { address, kill, start, runThroughFault, sendAll, leftUploads } = useServerWithFaults()

test('operations of a server killed after commit happened once and are replayed under their key', async () => {
  const { decided } = await runThroughFault(async (requests) => {
    const holder = await startResponseBlockingProxy(address())
    const answers = sendAll(requests, holder.address)
    await waitFor(() => expect(holder.held()).toBe(requests.length))
    await kill()
    await holder.close()
    await start()
    return Promise.all(answers)
  })
  expect(decided.filter(({ isReplayed }) => !isReplayed)).toEqual([])
})

test('failures leave no temporary upload files', async () => {
  await waitFor(async () => expect(await leftUploads()).toEqual([]))
})
