import { IconCloudOff } from '@tabler/icons-react'
import { constants } from '@chisholm/domain/constants'
import { useEffect, useState } from 'react'
import { useCachedProvider } from '../../api/cached-provider.ts'
import { outboxStore } from '../../api/outbox-store.ts'
import { offlineHintTexts as texts } from './offline-hint-texts.ts'

/** Explains on the sign-in page which features work without a connection. */
export function OfflineHint() {
  const [unsent, setUnsent] = useState(0)
  const days = useCachedProvider()?.offline_days ?? constants.provider.offlineDays.default
  useEffect(() => void outboxStore.countAll().then(setUnsent), [])
  return (
    <output className="banner" style={{ textAlign: 'left' }}>
      <IconCloudOff size={24} stroke={1.8} aria-hidden style={{ flex: 'none' }} />
      <div className="stack">
        <p>{texts.text(days)}</p>
        {unsent > 0 && <p>{texts.unsent(unsent)}</p>}
      </div>
    </output>
  )
}
