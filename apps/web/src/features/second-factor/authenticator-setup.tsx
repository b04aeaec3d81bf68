import { Button, Modal, TextInput } from '@mantine/core'
import { texts } from '@chisholm/domain/texts'
import { type FormEvent, lazy, Suspense, useState } from 'react'
import { ApiFailure, api } from '../../api/client.ts'
import type { AnswerOf } from '../../api/typed.ts'
import { wordsOf } from '../../ui/toast.ts'
import { useChange } from './use-change.tsx'

// drawn on this device: the secret is told to nobody else
const QrCode = lazy(async () => ({ default: (await import('./qr-code.tsx')).QrCode }))

/** The secret of an app: in base32 to type, and as an address to scan. */
export type Begun = AnswerOf<'post', '/auth/authenticator'>['data']

interface AuthenticatorSetupProps {
  begun: Begun | null
  onClose: () => void
  /** Called with the recovery codes that come with a first factor. */
  onAdded: (codes: string[] | null) => void
}

/** Shows the secret to the app, and takes its first code. */
export const AuthenticatorSetup = ({ begun, ...rest }: AuthenticatorSetupProps) => (
  <Modal opened={begun !== null} onClose={rest.onClose} title="Set up an authenticator app">
    {begun && <Setup begun={begun} {...rest} />}
  </Modal>
)

function Setup({ begun, onClose, onAdded }: AuthenticatorSetupProps & { begun: Begun }) {
  const [code, setCode] = useState('')
  const [mistake, setMistake] = useState<string | null>(null)
  const { change, busy, dialog } = useChange()
  const confirm = async (event: FormEvent) => {
    event.preventDefault()
    if (!code.trim()) return setMistake(texts.validation.codeRequired)
    setMistake(null)
    const added = await change(
      async () => {
        try {
          return await api.post('/auth/authenticator/confirm', { code })
        } catch (failure) {
          if (!(failure instanceof ApiFailure) || failure.status !== 422) throw failure
          setMistake(failure.message)
          return null
        }
      },
      (failure) => wordsOf(failure, texts.failure.protection),
    )
    if (!added) return
    onClose()
    onAdded(added.data.recovery_codes)
  }
  return (
    <>
      <form className="stack" onSubmit={(event) => void confirm(event)} noValidate>
        <p>Scan this with the app, or type the key into it.</p>
        <Suspense fallback={<div className="skeleton qr-code" />}>
          <QrCode text={begun.address} />
        </Suspense>
        <p className="secret">
          <span className="visually-hidden">Key: </span>
          {begun.secret.replaceAll(/.{4}(?=.)/g, '$& ')}
        </p>
        <a href={begun.address} className="text-link">
          Open the app on this device
        </a>
        <TextInput
          label="Code the app shows"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={10}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
          error={mistake}
        />
        <div className="row" style={{ justifyContent: 'flex-end' }}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={busy}>
            Confirm
          </Button>
        </div>
      </form>
      {dialog}
    </>
  )
}
