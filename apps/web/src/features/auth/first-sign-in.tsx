import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { passwordMistake } from '@chisholm/domain/password'
import { texts } from '@chisholm/domain/texts'
import { type FormEvent, useState } from 'react'
import { api } from '../../api/client.ts'
import { toast, wordsOf } from '../../ui/toast.ts'
import { uiTexts } from '../../ui-texts.ts'
import { keepSignIn } from './keep-sign-in.ts'

/** The forced flow of a first sign-in: names, then a password of one's own; then one is signed in. */
export function FirstSignIn({ session, email }: { session: string; email: string }) {
  const [step, setStep] = useState<'names' | 'password'>('names')
  const [typed, setTyped] = useState({ first: '', last: '', password: '', again: '' })
  const [error, setError] = useState<{ field: string; text: string } | null>(null)
  const navigate = useNavigate()
  const field = (name: keyof typeof typed) => ({
    value: typed[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      setTyped({ ...typed, [name]: event.currentTarget.value }),
    error: error?.field === name ? error.text : undefined,
  })

  const named = (event: FormEvent) => {
    event.preventDefault()
    if (!typed.first.trim()) return setError({ field: 'first', text: texts.validation.firstNameRequired })
    if (!typed.last.trim()) return setError({ field: 'last', text: texts.validation.lastNameRequired })
    setError(null)
    setStep('password')
  }
  const finish = async (event: FormEvent) => {
    event.preventDefault()
    const mistake = passwordMistake(typed.password)
    if (mistake) return setError({ field: 'password', text: mistake })
    if (typed.password.trim() !== typed.again.trim())
      return setError({ field: 'again', text: texts.validation.passwordsDoNotMatch })
    try {
      const names = { first_name: typed.first.trim(), last_name: typed.last.trim() }
      keepSignIn(
        await api.post('/auth/challenge', {
          session,
          username: email,
          password: typed.password.trim(),
          ...names,
        }),
      )
      await navigate({ to: '/' })
    } catch (failure) {
      toast.failure(wordsOf(failure, texts.failure.passwordVerification))
    }
  }

  return (
    <main className="sign-in">
      <h1>{step === 'names' ? 'What is your name?' : 'Choose your password'}</h1>
      {step === 'names' ? (
        <form className="stack" onSubmit={named} noValidate>
          <TextInput label="First name" autoComplete="given-name" {...field('first')} />
          <TextInput label="Last name" autoComplete="family-name" {...field('last')} />
          <Button type="submit">{uiTexts.next}</Button>
        </form>
      ) : (
        <form className="stack" onSubmit={(event) => void finish(event)} noValidate>
          <PasswordInput label="Set your new password" autoComplete="new-password" {...field('password')} />
          <PasswordInput label="Repeat your new password" autoComplete="new-password" {...field('again')} />
          <Button type="submit">{uiTexts.login}</Button>
        </form>
      )}
    </main>
  )
}
