import { type ReactNode, useState } from 'react'
import { problemType } from '@chisholm/domain/problem-types'
import { texts } from '@chisholm/domain/texts'
import { ApiFailure, api } from '../../api/client.ts'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { useForm } from '../../ui/use-form.ts'
import { authTexts } from './auth-texts.ts'
import { uiTexts } from '../../ui-texts.ts'

/**
 * Runs an action that needs a recent sign-in. If the server finds the sign-in too old, a dialog asks for the password
 * and the action runs again; `run` resolves to null when the user cancels.
 */
export function useRecentSignIn(): { run: <T>(act: () => Promise<T>) => Promise<T | null>; dialog: ReactNode } {
  const [answer, setAnswer] = useState<((given: boolean) => void) | null>(null)
  const askPassword = () => new Promise<boolean>((resolve) => setAnswer(() => resolve))
  const close = (given: boolean) => {
    answer?.(given)
    setAnswer(null)
  }
  const run = async <T,>(act: () => Promise<T>): Promise<T | null> => {
    try {
      return await act()
    } catch (failure) {
      if (!(failure instanceof ApiFailure) || failure.type !== problemType('recent-sign-in-required')) throw failure
      return (await askPassword()) ? act() : null
    }
  }
  const dialog = (
    <Dialog opened={answer !== null} onClose={() => close(false)} title={authTexts.isItYou}>
      <PasswordForm onGiven={() => close(true)} onCancel={() => close(false)} />
    </Dialog>
  )
  return { run, dialog }
}

function PasswordForm({ onGiven, onCancel }: { onGiven: () => void; onCancel: () => void }) {
  const form = useForm({
    before: { password: '' },
    required: { password: texts.validation.passwordRequired },
    send: ({ password }) => api.post('/auth/confirm-password', { password: password.trim() }),
    failed: texts.failure.protection,
    onSaved: onGiven,
  })
  return (
    <DialogForm verb={uiTexts.goOn} busy={form.busy} onCancel={onCancel} {...form.frame}>
      <p>{texts.refusal.recentSignIn}</p>
      <PasswordField
        label={authTexts.currentPassword}
        autoComplete="current-password"
        {...form.field('password')}
        data-autofocus
      />
    </DialogForm>
  )
}
