import { queryOptions, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSession } from '../../api/session.ts'
import { keptDrafts, type PhotoDraft } from './kept-drafts.ts'

/** The photos of a person not saved yet, oldest first. */
export const draftsQuery = (owner: string) =>
  queryOptions({
    queryKey: ['photo drafts', owner],
    // a device without storage keeps drafts only as long as the page is open
    queryFn: () => keptDrafts.of(owner).catch((): PhotoDraft[] => []),
    // only this app changes them, and they are on the device: neither time nor the network matters
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
  })

const otherTabs = new BroadcastChannel('chisholm.photo-drafts')

/** Changes what is shown here, and lets other tabs look again. */
export function changeShown(queryClient: QueryClient, owner: string, next: (all: PhotoDraft[]) => PhotoDraft[]): void {
  queryClient.setQueryData(draftsQuery(owner).queryKey, (all = []) => next(all))
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin anyway
  otherTabs.postMessage(owner)
}

/** All drafts of the person signed in, as every tab of this browser changes them. */
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

/** Drops drafts for good: they were saved, removed by hand, or their owner signs out. */
export async function dropDrafts(queryClient: QueryClient, owner: string, ids: string[]): Promise<void> {
  await keptDrafts.drop(owner, ids).catch(() => undefined)
  changeShown(queryClient, owner, (all) => all.filter((draft) => !ids.includes(draft.id)))
}
