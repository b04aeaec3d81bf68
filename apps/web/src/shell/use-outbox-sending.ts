import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { isVet } from '@chisholm/domain/permissions'
import { sendNow, startSending } from '../api/outbox-sender.ts'
import { photoConnection } from '../api/photo-connection.ts'
import { today } from '../api/cached-provider.ts'
import { queryClient } from '../api/query-client.ts'
import { session, useSession } from '../api/session.ts'
import { customersQuery } from '../features/customers/index.ts'
import { animalLists, listQuery, type OfferedList } from '../features/library/index.ts'
import { isWaitingForPhotos, uploadWaitingPhotos } from '../features/photos/index.ts'
import { weekQuery } from '../features/planner/index.ts'
import { notifySeenBefore } from '../features/post-mortems/index.ts'
import { assignableVetsQuery } from '../features/users/index.ts'

/**
 * Runs work when the browser is idle.
 * @returns a function that cancels it
 */
function whenIdle(work: () => void): () => void {
  // Safari lacks requestIdleCallback.
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(work, 500)
    return () => clearTimeout(timer)
  }
  const waiting = requestIdleCallback(work, { timeout: 2000 })
  return () => cancelIdleCallback(waiting)
}

const waitingPhotos = { send: uploadWaitingPhotos, isWaiting: isWaitingForPhotos }

/** The lists that the wizard needs. */
const clientLists = [...animalLists, 'photo-slots'] as const
/** Lists that a veterinarian rarely needs wait this many milliseconds, so that the inbox has the connection for itself. */
const rareListsDelay = 10_000

/** Fetches the lists that no screen has fetched yet. */
function prefetchLists(lists: readonly OfferedList[]): void {
  for (const query of lists.map(listQuery))
    if (queryClient.getQueryData(query.queryKey) === undefined) void queryClient.prefetchQuery(query)
}

/** Sends the outbox while the user is signed in, and loads the wizard in advance in case the connection is lost. */
export function useOutboxSending(): void {
  const owner = useSession()?.uuid
  const { preloadRoute } = useRouter()
  useEffect(
    () => (owner ? startSending(waitingPhotos, (reports) => void notifySeenBefore(reports)) : undefined),
    [owner],
  )
  useEffect(() => (owner ? photoConnection.subscribe(() => void sendNow()) : undefined), [owner])
  useEffect(() => {
    if (!owner) return
    return whenIdle(() => {
      const screens = [
        '/a/postmortems/draft',
        '/a/postmortem/add',
        '/a/postmortem/first',
        '/a/postmortem/view/first/first/uploadPhoto',
        '/a/waiting',
      ]
      for (const to of screens) void preloadRoute({ to }).catch(() => undefined)
      void queryClient.prefetchQuery(customersQuery())
      const currentUser = session.read()
      if (currentUser && isVet(currentUser)) {
        void queryClient.prefetchQuery(assignableVetsQuery(currentUser))
        prefetchLists(['diagnoses'])
      } else prefetchLists(clientLists)
    })
  }, [owner, preloadRoute])
  useEffect(() => {
    const currentUser = session.read()
    if (!owner || !currentUser || !isVet(currentUser)) return
    const timer = setTimeout(() => {
      prefetchLists([...clientLists, 'phrases', 'sample-kinds'])
      void queryClient.prefetchQuery(weekQuery(today()))
    }, rareListsDelay)
    return () => clearTimeout(timer)
  }, [owner])
}
