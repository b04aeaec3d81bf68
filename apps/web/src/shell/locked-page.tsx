import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { api } from '../api/client.ts'
import { offlineAccess } from '../api/offline-access.ts'
import { clearOfflineData } from '../api/offline-data.ts'
import { useOutbox } from '../api/outbox-state.ts'
import { Page } from '../ui/page.tsx'
import { toast } from '../ui/toast.ts'
import { uiTexts } from '../ui-texts.ts'
import { shellTexts } from './shell-texts.ts'

const texts = shellTexts.locked

/** Shown instead of every page if the device has not reached the server for too long. */
export function LockedPage() {
  const unsent = useOutbox().unsent.length
  const [isTrying, setTrying] = useState(false)
  // the app may have been open for all that time
  useEffect(() => void clearOfflineData(), [])
  useEffect(() => {
    const unlock = () => void reachServer().catch(() => undefined)
    globalThis.addEventListener('online', unlock)
    return () => globalThis.removeEventListener('online', unlock)
  }, [])
  const tryNow = async () => {
    setTrying(true)
    try {
      await reachServer()
    } catch {
      toast.failure(uiTexts.stillNone)
    } finally {
      setTrying(false)
    }
  }
  return (
    <Page title={texts.title} ownHeading>
      <h1>{texts.title}</h1>
      <p>{texts.reason}</p>
      {unsent > 0 && <p>{texts.unsent(unsent)}</p>}
      <Button loading={isTrying} onClick={() => void tryNow()}>
        {texts.tryNow}
      </Button>
    </Page>
  )
}

/** Unlocks the device. @throws ApiError  the server cannot be reached */
async function reachServer(): Promise<void> {
  await api.get('/provider')
  offlineAccess.noteContact()
}
