import { isDeepStrictEqual } from 'node:util'
import { CompiledQuery, type RawBuilder } from 'kysely'

/** A query whose SQL is always the same. It is compiled once, because processing a long text takes time. */
export interface QueryTemplate<Row> {
  name: string
  /** The parameters of the query that `build` returns, in order. */
  parameters: unknown[]
  build(): RawBuilder<Row>
}
const texts = new Map<string, string>()

/**
 * Compiles a query, or combines the SQL of its first compilation with new parameters.
 * @param name  identifies the SQL
 * @throws Error  the compiled query has other parameters
 */
export function compileOnce<Row>(
  name: string,
  parameters: unknown[],
  compile: () => CompiledQuery<Row>,
): CompiledQuery<Row> {
  const text = texts.get(name)
  if (text !== undefined) return CompiledQuery.raw(text, parameters)
  const compiled = compile()
  if (!isDeepStrictEqual(compiled.parameters, parameters))
    throw new Error(`The template "${name}" has other parameters than it says.`)
  texts.set(name, compiled.sql)
  return compiled
}
