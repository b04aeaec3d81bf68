import { once } from 'node:events'
import os from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import type { FromWorker, ToRead } from './sheet.ts'
import { rowsOf } from './sheet-rows.ts'
import { Unreadable } from './sheet-text.ts'

/** Reads one file in a thread of its own, and goes on when what it handed over was worked on. */
async function read(): Promise<FromWorker> {
  // cast: sheet.ts starts this worker with it
  const { file, columns, maxRows } = workerData as ToRead
  const rows = rowsOf(file, columns, maxRows)
  try {
    for (;;) {
      const next = await rows.next()
      if (next.done) return { sheet: next.value }
      send({ rows: next.value })
      if (parentPort) await once(parentPort, 'message')
    }
  } catch (thrown) {
    if (thrown instanceof Unreadable) return { unreadable: thrown.message }
    throw thrown
  }
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
const send = (message: FromWorker) => parentPort?.postMessage(message)

// Linux counts this for the thread alone: the one that answers requests goes first
if (process.platform === 'linux') os.setPriority(10)
send(await read())
