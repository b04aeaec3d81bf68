import { Button, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { SignIn } from '@chisholm/domain/schemas'
import { texts } from '@chisholm/domain/texts'
import { type FormEvent, lazy, Suspense, useState } from 'react'
import { api } from '../../api/client.ts'
import { SecondStep } from '../second-factor/index.ts'
import { Logo } from '../../ui/logo.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { toast, errorMessage } from '../../ui/toast.ts'
import { authTexts } from './auth-texts.ts'
import { uiTexts } from '../../ui-texts.ts'
import { SignInLayout } from './sign-in-layout.tsx'
import { useCompleteSignIn } from './use-complete-sign-in.ts'
import { useProvider } from './use-provider.ts'

// rarely needed, so loaded on demand
const FirstSignIn = lazy(async () => ({ default: (await import('./first-sign-in.tsx')).FirstSignIn }))

/** Specification 2.1 and 4.5. */
export function LoginPage() {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [errors, setErrors] = useState<{ email?: string; password?: string }>({})
  const [challenge, setChallenge] = useState<SignIn | null>(null)
  const [isSubmitting, setSubmitting] = useState(false)
  const completeSignIn = useCompleteSignIn()
  const provider = useProvider()
  const signIn = async (event: FormEvent) => {
    event.preventDefault()
    const validationErrors = {
      ...(!email.trim() && { email: texts.validation.emailRequired }),
      ...(!password && { password: texts.validation.passwordRequired }),
    }
    setErrors(validationErrors)
    if (Object.keys(validationErrors).length > 0) return
    setSubmitting(true)
    try {
      const result = await api.post('/auth/login', { username: email.trim(), password: password.trim() })
      if (result.challenge) return setChallenge(result)
      await completeSignIn(result)
    } catch (failure) {
      toast.failure(errorMessage(failure, texts.failure.login))
    } finally {
      setSubmitting(false)
    }
  }

  if (challenge?.challenge === 'SECOND_FACTOR')
    return (
      <Suspense>
        <SecondStep
          session={challenge.session ?? ''}
          onSignedIn={completeSignIn}
          onExpired={() => setChallenge(null)}
        />
      </Suspense>
    )
  if (challenge)
    return (
      <Suspense>
        <FirstSignIn session={challenge.session ?? ''} email={email.trim()} onSignedIn={completeSignIn} />
      </Suspense>
    )
  return (
    <SignInLayout title={uiTexts.login}>
      {provider?.logo ? <img className="practice-logo" src={provider.logo} alt={provider.name} /> : <Logo />}
      <div>
        <h1>{uiTexts.product}</h1>
        <p className="hint">{authTexts.claim}</p>
      </div>
      <form className="stack" onSubmit={(event) => void signIn(event)} noValidate>
        <TextInput
          label={uiTexts.email}
          type="email"
          autoComplete="username"
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          error={errors.email}
        />
        <PasswordField
          label={authTexts.password}
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={errors.password}
        />
        <Button type="submit" loading={isSubmitting} fullWidth>
          {uiTexts.login}
        </Button>
      </form>
      <Link to="/u/reset" state style={{ textAlign: 'center', fontWeight: 600, padding: 12 }}>
        {authTexts.resetMyPassword}
      </Link>
      <p className="hint practice">{[provider?.name, provider?.address].filter(Boolean).join('\n')}</p>
    </SignInLayout>
  )
}
