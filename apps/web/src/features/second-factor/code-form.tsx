import { Button, TextInput } from '@mantine/core'
import { texts } from '@chisholm/domain/texts'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { uiTexts } from '../../ui-texts.ts'
import { secondFactorTexts } from './second-factor-texts.ts'

interface CodeFormProps {
  /** A recovery code instead of one from the app. */
  isRecovery: boolean
  error: string | null
  busy: boolean
  onCode: (code: string) => Promise<void>
}

export function CodeForm({ isRecovery, error, busy, onCode }: CodeFormProps) {
  const [code, setCode] = useState('')
  const field = useRef<HTMLInputElement>(null)
  // the button that had the focus is gone
  useEffect(() => field.current?.focus(), [])
  const [isEmpty, setEmpty] = useState(false)
  const send = (event: FormEvent) => {
    event.preventDefault()
    setEmpty(!code.trim())
    if (code.trim()) void onCode(code.trim())
  }
  return (
    <form className="stack" onSubmit={send} noValidate>
      <TextInput
        label={isRecovery ? secondFactorTexts.recoveryCode : secondFactorTexts.codeFromApp}
        {...(isRecovery
          ? { autoComplete: 'off', autoCapitalize: 'characters' }
          : { inputMode: 'numeric', autoComplete: 'one-time-code' })}
        spellCheck={false}
        maxLength={40}
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
        error={isEmpty ? texts.validation.codeRequired : error}
        ref={field}
      />
      <Button type="submit" loading={busy}>
        {uiTexts.login}
      </Button>
    </form>
  )
}
