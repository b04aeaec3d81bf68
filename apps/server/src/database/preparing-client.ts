import { createHash } from 'node:crypto'
import pg from 'pg'
import { traceQuestion } from '../tracing.ts'

/** A statement is prepared once it was asked this often: what is asked once is not worth keeping. */
const worthPreparing = 3
/** Statements a connection may keep; lists can be filtered in more ways than are worth it. */
const mostPrepared = 300

const asked = new Map<string, number>()
const names = new Map<string, string>()

/**
 * A connection that prepares what it is asked again and again. PostgreSQL then reads and plans a statement once for
 * the connection and not at every request, which was most of what a ticket's page took.
 */
export class PreparingClient extends pg.Client {
  // the signatures of pg are overloads; this passes every one of them on
  override query(...args: unknown[]): never {
    const [text, values, ...rest] = args
    const name = typeof text === 'string' && Array.isArray(values) ? nameOf(text) : undefined
    // cast: query has a dozen forms, and all arguments are handed on as they came
    const ask = super.query as (...given: unknown[]) => never
    const sent = () => (name === undefined ? ask.apply(this, args) : ask.apply(this, [{ name, text, values }, ...rest]))
    // only a promise tells when the answer is there
    if (typeof text !== 'string' || typeof args.at(-1) === 'function') return sent()
    // cast: query answers in a dozen ways, by what it was given
    return traceQuestion(text, sent) as never
  }
}

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= mostPrepared) return known
  const times = (asked.get(text) ?? 0) + 1
  if (times < worthPreparing) {
    if (asked.size > 10 * mostPrepared) asked.clear()
    asked.set(text, times)
    return undefined
  }
  asked.delete(text)
  const name = createHash('sha256').update(text).digest('base64url')
  names.set(text, name)
  return name
}
