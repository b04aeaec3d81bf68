import { Button, Modal, PasswordInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { texts } from '@chisholm/domain/texts'
import { ApiFailure, api } from '../../api/client.ts'
import { recentSignInRequired } from '../../api/refusals.ts'
import { toast, wordsOf } from '../../ui/toast.ts'

/**
 * Does what needs a recent sign-in: when the server finds it too old, a dialog asks for the password and it is done
 * again. `run` gives null when the person rather leaves it.
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
      if (!(failure instanceof ApiFailure) || failure.type !== recentSignInRequired) throw failure
      return (await askPassword()) ? act() : null
    }
  }
  const dialog = (
    <Modal opened={answer !== null} onClose={() => close(false)} title="Is it you?">
      <PasswordForm onGiven={() => close(true)} onCancel={() => close(false)} />
    </Modal>
  )
  return { run, dialog }
}

function PasswordForm({ onGiven, onCancel }: { onGiven: () => void; onCancel: () => void }) {
  const [password, setPassword] = useState('')
  const [mistake, setMistake] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const confirm = async (event: FormEvent) => {
    event.preventDefault()
    if (!password.trim()) return setMistake(texts.validation.passwordRequired)
    setBusy(true)
    try {
      await api.post('/auth/confirm-password', { password: password.trim() })
      onGiven()
    } catch (failure) {
      setBusy(false)
      if (failure instanceof ApiFailure && failure.status === 422) return setMistake(failure.message)
      toast.failure(wordsOf(failure, texts.failure.protection))
    }
  }
  return (
    <form className="stack" onSubmit={(event) => void confirm(event)} noValidate>
      <p>{texts.refusal.recentSignIn}</p>
      <PasswordInput
        label="Current password"
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        error={mistake}
        data-autofocus
      />
      <div className="row" style={{ justifyContent: 'flex-end' }}>
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" loading={busy}>
          Go on
        </Button>
      </div>
    </form>
  )
}
