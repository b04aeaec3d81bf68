import { Worker } from 'node:worker_threads'
import { invalid } from '../../http/app-error.ts'
import { importTexts } from './import-texts.ts'
import type { ImportProblems } from './import-problems.ts'

/** A row of a file: its cells by column name. The cell of a missing column is empty. */
export interface CsvRow<Column extends string = string> {
  line: number
  cells: Record<Column, string>
}

export interface CsvSummary {
  /** Number of rows, including invalid ones. */
  count: number
  problems: ImportProblems
  /** Columns of the file that are unknown and ignored. */
  ignored: string[]
}

/** All columns of a list, and those that are required. */
export interface CsvColumns<Column extends string = string> {
  required: readonly Column[]
  all: readonly Column[]
  /** Maximum lengths of cells that differ from the default. */
  maxLengths?: Partial<Record<string, number>>
}

/** Input of the worker thread. */
export interface CsvFile {
  file: string
  columns: CsvColumns
  maxRows: number
}

export type WorkerMessage = { rows: CsvRow[] } | { sheet: CsvSummary } | { unreadable: string }

/** Memory limits of the worker: ten times what the longest rows need. */
const resourceLimits = { maxOldGenerationSizeMb: 160, maxYoungGenerationSizeMb: 16 }

/**
 * Reads a CSV file in a worker thread, so that parsing does not block other requests: ten megabytes of quotation marks
 * take seconds.
 * @param onRows  processes a chunk of rows; the next chunk is read after it resolves
 * @throws invalid  the file cannot be read at all; the message says why
 */
export async function readCsv<Column extends string>(
  csvFile: CsvFile,
  onRows: (rows: CsvRow<Column>[]) => Promise<unknown>,
): Promise<CsvSummary> {
  const worker = new Worker(new URL('./csv-worker.ts', import.meta.url), { workerData: csvFile, resourceLimits })
  try {
    return await new Promise<CsvSummary>((resolve, reject) => {
      worker.on('message', (message: WorkerMessage) => {
        if ('sheet' in message) return resolve(message.sheet)
        if ('unreadable' in message) return reject(invalid({ file: [message.unreadable] }))
        // cast: the worker reads the requested columns
        const rows = message.rows as CsvRow<Column>[]
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
        onRows(rows).then(() => worker.postMessage('next'), reject)
      })
      worker.once('error', (error: NodeJS.ErrnoException) =>
        reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? invalid({ file: [importTexts.notReadable] }) : error),
      )
      worker.once('exit', (code) => reject(new Error(`the thread that reads files ended with ${code}`)))
    })
  } finally {
    await worker.terminate()
  }
}
