import { TextInput } from '@mantine/core'
import { texts } from '@chisholm/domain/texts'
import { lazy, Suspense } from 'react'
import { api } from '../../api/client.ts'
import type { AnswerOf } from '../../api/typed.ts'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useForm } from '../../ui/use-form.ts'
import { useChange } from './use-change.tsx'
import { secondFactorTexts } from './second-factor-texts.ts'
import { uiTexts } from '../../ui-texts.ts'

// rendered locally: the secret is not sent to a QR code service
const QrCode = lazy(async () => ({ default: (await import('./qr-code.tsx')).QrCode }))

/** The TOTP secret: base32 to type, and a URI to scan. */
export type Begun = AnswerOf<'post', '/auth/authenticator'>['data']

interface AuthenticatorSetupProps {
  begun: Begun | null
  onClose: () => void
  /** Called with the recovery codes that come with the first factor. */
  onAdded: (codes: string[] | null) => void
}

/** Shows the secret and verifies the first code. */
export const AuthenticatorSetup = ({ begun, ...rest }: AuthenticatorSetupProps) => (
  <Dialog opened={begun !== null} onClose={rest.onClose} title={secondFactorTexts.setUpTitle}>
    {begun && <Setup begun={begun} {...rest} />}
  </Dialog>
)

function Setup({ begun, onClose, onAdded }: AuthenticatorSetupProps & { begun: Begun }) {
  const { attempt, dialog } = useChange()
  const form = useForm({
    before: { code: '' },
    required: { code: texts.validation.codeRequired },
    send: (typed) => attempt(() => api.post('/auth/authenticator/confirm', typed)),
    failed: texts.failure.protection,
    onSaved: (added) => {
      if (!added) return
      onClose()
      onAdded(added.data.recovery_codes)
    },
  })
  return (
    <>
      <DialogForm verb={uiTexts.confirm} busy={form.busy} onCancel={onClose} {...form.frame}>
        <p>{secondFactorTexts.scanThis}</p>
        <Suspense fallback={<div className="skeleton qr-code" />}>
          <QrCode text={begun.address} />
        </Suspense>
        <p className="secret">
          <span className="visually-hidden">{secondFactorTexts.key}</span>
          {begun.secret.replaceAll(/.{4}(?=.)/g, '$& ')}
        </p>
        <a href={begun.address} className="text-link">
          {secondFactorTexts.openApp}
        </a>
        <TextInput
          label={secondFactorTexts.appCode}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={10}
          {...form.field('code')}
        />
      </DialogForm>
      {dialog}
    </>
  )
}
