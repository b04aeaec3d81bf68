import { createHash } from 'node:crypto'
import type { Socket } from 'node:net'
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
 * time of a list page. Statements that are run at once are sent together (`PipeliningExecutor`).
 */
export class PreparedStatementClient extends pg.Client {
  // pg reads it for each query, though its types declare it as read-only.
  declare pipeline: boolean
  /** Whether no query is being executed; missing in pg's types. */
  declare readonly readyForQuery: boolean
  /** The process of the server that serves this connection, null before it is known; missing in pg's types. */
  declare readonly processID: number | null
  #isCorked = false
  /** The begin of a transaction of Kysely, which is sent with its first statement. */
  #begin: unknown[] | undefined
  /** The begin that was sent, until its response. */
  #beginning: Promise<unknown> | undefined

  /** Number of bytes received. */
  get bytesRead(): number {
    // cast: the stream of a connection is a socket
    return (this.connection.stream as Socket).bytesRead
  }

  // The signature accepts every overload of pg's `query`.
  override query(...args: unknown[]): never {
    const [text, values] = args
    // Only Kysely passes values, and it ends each transaction that it begins.
    const isKysely = typeof text === 'string' && Array.isArray(values)
    if (isKysely && /^(begin|start transaction)\b/.test(text)) {
      this.#begin = args
      return resultOf('BEGIN')
    }
    if (this.#begin) {
      const begin = this.#begin
      this.#begin = undefined
      if (text === 'commit' || text === 'rollback') return resultOf(text.toUpperCase())
      this.#sendBegin(begin)
      if (isKysely && text.startsWith('select')) return this.#sendBehindBegin(args)
    }
    // cast: a statement with a callback has no transaction of Kysely
    return this.#beginning && isKysely ? (this.#beginning.then(() => this.#send(args)) as never) : this.#send(args)
  }

  #sendBegin(begin: unknown[]): void {
    // cast: the begin is run with its text and values, which returns a promise
    const began = this.#send(begin) as Promise<unknown>
    this.#beginning = began
    const clear = () => {
      this.#beginning = undefined
    }
    began.then(clear, clear)
  }

  /**
   * Sends the first statement of a transaction together with its begin, because it reads only: if the begin failed,
   * another would be executed without a transaction.
   */
  #sendBehindBegin(first: unknown[]): never {
    // cast: a statement with its values, which returns a promise
    const result = this.#send(first) as Promise<unknown>
    const begun = this.#beginning ?? Promise.resolve()
    // cast: `send` returns what `query` does
    return Promise.all([result, begun]).then(([answer]) => answer) as never
  }

  #send(args: unknown[]): never {
    const [text, values, ...rest] = args
    this.#choosePipelining(text)
    this.#sendAtOnce()
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

  /** Nothing may be sent behind a cursor, which waits for several responses. */
  #choosePipelining(query: unknown): void {
    const isCursor = typeof query === 'object' && query !== null && 'submit' in query
    if (isCursor) this.pipeline = false
    else if (this.readyForQuery) this.pipeline = true
  }

  /** Sends what is run until the next turn of the event loop with one system call, which wakes PostgreSQL up once. */
  #sendAtOnce(): void {
    if (this.#isCorked) return
    this.#isCorked = true
    const { stream } = this.connection
    stream.cork()
    process.nextTick(() => {
      this.#isCorked = false
      stream.uncork()
    })
  }
}

/** The result of a statement that is not sent yet, or not at all, as far as Kysely reads it. */
// cast: the signature of `query` has many overloads
const resultOf = (command: string) => Promise.resolve({ command, rowCount: null, rows: [] }) as never

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
