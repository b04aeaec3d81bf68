import { Worker } from 'node:worker_threads'
import { invalid } from '../../http/failures.ts'
import { importTexts } from './import-texts.ts'
import type { Problems } from './problems.ts'

/** A row of a file: its cells by the names of their columns, empty where the file has none. */
export interface SheetRow<Column extends string = string> {
  line: number
  cells: Record<Column, string>
}

/** What is known of a file once it was read. */
export interface Sheet {
  /** How many rows it has, faulty ones too. */
  count: number
  problems: Problems
  /** Columns of the file nobody reads. */
  ignored: string[]
}

/** The columns of a list: those that have to be there, and the others. */
export interface Columns<Column extends string = string> {
  required: readonly Column[]
  all: readonly Column[]
  /** Characters of a cell, where it is more than usual. */
  longest?: Partial<Record<string, number>>
}

/** What the thread is told to read. */
export interface ToRead {
  file: string
  columns: Columns
  maxRows: number
}

export type FromWorker = { rows: SheetRow[] } | { sheet: Sheet } | { unreadable: string }

/** Megabytes: ten times what the longest rows need. */
const resourceLimits = { maxOldGenerationSizeMb: 160, maxYoungGenerationSizeMb: 16 }

/**
 * Reads a CSV file in a thread of its own: ten megabytes of quotation marks take seconds that no other request waits.
 * @param take  works on some rows; the next ones are read once it is done
 * @throws invalid  the file cannot be read at all; the text says why
 */
export async function readSheet<Column extends string>(
  toRead: ToRead,
  take: (rows: SheetRow<Column>[]) => Promise<unknown>,
): Promise<Sheet> {
  const worker = new Worker(new URL('./sheet-worker.ts', import.meta.url), { workerData: toRead, resourceLimits })
  try {
    return await new Promise<Sheet>((resolve, reject) => {
      worker.on('message', (message: FromWorker) => {
        if ('sheet' in message) return resolve(message.sheet)
        if ('unreadable' in message) return reject(invalid({ file: [message.unreadable] }))
        // cast: it reads the columns it was given
        const rows = message.rows as SheetRow<Column>[]
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
        take(rows).then(() => worker.postMessage('next'), reject)
      })
      worker.once('error', (thrown: NodeJS.ErrnoException) =>
        reject(thrown.code === 'ERR_WORKER_OUT_OF_MEMORY' ? invalid({ file: [importTexts.notReadable] }) : thrown),
      )
      worker.once('exit', (code) => reject(new Error(`the thread that reads files ended with ${code}`)))
    })
  } finally {
    await worker.terminate()
  }
}
