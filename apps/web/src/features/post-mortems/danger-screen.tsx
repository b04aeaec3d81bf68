import './danger.css'
import { Button, Checkbox, Modal } from '@mantine/core'
import { IconAlertTriangle, IconPhone } from '@tabler/icons-react'
import { type DangerSign, strictestLevel } from '@chisholm/domain/danger-signs'
import { texts } from '@chisholm/domain/texts'
import { useState } from 'react'
import { useCachedProvider } from '../../api/cached-provider.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { dangerTexts } from './danger-texts.ts'

interface DangerScreenProps {
  signs: readonly DangerSign[]
  onBack: () => void
  onRead: () => void
}

/** Covers the screen until the warning is acknowledged or the user goes back. The page below keeps its input. */
export function DangerScreen({ signs, onBack, onRead }: DangerScreenProps) {
  const [isRead, setRead] = useState(false)
  const [isMissing, setMissing] = useState(false)
  const goOn = () => (isRead ? onRead() : setMissing(true))
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
      <div className="danger-screen-body">
        <IconAlertTriangle aria-hidden />
        <Modal.Title>{dangerTexts.titles[strictestLevel(signs) ?? 'stop']}</Modal.Title>
        <ul className="danger-screen-signs">
          {signs.map(({ id, name, advice }) => (
            <li key={id}>
              <b>{name}</b>
              {advice}
            </li>
          ))}
        </ul>
        <WhoToCall />
        <Checkbox
          size="lg"
          color="red"
          label={dangerTexts.haveRead}
          checked={isRead}
          onChange={(event) => {
            setRead(event.currentTarget.checked)
            setMissing(false)
          }}
          error={isMissing && texts.refusal.confirmDanger}
        />
        <div className="danger-screen-foot">
          <Button variant="default" onClick={onBack}>
            {dangerTexts.goBack}
          </Button>
          <Button onClick={goOn}>{dangerTexts.goOn}</Button>
        </div>
      </div>
    </Dialog>
  )
}

const telephoneUrl = (phone: string) => `tel:${phone.replaceAll(/[^\d+]/g, '')}`

/** The practice, then its authorities. */
function WhoToCall() {
  const provider = useCachedProvider()
  const authorities = provider?.authorities ?? []
  return (
    <>
      {provider?.phone && (
        <Button
          component="a"
          href={telephoneUrl(provider.phone)}
          color="red"
          leftSection={<IconPhone size={22} aria-hidden />}
        >
          {dangerTexts.call(provider.name)}
        </Button>
      )}
      {authorities.length > 0 && (
        <section className="card part">
          <h3>{dangerTexts.authorities}</h3>
          {authorities.map(({ name, phone, note }) => (
            <div className="authority" key={`${name} ${phone}`}>
              <span>
                {name}
                {note && <span className="hint">{note}</span>}
              </span>
              <a href={telephoneUrl(phone)}>{phone}</a>
            </div>
          ))}
          <p className="hint">{dangerTexts.nobodyTold}</p>
        </section>
      )}
    </>
  )
}
