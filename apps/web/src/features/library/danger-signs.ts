import { type DangerSign, isDangerLevel } from '@chisholm/domain/danger-signs'
import type { LibraryEntry } from '@chisholm/domain/schemas/library'
import { queryClient } from '../../api/query-client.ts'
import { entryQuery, listQuery, useEntries } from './queries.ts'

/** A danger sign of the library. One without a level counts as the strictest. */
export const toDangerSign = ({ id, name, advice, level }: LibraryEntry): DangerSign => ({
  id,
  name,
  advice: advice ?? null,
  level: isDangerLevel(level) ? level : 'stop',
})

/** The danger signs with these ids; none while they are loading. */
export const useDangerSigns = (ids: readonly string[]): DangerSign[] =>
  (useEntries('danger-signs', ids).entries ?? []).filter(({ id }) => ids.includes(id)).map(toDangerSign)

/** The danger signs with these ids, from the cached list that the form offered. */
export function cachedDangerSigns(ids: readonly string[]): DangerSign[] {
  const offered = queryClient.getQueryData(listQuery('danger-signs').queryKey) ?? []
  return ids.flatMap((id) => {
    const retired = queryClient.getQueryData(entryQuery('danger-signs', id).queryKey)
    const entry = offered.find((one) => one.id === id) ?? retired
    return entry ? [toDangerSign(entry)] : []
  })
}
