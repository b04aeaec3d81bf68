import { createHash } from 'node:crypto'
import pg from 'pg'
import { traceQuery } from '../tracing.ts'

/** A statement is prepared after this many uses. */
const minUsesToPrepare = 3
/** Limit per connection, because lists can be filtered in more ways than are worth preparing. */
const maxPrepared = 300

const useCounts = new Map<string, number>()
const statementNames = new Map<string, string>()

/**
 * Prepares frequent statements, so that PostgreSQL parses and plans them once per connection. Planning took most of the
 * time of a list page.
 */
export class PreparedStatementClient extends pg.Client {
  // The signature accepts every overload of pg's `query`.
  override query(...args: unknown[]): never {
    const [text, values, ...rest] = args
    const name = typeof text === 'string' && Array.isArray(values) ? statementName(text) : undefined
    // cast: `query` has many overloads; all arguments are passed on unchanged
    const query = super.query as (...queryArgs: unknown[]) => never
    const run = () =>
      name === undefined ? query.apply(this, args) : query.apply(this, [{ name, text, values }, ...rest])
    // Only calls that return a promise can be traced to their end.
    if (typeof text !== 'string' || typeof args.at(-1) === 'function') return run()
    // cast: the return type of `query` depends on its arguments
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
