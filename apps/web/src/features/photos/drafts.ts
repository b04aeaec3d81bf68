import { queryOptions, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSession } from '../../api/session.ts'
import { keptDrafts, type PhotoDraft } from './kept-drafts.ts'

/** Unsaved photos of a user, oldest first. */
export const draftsQuery = (owner: string) =>
  queryOptions({
    queryKey: ['photo drafts', owner],
    // without storage, drafts last as long as the page
    queryFn: () => keptDrafts.of(owner).catch((): PhotoDraft[] => []),
    // changed by this app only, so never stale
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
  })

const otherTabs = new BroadcastChannel('chisholm.photo-drafts')

/** Updates the cache and notifies other tabs. */
export function changeShown(queryClient: QueryClient, owner: string, next: (all: PhotoDraft[]) => PhotoDraft[]): void {
  queryClient.setQueryData(draftsQuery(owner).queryKey, (all = []) => next(all))
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin anyway
  otherTabs.postMessage(owner)
}

/** All drafts of the signed-in user, synchronised across tabs. */
export function useAllDrafts(): PhotoDraft[] {
  const owner = useSession()?.uuid ?? ''
  const queryClient = useQueryClient()
  useEffect(() => {
    const look = () => void queryClient.invalidateQueries({ queryKey: ['photo drafts'] })
    otherTabs.addEventListener('message', look)
    return () => otherTabs.removeEventListener('message', look)
  }, [queryClient])
  return useQuery(draftsQuery(owner)).data ?? []
}

/** Deletes drafts that were saved, removed by the user, or whose owner signs out. */
export async function dropDrafts(queryClient: QueryClient, owner: string, ids: string[]): Promise<void> {
  await keptDrafts.drop(owner, ids).catch(() => undefined)
  changeShown(queryClient, owner, (all) => all.filter((draft) => !ids.includes(draft.id)))
}
