import { type ReactNode, useState } from 'react'
import { problemType } from '@chisholm/domain/problem-types'
import { texts } from '@chisholm/domain/texts'
import { ApiError, api } from '../../api/client.ts'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { useForm } from '../../ui/use-form.ts'
import { authTexts } from './auth-texts.ts'
import { uiTexts } from '../../ui-texts.ts'

/**
 * Runs an action that needs a recent sign-in. If the server finds the sign-in too old, a dialog asks for the password
 * and the action runs again. `run` resolves to null if the user cancels.
 */
export function useRecentSignIn(): { run: <T>(act: () => Promise<T>) => Promise<T | null>; dialog: ReactNode } {
  const [resolveConfirmation, setResolveConfirmation] = useState<((isConfirmed: boolean) => void) | null>(null)
  const askPassword = () => new Promise<boolean>((resolve) => setResolveConfirmation(() => resolve))
  const close = (confirmed: boolean) => {
    resolveConfirmation?.(confirmed)
    setResolveConfirmation(null)
  }
  const run = async <T,>(action: () => Promise<T>): Promise<T | null> => {
    try {
      return await action()
    } catch (failure) {
      if (!(failure instanceof ApiError) || failure.type !== problemType('recent-sign-in-required')) throw failure
      return (await askPassword()) ? action() : null
    }
  }
  const dialog = (
    <Dialog opened={resolveConfirmation !== null} onClose={() => close(false)} title={authTexts.isItYou}>
      <ConfirmPasswordForm onConfirmed={() => close(true)} onCancel={() => close(false)} />
    </Dialog>
  )
  return { run, dialog }
}

function ConfirmPasswordForm({ onConfirmed, onCancel }: { onConfirmed: () => void; onCancel: () => void }) {
  const form = useForm({
    initialValues: { password: '' },
    required: { password: texts.validation.passwordRequired },
    onSubmit: ({ password }) => api.post('/auth/confirm-password', { password: password.trim() }),
    failureText: texts.failure.protection,
    onSuccess: onConfirmed,
  })
  return (
    <DialogForm submitLabel={uiTexts.goOn} isSubmitting={form.isSubmitting} onCancel={onCancel} {...form.formProps}>
      <p>{texts.refusal.recentSignIn}</p>
      <PasswordField
        label={authTexts.currentPassword}
        autoComplete="current-password"
        {...form.getInputProps('password')}
        data-autofocus
      />
    </DialogForm>
  )
}
