import { queryClient } from '../../api/query-client.ts'
import { customersQuery } from '../customers/queries.ts'
import { listQuery } from './queries.ts'

/** The names of what a body points to, as the lists its form offered tell them. */
export function namesIn(body: object): Record<string, string> {
  const customers = queryClient.getQueryData(customersQuery().queryKey) ?? []
  const entries = (['tag-colors', 'diagnoses'] as const).flatMap(
    (list) => queryClient.getQueryData(listQuery(list).queryKey) ?? [],
  )
  const ids = new Set<unknown>(Object.values(body))
  const pointed = [...customers, ...customers.flatMap(({ sites }) => sites), ...entries].filter(({ id }) => ids.has(id))
  return Object.fromEntries(pointed.map(({ id, name }) => [id, name]))
}
