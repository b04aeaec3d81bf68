import { queryClient } from '../../api/query-client.ts'
import { customersQuery } from '../customers/queries.ts'
import { entryQuery, listQuery } from './queries.ts'

const lists = ['tag-colors', 'diagnoses', 'breeds', 'animal-colors', 'animal-groups'] as const

/** The names of what a body points to, as the lists its form offered tell them. */
export function namesIn(body: object): Record<string, string> {
  const ids = new Set(Object.values(body).filter((value) => typeof value === 'string'))
  const customers = queryClient.getQueryData(customersQuery().queryKey) ?? []
  const offered = lists.flatMap((list) => queryClient.getQueryData(listQuery(list).queryKey) ?? [])
  // retired since, and kept all the same
  const kept = lists.flatMap((list) =>
    [...ids].flatMap((id) => queryClient.getQueryData(entryQuery(list, id).queryKey) ?? []),
  )
  const known = [...customers, ...customers.flatMap(({ sites }) => sites), ...offered, ...kept]
  return Object.fromEntries(known.flatMap(({ id, name }) => (ids.has(id) ? [[id, name]] : [])))
}
