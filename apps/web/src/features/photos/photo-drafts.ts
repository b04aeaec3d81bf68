import { queryOptions, type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSession } from '../../api/session.ts'
import { photoDraftStore, type PhotoDraft } from './photo-draft-store.ts'
import { useAwaitedPhotos } from './upload-progress.ts'

/** Unsaved photos of a user, oldest first. */
export const photoDraftsQuery = (owner: string) =>
  queryOptions({
    queryKey: ['photo drafts', owner],
    queryFn: async () => (await photoDraftStore.list(owner)).map(withPendingChanges),
    // changed by this app only, so never stale
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
  })

const otherTabs = new BroadcastChannel('chisholm.photo-drafts')

/** Updates the drafts that this tab shows. */
export function updateCachedDrafts(
  queryClient: QueryClient,
  owner: string,
  update: (all: PhotoDraft[]) => PhotoDraft[],
): void {
  queryClient.setQueryData(photoDraftsQuery(owner).queryKey, (all = []) => update(all))
}

/** Makes other tabs read the drafts. Call it once they are written. */
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is limited to one origin
export const notifyOtherTabs = (owner: string) => otherTabs.postMessage(owner)

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

/**
 * Drafts that the user has saved but that are not on the server: queued ones, except while a screen awaits them, and
 * rejected ones.
 */
export function useUnsentPhotos(): PhotoDraft[] {
  const awaited = useAwaitedPhotos()
  return useAllPhotoDrafts().filter(({ id, waits, failure }) => (waits && !awaited.has(id)) || failure !== null)
}

/** Writes of drafts in progress, and the changes that they write, by id. */
const writes = new Map<string, Promise<unknown>>()
const pendingChanges = new Map<string, Partial<PhotoDraft>>()

/** A draft as read from the device may be older than what this tab is just writing. */
const withPendingChanges = (draft: PhotoDraft): PhotoDraft => ({ ...draft, ...pendingChanges.get(draft.id) })

/** Runs the write of a change of a draft after those before it. */
export function writeInOrder(id: string, change: Partial<PhotoDraft>, write: () => Promise<void>): Promise<void> {
  pendingChanges.set(id, { ...pendingChanges.get(id), ...change })
  const written = (writes.get(id) ?? Promise.resolve()).then(write)
  const settled = written.catch(() => undefined)
  writes.set(id, settled)
  void settled.then(() => {
    if (writes.get(id) !== settled) return
    writes.delete(id)
    pendingChanges.delete(id)
  })
  return written
}

/** Deletes drafts that were saved, removed by the user, or whose owner signs out. */
export async function removePhotoDrafts(queryClient: QueryClient, owner: string, ids: string[]): Promise<void> {
  await Promise.all(ids.map((id) => writes.get(id) ?? Promise.resolve()))
  await photoDraftStore.remove(owner, ids).catch(() => undefined)
  updateCachedDrafts(queryClient, owner, (all) => all.filter((draft) => !ids.includes(draft.id)))
  notifyOtherTabs(owner)
}
