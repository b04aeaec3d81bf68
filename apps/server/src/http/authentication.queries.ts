import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import { compileOnce, type QueryTemplate } from '../database/query-template.ts'
import type { Executor } from '../database/executor.ts'
import type { SignedInUser } from './context.ts'

type SessionRow<Row> = Row & { session: string; is_there: true | null }

/**
 * Reads a session and the row of another query in one statement.
 * @returns `text`: null if the session has ended; `row`: undefined if the query returns none
 */
export async function readWithSession<Row>(
  db: Executor,
  statement: CompiledQuery<SessionRow<Row>>,
): Promise<{ text: string | null; row: Row | undefined }> {
  const [found] = (await db.executeQuery(statement)).rows
  return { text: found?.session ?? null, row: found?.is_there ? found : undefined }
}

/** The statement that combines a query with the session check. */
export function withSession<Row>(
  db: Executor,
  session: { query: RawBuilder<{ session: string }>; parameters: string[] },
  query: RawBuilder<Row> | QueryTemplate<Row>,
): CompiledQuery<SessionRow<Row>> {
  if (!('build' in query)) return compileWithSession(db, session.query, query)
  const { name, parameters, build } = query
  return compileOnce(`session and ${name}`, [...session.parameters, ...parameters], () =>
    compileWithSession(db, session.query, build()),
  )
}

const compileWithSession = <Row>(
  db: Executor,
  session: RawBuilder<{ session: string }>,
  query: RawBuilder<Row>,
): CompiledQuery<SessionRow<Row>> =>
  sql<SessionRow<Row>>`
    select current.session, answer.* from (${session}) current
    left join lateral (select true as is_there, found.* from (${query}) found) answer on true`.compile(db)

/**
 * Compiled statements of the lists that each user has requested lately. The app requests the same lists again and again,
 * and building a statement took a tenth of the time of an inbox request. They last as long as the user has the same
 * roles and sites.
 */
const lastStatements = new WeakMap<SignedInUser, Map<string, CompiledQuery>>()
const maxPerUser = 5
/** Texts of statements, so that those of different users share one. */
const texts = new Map<string, string>()
const maxTexts = 200

/** Builds a statement, or returns the cached one of this key and user. @param key  undefined: not cached */
export function statementOf<Row>(
  person: SignedInUser,
  key: string | undefined,
  build: () => CompiledQuery<Row> | undefined,
): CompiledQuery<Row> | undefined {
  if (key === undefined) return build()
  const statements = lastStatements.get(person) ?? new Map<string, CompiledQuery>()
  // cast: the key identifies the query
  const known = statements.get(key) as CompiledQuery<Row> | undefined
  if (known) return known
  const built = build()
  if (!built) return undefined
  const text = texts.get(built.sql) ?? built.sql
  if (texts.size >= maxTexts) texts.clear()
  texts.set(text, text)
  if (statements.size >= maxPerUser) statements.clear()
  const compiled = { ...built, sql: text }
  statements.set(key, compiled)
  lastStatements.set(person, statements)
  return compiled
}
