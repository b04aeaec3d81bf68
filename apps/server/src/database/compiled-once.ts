import type { CompiledQuery } from 'kysely'
import type { Executor } from '../http/context.ts'

interface Question<Row> {
  compile(): CompiledQuery<Row>
}

/**
 * Makes the SQL of a question once instead of at every request: naming each column of a ticket and its animals took as
 * long as reading them. What is asked for must stand in the SQL as values alone and not decide what is written there.
 */
export function compiledOnce<Given extends unknown[], Row>(build: (db: Executor, ...given: Given) => Question<Row>) {
  let known: { query: CompiledQuery<Row>; places: number[] } | undefined
  return async (db: Executor, ...given: Given): Promise<Row[]> => {
    known ??= compile(build, db, given.length)
    const { query, places } = known
    const parameters = query.parameters.map((value, at) => (places[at] === -1 ? value : given[places[at] ?? 0]))
    return (await db.executeQuery<Row>({ ...query, parameters })).rows
  }
}

function compile<Given extends unknown[], Row>(
  build: (db: Executor, ...given: Given) => Question<Row>,
  db: Executor,
  count: number,
) {
  // each stands for what is asked, so that its places among the values of the statement are found again
  const marks = Array.from({ length: count }, (_, at) => ({ mark: at }))
  const query = build(db, ...(marks as unknown as Given)).compile()
  return { query, places: query.parameters.map((value) => marks.findIndex((mark) => mark === value)) }
}
