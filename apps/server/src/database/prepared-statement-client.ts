import { createHash } from 'node:crypto'
import pg from 'pg'
import { traceQuery } from '../tracing.ts'

/** A statement is prepared once it was asked this often: what is asked once is not worth keeping. */
const minUsesToPrepare = 3
/** Statements a connection may keep; lists can be filtered in more ways than are worth it. */
const maxPrepared = 300

const useCounts = new Map<string, number>()
const statementNames = new Map<string, string>()

/**
 * A connection that prepares what it is asked again and again. PostgreSQL then reads and plans a statement once for
 * the connection and not at every request, which was most of what a ticket's page took.
 */
export class PreparedStatementClient extends pg.Client {
  // the signatures of pg are overloads; this passes every one of them on
  override query(...args: unknown[]): never {
    const [text, values, ...rest] = args
    const name = typeof text === 'string' && Array.isArray(values) ? statementName(text) : undefined
    // cast: query has a dozen forms, and all arguments are handed on as they came
    const query = super.query as (...given: unknown[]) => never
    const run = () =>
      name === undefined ? query.apply(this, args) : query.apply(this, [{ name, text, values }, ...rest])
    // only a promise tells when the answer is there
    if (typeof text !== 'string' || typeof args.at(-1) === 'function') return run()
    // cast: query answers in a dozen ways, by what it was given
    return traceQuery(text, run) as never
  }
}

function statementName(text: string): string | undefined {
  const known = statementNames.get(text)
  if (known !== undefined || statementNames.size >= maxPrepared) return known
  const times = (useCounts.get(text) ?? 0) + 1
  if (times < minUsesToPrepare) {
    if (useCounts.size > 10 * maxPrepared) useCounts.clear()
    useCounts.set(text, times)
    return undefined
  }
  useCounts.delete(text)
  const name = createHash('sha256').update(text).digest('base64url')
  statementNames.set(text, name)
  return name
}
