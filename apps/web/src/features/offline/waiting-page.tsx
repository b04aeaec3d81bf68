import './waiting.css'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useWaitsForWifi } from '../../api/photo-connection.ts'
import { useOutbox } from '../../api/outbox-state.ts'
import { countUnsent, outboxTexts } from '../../outbox-texts.ts'
import { formatBytes } from '../../ui/format-bytes.ts'
import { Page } from '../../ui/page.tsx'
import { EmptyState, Skeletons } from '../../ui/states.tsx'
import { useUnsentPhotos } from '../photos/index.ts'
import { offlineTexts } from './offline-texts.ts'
import { tryNow } from './try-now.ts'
import { WaitingPostMortem } from './waiting-post-mortem.tsx'
import { sendsByItself, waitingList } from './waiting-list.ts'

const texts = offlineTexts.waiting

/** All unsent changes and photos on this device, by ticket. */
export function WaitingPage() {
  const { unsent, isLoaded } = useOutbox()
  const { groups, changes, photos, bytes } = waitingList(unsent, useUnsentPhotos())
  const isWaitingForWifi = useWaitsForWifi()
  const [isTrying, setTrying] = useState(false)
  const send = async () => {
    setTrying(true)
    await tryNow()
    setTrying(false)
  }
  const total = [...countUnsent({ changes, photos }), formatBytes(bytes)].join(' · ')
  return (
    <Page
      title={outboxTexts.waiting}
      back
      ownHeading
      footer={
        groups.length > 0 && (
          <Button loading={isTrying} onClick={() => void send()}>
            {outboxTexts.tryNow}
          </Button>
        )
      }
    >
      <h1>{outboxTexts.waiting}</h1>
      {!isLoaded && <Skeletons />}
      {isLoaded && groups.length === 0 && <EmptyState text={texts.empty} />}
      {groups.length > 0 && (
        <div>
          <p className="waiting-total">{total}</p>
          {photos > 0 && isWaitingForWifi && (
            <p className="hint">
              {texts.waitForWifi} <Link to="/a/profile">{texts.changeWifi}</Link>
            </p>
          )}
          {sendsByItself(groups) && <p className="hint">{texts.goOut}</p>}
        </div>
      )}
      {groups.map((group) => (
        <WaitingPostMortem key={group.postMortemId} group={group} />
      ))}
    </Page>
  )
}
