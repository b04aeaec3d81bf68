import { useEffect } from 'react'
import { downloadLock } from '../api/web-locks.ts'
import { queryClient } from '../api/query-client.ts'
import { useSession } from '../api/session.ts'
import { downloadPostMortems } from '../features/post-mortems/index.ts'
import { sitesQuery } from '../features/sites/index.ts'
import { trainingsQuery } from '../features/trainings/index.ts'

/** The first download waits this many milliseconds, so that the screens have the connection for themselves. */
const firstDelay = 10_000
const interval = 30 * 60_000

/** This API is not a standard yet. Only Chromium has it. */
interface ConnectionHints {
  connection?: { saveData?: boolean }
}

/** Whether downloaded data could be read at all, and the user does not want to save data. */
async function shouldDownload(): Promise<boolean> {
  // cast: a property that other browsers lack
  const { connection } = navigator as ConnectionHints
  if (!navigator.onLine || connection?.saveData || document.visibilityState !== 'visible') return false
  return (await navigator.serviceWorker?.getRegistration()) !== undefined
}

const download = () =>
  navigator.locks.request(downloadLock, { ifAvailable: true }, async (lock) => {
    if (!lock || !(await shouldDownload())) return
    void queryClient.prefetchQuery(sitesQuery(1))
    void queryClient.prefetchQuery(trainingsQuery())
    // If a download fails, earlier ones stay.
    await downloadPostMortems().catch(() => undefined)
  })

/** Downloads data that the user may need offline, in the background. */
export function useOfflineDownload(): void {
  const owner = useSession()?.uuid
  useEffect(() => {
    if (!owner) return
    const first = setTimeout(() => void download(), firstDelay)
    const next = setInterval(() => void download(), interval)
    return () => {
      clearTimeout(first)
      clearInterval(next)
    }
  }, [owner])
}
