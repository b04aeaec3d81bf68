import { Button, TextInput } from '@mantine/core'
import { texts } from '@chisholm/domain/texts'
import { useEffect, useRef } from 'react'
import { useForm } from '../../ui/use-form.ts'
import { uiTexts } from '../../ui-texts.ts'
import { secondFactorTexts } from './second-factor-texts.ts'

interface CodeFormProps {
  /** Whether the form asks for a recovery code instead of one from the app. */
  isRecovery: boolean
  onCode: (code: string) => Promise<void>
}

export function CodeForm({ isRecovery, onCode }: CodeFormProps) {
  const input = useRef<HTMLInputElement>(null)
  // The button that had the focus is gone.
  useEffect(() => input.current?.focus(), [])
  const form = useForm({
    initialValues: { code: '' },
    required: { code: texts.validation.codeRequired },
    onSubmit: ({ code }) => onCode(code.trim()),
    failureText: texts.failure.login,
  })
  return (
    <form className="stack" {...form.formProps}>
      <TextInput
        label={isRecovery ? secondFactorTexts.recoveryCode : secondFactorTexts.codeFromApp}
        {...(isRecovery
          ? { autoComplete: 'off', autoCapitalize: 'characters' }
          : { inputMode: 'numeric', autoComplete: 'one-time-code' })}
        spellCheck={false}
        maxLength={40}
        {...form.getInputProps('code')}
        ref={input}
      />
      <Button type="submit" loading={form.isSubmitting}>
        {uiTexts.login}
      </Button>
    </form>
  )
}
