import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { outbox } from '../api/outbox.ts'
import { useSession } from '../api/session.ts'
import { sendWaitingPhotos } from '../features/photos/send-drafts.ts'

/** Sends what waits as long as somebody is signed in, and has the wizard at hand before the connection goes. */
export function useOutboxSending(): void {
  const owner = useSession()?.uuid
  const router = useRouter()
  useEffect(() => (owner ? outbox.start(sendWaitingPhotos) : undefined), [owner])
  useEffect(() => {
    const needed = ['/a/postmortem/add', '/a/postmortem/first', '/a/postmortem/view/first/first/uploadPhoto']
    for (const to of needed) void router.preloadRoute({ to } as never).catch(() => undefined)
  }, [router])
}
