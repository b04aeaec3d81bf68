import { appendFileSync, existsSync } from 'node:fs'
import { answerDocuments } from '../pdf/answer-documents.ts'

/* Run as a program by `compilerProcess`, instead of one that calls Typst. */

/** What a document does to the process that compiles it. */
export interface TestDocument {
  does: 'succeed' | 'fail' | 'abort' | 'hang' | 'hang at first' | 'keep memory'
  /** A file to which the process adds a line with its id. */
  log?: string
}

const kept: Buffer[] = []
const hang = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)

answerDocuments(({ does, log }: TestDocument) => {
  const isFirst = log === undefined || !existsSync(log)
  if (log !== undefined) appendFileSync(log, `${process.pid}\n`)
  if (does === 'fail') throw new Error('unknown variable: cattle')
  // what native code does that panics
  if (does === 'abort') process.abort()
  if (does === 'hang' || (does === 'hang at first' && isFirst)) hang()
  if (does === 'keep memory') kept.push(Buffer.alloc(300_000_000, 1))
  // oxlint-disable-next-line node/no-process-env -- the test looks for secrets
  return Buffer.from(JSON.stringify({ pid: process.pid, env: Object.keys(process.env) }))
})
