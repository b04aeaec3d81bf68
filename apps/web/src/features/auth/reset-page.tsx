import { Button, PasswordInput, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { constants } from '@chisholm/domain/constants'
import { passwordMistake } from '@chisholm/domain/password'
import { texts } from '@chisholm/domain/texts'
import { type FormEvent, useState } from 'react'
import { api } from '../../api/client.ts'
import { toast, wordsOf } from '../../ui/toast.ts'
import { uiTexts } from '../../ui-texts.ts'

/** Reset in three steps: e-mail, code with a new password, done. */
export function ResetPage() {
  const [step, setStep] = useState<'email' | 'code' | 'done'>('email')
  const [typed, setTyped] = useState({ email: '', code: '', password: '', again: '' })
  const [error, setError] = useState<{ field: string; text: string } | null>(null)
  const field = (name: keyof typeof typed) => ({
    value: typed[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      setTyped({ ...typed, [name]: event.currentTarget.value }),
    error: error?.field === name ? error.text : undefined,
  })

  const ask = async (event: FormEvent) => {
    event.preventDefault()
    if (!typed.email.trim()) return setError({ field: 'email', text: texts.validation.emailRequired })
    setError(null)
    try {
      await api.post('/auth/reset-password', { username: typed.email.trim() })
      setStep('code')
    } catch (failure) {
      toast.failure(wordsOf(failure, texts.failure.resetRequest))
    }
  }
  const confirm = async (event: FormEvent) => {
    event.preventDefault()
    if (!typed.code.trim()) return setError({ field: 'code', text: texts.validation.codeRequired })
    const mistake = passwordMistake(typed.password)
    if (mistake) return setError({ field: 'password', text: mistake })
    if (typed.password.trim() !== typed.again.trim())
      return setError({ field: 'again', text: texts.validation.passwordsDoNotMatch })
    setError(null)
    try {
      const body = { code: typed.code.trim(), username: typed.email.trim(), password: typed.password.trim() }
      await api.post('/auth/confirm-reset-password', body)
      setStep('done')
    } catch (failure) {
      toast.failure(wordsOf(failure, texts.failure.verification), constants.toastHideFailedVerification)
    }
  }

  return (
    <main className="sign-in">
      <h1>{step === 'done' ? 'Done' : 'Reset your password'}</h1>
      {step === 'email' && (
        <form className="stack" onSubmit={(event) => void ask(event)} noValidate>
          <TextInput label={uiTexts.email} type="email" autoComplete="username" {...field('email')} />
          <Button type="submit">{uiTexts.next}</Button>
        </form>
      )}
      {step === 'code' && (
        <form className="stack" onSubmit={(event) => void confirm(event)} noValidate>
          <p className="hint">{texts.success.resetRequested}</p>
          <TextInput label="Verification code" autoComplete="one-time-code" {...field('code')} />
          <PasswordInput label="Set your new password" autoComplete="new-password" {...field('password')} />
          <PasswordInput label="Repeat your new password" autoComplete="new-password" {...field('again')} />
          <Button type="submit">{uiTexts.next}</Button>
        </form>
      )}
      {step === 'done' && <p className="hint">{texts.success.passwordUpdated}</p>}
      <Link to="/u/login" style={{ textAlign: 'center', fontWeight: 600, padding: 12 }}>
        {uiTexts.login}
      </Link>
    </main>
  )
}
