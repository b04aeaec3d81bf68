import './danger.css'
import { Button, Checkbox, Modal } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type DangerSign, strictestLevel } from '@chisholm/domain/danger-signs'
import { texts } from '@chisholm/domain/texts'
import { useRef, useState } from 'react'
import { useCachedProvider } from '../../api/cached-provider.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { dangerTexts } from './danger-texts.ts'
import { DangerSignList } from './danger-sign-list.tsx'
import { Authorities, CallPractice } from './who-to-call.tsx'

interface DangerScreenProps {
  signs: readonly DangerSign[]
  onBack: () => void
  onRead: () => void
}

/** Covers the screen until the warning is acknowledged or the user goes back. The page below keeps its input. */
export function DangerScreen({ signs, onBack, onRead }: DangerScreenProps) {
  const hasAuthorities = (useCachedProvider()?.authorities ?? []).length > 0
  return (
    <Dialog
      opened
      onClose={onBack}
      fullScreen
      withCloseButton={false}
      padding={0}
      transitionProps={{ duration: 0 }}
      styles={{
        content: { background: 'var(--danger-2)' },
        title: { fontSize: '1.875rem', fontWeight: 700, lineHeight: 1.2 },
      }}
    >
      <div className="danger-screen">
        <div className="danger-screen-body">
          <IconAlertTriangle aria-hidden />
          <Modal.Title>{dangerTexts.titles[strictestLevel(signs) ?? 'stop']}</Modal.Title>
          <CallPractice />
          <DangerSignList signs={signs} />
          {hasAuthorities && (
            <section className="card part">
              <h3>{dangerTexts.authorities}</h3>
              <Authorities />
              <p className="hint">{dangerTexts.nobodyTold}</p>
            </section>
          )}
        </div>
        <Confirmation onBack={onBack} onRead={onRead} />
      </div>
    </Dialog>
  )
}

/** The footer: the warning must be confirmed before the request goes on. */
function Confirmation({ onBack, onRead }: Omit<DangerScreenProps, 'signs'>) {
  const [isRead, setRead] = useState(false)
  const [isMissing, setMissing] = useState(false)
  const checkbox = useRef<HTMLInputElement>(null)
  const goOn = () => {
    if (isRead) return onRead()
    setMissing(true)
    checkbox.current?.focus()
  }
  return (
    <div className="danger-screen-footer">
      <Checkbox
        ref={checkbox}
        size="lg"
        color="red"
        // the box stays beside its label when an error is below it
        styles={{ body: { alignItems: 'flex-start' }, inner: { marginTop: 7 } }}
        label={dangerTexts.haveRead}
        checked={isRead}
        onChange={(event) => {
          setRead(event.currentTarget.checked)
          setMissing(false)
        }}
        error={isMissing && texts.refusal.confirmDanger}
      />
      <div>
        <Button variant="default" onClick={onBack}>
          {dangerTexts.goBack}
        </Button>
        <Button onClick={goOn}>{dangerTexts.goOn}</Button>
      </div>
    </div>
  )
}
