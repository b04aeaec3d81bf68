import { Button, Modal, PasswordInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { ApiFailure } from '../../api/client.ts'
import { uiTexts } from '../../ui-texts.ts'

type Action = (currentPassword?: string) => Promise<unknown>

interface Asked {
  action: Action
  /** Told once the question is over: whether the action was done. */
  over: (isDone: boolean) => void
  failed: (failure: unknown) => void
}

/** What the server says of the current password, when that is all it wants. */
const mistakeOf = (failure: unknown) =>
  failure instanceof ApiFailure ? failure.errors['current_password']?.[0] : undefined

/**
 * Runs what the server allows only shortly after the password was given; asks for it when that was too long ago.
 * `run` gives true once the action is done and passes other failures on; when the person thinks better of it, it gives
 * false.
 */
export function usePasswordAgain(): { run: (action: Action) => Promise<boolean>; dialog: ReactNode } {
  const [asked, setAsked] = useState<Asked | null>(null)
  const [password, setPassword] = useState('')
  const [mistake, setMistake] = useState<string | null>(null)

  const ask = (action: Action) =>
    new Promise<boolean>((resolve, reject) => {
      setPassword('')
      setMistake(null)
      setAsked({ action, over: resolve, failed: reject })
    })

  const close = (isDone: boolean) => {
    asked?.over(isDone)
    setAsked(null)
  }

  const run = async (action: Action) => {
    try {
      await action()
      return true
    } catch (failure) {
      if (mistakeOf(failure) === undefined) throw failure
      return ask(action)
    }
  }

  const confirm = async (event: FormEvent) => {
    event.preventDefault()
    try {
      await asked?.action(password)
      close(true)
    } catch (failure) {
      const text = mistakeOf(failure)
      if (text !== undefined) return setMistake(text)
      asked?.failed(failure)
      setAsked(null)
    }
  }

  const dialog = (
    <Modal opened={asked !== null} onClose={() => close(false)} title={uiTexts.passwordAgain.title}>
      <form onSubmit={(event) => void confirm(event)}>
        <p style={{ margin: '0 0 16px' }}>{uiTexts.passwordAgain.why}</p>
        <PasswordInput
          label={uiTexts.passwordAgain.label}
          autoComplete="current-password"
          data-autofocus
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={mistake}
        />
        <div className="row" style={{ justifyContent: 'flex-end', marginTop: 16 }}>
          <Button variant="default" onClick={() => close(false)}>
            {uiTexts.cancel}
          </Button>
          <Button type="submit">{uiTexts.passwordAgain.confirm}</Button>
        </div>
      </form>
    </Modal>
  )
  return { run, dialog }
}
