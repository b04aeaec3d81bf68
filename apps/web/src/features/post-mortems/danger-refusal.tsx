import { Button } from '@mantine/core'
import { texts } from '@chisholm/domain/texts'
import { useState } from 'react'
import { outboxChanges } from '../../api/outbox-changes.ts'
import type { OutboxEntry } from '../../api/outbox-entries.ts'
import { outbox } from '../../api/outbox.ts'
import { errorMessage, toast } from '../../ui/toast.ts'
import { DangerScreen } from './danger-screen.tsx'
import { dangerTexts } from './danger-texts.ts'
import { signsOf } from './danger-signs-of.ts'
import { useKnownPostMortem } from './queries.ts'

/** Resends a post-mortem that was rejected because the warning of its danger signs had not been acknowledged. */
export function DangerRefusal({ refused }: { refused: Extract<OutboxEntry, { kind: 'send post-mortem' }> }) {
  const { postMortemId, afterPhotos = false } = refused
  const { postMortem } = useKnownPostMortem(postMortemId)
  const [isShown, setShown] = useState(false)
  const send = async () => {
    setShown(false)
    try {
      const { draft: _, ...confirmations } = refused.body
      const confirmed = { ...confirmations, afterPhotos, danger_acknowledged: 1 } as const
      await outbox.submit(outboxChanges.sendPostMortem(postMortemId, confirmed))
    } catch (failure) {
      toast.failure(errorMessage(failure, texts.failure.updatePostMortem))
    }
  }
  return (
    <>
      <Button size="sm" mih={44} color="red" onClick={() => setShown(true)}>
        {dangerTexts.readWarning}
      </Button>
      {isShown && (
        <DangerScreen
          signs={postMortem ? signsOf(postMortem) : []}
          onBack={() => setShown(false)}
          onRead={() => void send()}
        />
      )}
    </>
  )
}
