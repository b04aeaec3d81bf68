import { IconCloudOff, IconCloudUp } from '@tabler/icons-react'
import { constants } from '@chisholm/domain/constants'
import { useEffect, useState } from 'react'
import { useCachedProvider } from '../../api/cached-provider.ts'
import { outboxStore } from '../../api/outbox-store.ts'
import { photoDraftStore } from '../photos/index.ts'
import { offlineHintTexts as texts } from './offline-hint-texts.ts'

interface OfflineHintProps {
  isOffline: boolean
}

/** Tells on the sign-in page what waits on this device, and offline which features work without a connection. */
export function OfflineHint({ isOffline }: OfflineHintProps) {
  const [unsent, setUnsent] = useState(0)
  const [photos, setPhotos] = useState(0)
  const days = useCachedProvider()?.offline_days ?? constants.provider.offlineDays.default
  useEffect(() => {
    void outboxStore.countAll().then(setUnsent)
    void photoDraftStore.countAll().then(setPhotos)
  }, [])
  if (!isOffline && unsent + photos === 0) return null
  const Icon = isOffline ? IconCloudOff : IconCloudUp
  return (
    <output className="banner" style={{ textAlign: 'left' }}>
      <Icon size={24} stroke={1.8} aria-hidden style={{ flex: 'none' }} />
      <div className="stack">
        {isOffline && <p>{texts.text(days)}</p>}
        {unsent > 0 && <p>{texts.unsent(unsent)}</p>}
        {photos > 0 && <p>{texts.photos(photos)}</p>}
      </div>
    </output>
  )
}
