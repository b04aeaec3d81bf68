import { TextInput } from '@mantine/core'
import { texts } from '@chisholm/domain/texts'
import { lazy, Suspense } from 'react'
import { api } from '../../api/client.ts'
import type { ResponseOf } from '../../api/call-types.ts'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useForm } from '../../ui/use-form.ts'
import { useSecurityChange } from './use-security-change.tsx'
import { secondFactorTexts } from './second-factor-texts.ts'
import { uiTexts } from '../../ui-texts.ts'

// The code is drawn on the device, so that no QR code service gets the secret.
const QrCode = lazy(async () => ({ default: (await import('./qr-code.tsx')).QrCode }))

/** The secret of the app: base32 to type, and a URI to scan. */
export type AuthenticatorSecret = ResponseOf<'post', '/auth/authenticator'>['data']

interface AuthenticatorSetupProps {
  secret: AuthenticatorSecret | null
  onClose: () => void
  /** Called with the recovery codes that come with the first factor, or null. */
  onAdded: (codes: string[] | null) => void
}

/** Shows the secret and verifies the first code. */
export const AuthenticatorSetup = ({ secret, ...rest }: AuthenticatorSetupProps) => (
  <Dialog opened={secret !== null} onClose={rest.onClose} title={secondFactorTexts.setUpTitle}>
    {secret && <SetupForm secret={secret} {...rest} />}
  </Dialog>
)

function SetupForm({ secret, onClose, onAdded }: AuthenticatorSetupProps & { secret: AuthenticatorSecret }) {
  const { attempt, dialog } = useSecurityChange()
  const form = useForm({
    initialValues: { code: '' },
    required: { code: texts.validation.codeRequired },
    onSubmit: (typed) => attempt(() => api.post('/auth/authenticator/confirm', typed)),
    failureText: texts.failure.protection,
    onSuccess: (added) => {
      if (!added) return
      onClose()
      onAdded(added.data.recovery_codes)
    },
  })
  return (
    <>
      <DialogForm submitLabel={uiTexts.confirm} isSubmitting={form.isSubmitting} onCancel={onClose} {...form.formProps}>
        <p>{secondFactorTexts.scanThis}</p>
        <Suspense fallback={<div className="skeleton qr-code" />}>
          <QrCode text={secret.address} />
        </Suspense>
        <p className="secret">
          <span className="visually-hidden">{secondFactorTexts.key}</span>
          {secret.secret.replaceAll(/.{4}(?=.)/g, '$& ')}
        </p>
        <a href={secret.address} className="text-link">
          {secondFactorTexts.openApp}
        </a>
        <TextInput
          label={secondFactorTexts.appCode}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={10}
          {...form.getInputProps('code')}
        />
      </DialogForm>
      {dialog}
    </>
  )
}
