import { once } from 'node:events'
import os from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import type { WorkerMessage, CsvFile } from './read-csv.ts'
import { readRows } from './csv-rows.ts'
import { UnreadableFileError } from './csv-encoding.ts'

/** Reads one file in a worker thread, chunk by chunk. The next chunk follows after the last one has been processed. */
async function readRowsOfFile(): Promise<WorkerMessage> {
  // cast: read-csv.ts starts this worker with it
  const { file, columns, maxRows } = workerData as CsvFile
  const rows = readRows(file, columns, maxRows)
  try {
    for (;;) {
      const next = await rows.next()
      if (next.done) return { sheet: next.value }
      postMessage({ rows: next.value })
      if (parentPort) await once(parentPort, 'message')
    }
  } catch (error) {
    if (error instanceof UnreadableFileError) return { unreadable: error.message }
    throw error
  }
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
const postMessage = (message: WorkerMessage) => parentPort?.postMessage(message)

// Linux has a priority for each thread, so the thread that answers requests takes precedence.
if (process.platform === 'linux') os.setPriority(10)
postMessage(await readRowsOfFile())
