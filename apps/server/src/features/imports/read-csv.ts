import { Worker } from 'node:worker_threads'
import { invalid } from '../../http/app-error.ts'
import { importTexts } from './import-texts.ts'
import type { ImportProblems } from './import-problems.ts'

/** A row of a file: its cells by the names of their columns, empty where the file has none. */
export interface CsvRow<Column extends string = string> {
  line: number
  cells: Record<Column, string>
}

/** What is known of a file once it was read. */
export interface CsvSummary {
  /** How many rows it has, faulty ones too. */
  count: number
  problems: ImportProblems
  /** Columns of the file nobody reads. */
  ignored: string[]
}

/** The columns of a list: those that have to be there, and the others. */
export interface CsvColumns<Column extends string = string> {
  required: readonly Column[]
  all: readonly Column[]
  /** Characters of a cell, where it is more than usual. */
  maxLengths?: Partial<Record<string, number>>
}

/** What the thread is told to read. */
export interface CsvFile {
  file: string
  columns: CsvColumns
  maxRows: number
}

export type WorkerMessage = { rows: CsvRow[] } | { sheet: CsvSummary } | { unreadable: string }

/** Megabytes: ten times what the longest rows need. */
const resourceLimits = { maxOldGenerationSizeMb: 160, maxYoungGenerationSizeMb: 16 }

/**
 * Reads a CSV file in a thread of its own: ten megabytes of quotation marks take seconds that no other request waits.
 * @param onRows  works on some rows; the next ones are read once it is done
 * @throws invalid  the file cannot be read at all; the text says why
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
        // cast: it reads the columns it was given
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
