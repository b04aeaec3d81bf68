import { queryClient } from '../../api/query-client.ts'
import { customersQuery } from '../customers/index.ts'
import { entryQuery, listQuery, animalLists } from './queries.ts'

/**
 * The names of the records whose ids a request body contains. They come from the cached lists that the form offered.
 */
export function cachedNamesOfIds(body: object): Record<string, string> {
  const ids = new Set(Object.values(body).filter((value) => typeof value === 'string'))
  const customers = queryClient.getQueryData(customersQuery().queryKey) ?? []
  const offered = animalLists.flatMap((list) => queryClient.getQueryData(listQuery(list).queryKey) ?? [])
  // Entries that were retired since are cached one by one.
  const retired = animalLists.flatMap((list) =>
    [...ids].flatMap((id) => queryClient.getQueryData(entryQuery(list, id).queryKey) ?? []),
  )
  const entries = [...customers, ...customers.flatMap(({ sites }) => sites), ...offered, ...retired]
  return Object.fromEntries(entries.flatMap(({ id, name }) => (ids.has(id) ? [[id, name]] : [])))
}
