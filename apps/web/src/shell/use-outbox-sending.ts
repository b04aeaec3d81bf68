import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { startSending } from '../api/outbox-sender.ts'
import { queryClient } from '../api/query-client.ts'
import { useSession } from '../api/session.ts'
import { customersQuery } from '../features/customers/queries.ts'
import { listQuery } from '../features/library/queries.ts'
import { sendWaitingPhotos } from '../features/photos/send-drafts.ts'

/** Works once the phone has nothing better to do. @returns what calls it off */
function whenQuiet(work: () => void): () => void {
  // Safari does not tell
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(work, 500)
    return () => clearTimeout(timer)
  }
  const waiting = requestIdleCallback(work, { timeout: 2000 })
  return () => cancelIdleCallback(waiting)
}

/** Sends what waits as long as somebody is signed in, and has the wizard at hand before the connection goes. */
export function useOutboxSending(): void {
  const owner = useSession()?.uuid
  const { preloadRoute } = useRouter()
  useEffect(() => (owner ? startSending(sendWaitingPhotos) : undefined), [owner])
  useEffect(() => {
    if (!owner) return
    return whenQuiet(() => {
      const screens = [
        '/a/postmortems/draft',
        '/a/postmortem/add',
        '/a/postmortem/first',
        '/a/postmortem/view/first/first/uploadPhoto',
      ]
      for (const to of screens) void preloadRoute({ to } as never).catch(() => undefined)
      void queryClient.prefetchQuery(customersQuery())
      for (const list of ['tag-colors', 'diagnoses', 'breeds', 'animal-colors', 'animal-groups'] as const)
        void queryClient.prefetchQuery(listQuery(list))
    })
  }, [owner, preloadRoute])
}
