import { queryOptions, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSession } from '../../api/session.ts'
import { photoDraftStore, type PhotoDraft } from './photo-draft-store.ts'

/** Unsaved photos of a user, oldest first. */
export const photoDraftsQuery = (owner: string) =>
  queryOptions({
    queryKey: ['photo drafts', owner],
    // without storage, drafts last as long as the page
    queryFn: () => photoDraftStore.list(owner).catch((): PhotoDraft[] => []),
    // changed by this app only, so never stale
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
  })

const otherTabs = new BroadcastChannel('chisholm.photo-drafts')

/** Updates the cache and notifies other tabs. */
export function updateCachedDrafts(
  queryClient: QueryClient,
  owner: string,
  update: (all: PhotoDraft[]) => PhotoDraft[],
): void {
  queryClient.setQueryData(photoDraftsQuery(owner).queryKey, (all = []) => update(all))
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is limited to one origin
  otherTabs.postMessage(owner)
}

/** All drafts of the signed-in user, synchronised across tabs. */
export function useAllPhotoDrafts(): PhotoDraft[] {
  const owner = useSession()?.uuid ?? ''
  const queryClient = useQueryClient()
  useEffect(() => {
    const refetch = () => void queryClient.invalidateQueries({ queryKey: ['photo drafts'] })
    otherTabs.addEventListener('message', refetch)
    return () => otherTabs.removeEventListener('message', refetch)
  }, [queryClient])
  return useQuery(photoDraftsQuery(owner)).data ?? []
}

/** Drafts that the user has saved but that are not on the server: queued ones and failed uploads. */
export const useUnsentPhotos = (): PhotoDraft[] =>
  useAllPhotoDrafts().filter(({ waits, failure }) => waits || failure !== null)

/** Writes of drafts in progress, by id. */
const writes = new Map<string, Promise<unknown>>()

/** Runs a write of a draft after those before it. */
export function writeInOrder<Result>(id: string, write: () => Promise<Result>): Promise<Result> {
  const written = (writes.get(id) ?? Promise.resolve()).then(write)
  const settled = written.catch(() => undefined)
  writes.set(id, settled)
  void settled.then(() => writes.get(id) === settled && writes.delete(id))
  return written
}

/** Deletes drafts that were saved, removed by the user, or whose owner signs out. */
export async function removePhotoDrafts(queryClient: QueryClient, owner: string, ids: string[]): Promise<void> {
  await Promise.all(ids.map((id) => writes.get(id) ?? Promise.resolve()))
  await photoDraftStore.remove(owner, ids).catch(() => undefined)
  updateCachedDrafts(queryClient, owner, (all) => all.filter((draft) => !ids.includes(draft.id)))
}
