import { Button, TextInput } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import type { SignIn } from '@chisholm/domain/schemas/sign-ins'
import { texts } from '@chisholm/domain/texts'
import { lazy, Suspense, useState } from 'react'
import { api } from '../../api/client.ts'
import { session } from '../../api/session.ts'
import { SecondStep } from '../second-factor/index.ts'
import { Logo } from '../../ui/logo.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { useForm } from '../../ui/use-form.ts'
import { useLayer } from '../../ui/use-layer.ts'
import { authTexts } from './auth-texts.ts'
import { uiTexts } from '../../ui-texts.ts'
import { SignInLayout } from './sign-in-layout.tsx'
import { useCompleteSignIn } from './use-complete-sign-in.ts'
import { useProvider } from './use-provider.ts'

// The page is rarely needed, so it is loaded on demand.
const FirstSignIn = lazy(async () => ({ default: (await import('./first-sign-in.tsx')).FirstSignIn }))
// loaded on demand, to keep the sign-in page small; where there is no connection to load it, the page stays without it
const OfflineHint = lazy(async () => {
  try {
    return { default: (await import('./offline-hint.tsx')).OfflineHint }
  } catch {
    return { default: () => null }
  }
})

/** The sign-in page (specification 2.1 and 4.5). Back leads from its second step to the first. */
export function LoginPage() {
  const [signIn, setSignIn] = useState<SignIn | null>(null)
  const secondStep = useLayer('second step')
  // A layer is still open after a reload, which forgets the challenge.
  const challenge = secondStep.isOpen ? signIn : null
  const completeSignIn = useCompleteSignIn()
  const provider = useProvider()
  const { online } = useNetwork()
  const form = useForm({
    initialValues: { email: '', password: '' },
    required: { email: texts.validation.emailRequired, password: texts.validation.passwordRequired },
    onSubmit: ({ email, password }) => api.post('/auth/login', { username: email.trim(), password: password.trim() }),
    failureText: texts.failure.login,
    onSuccess: (answer) => {
      if (!answer.challenge) return completeSignIn(answer)
      setSignIn(answer)
      secondStep.open()
    },
  })

  if (challenge)
    return (
      <Challenge
        challenge={challenge}
        email={form.values.email.trim()}
        onSignedIn={completeSignIn}
        onExpired={() => void secondStep.close()}
      />
    )
  return (
    <SignInLayout title={uiTexts.login}>
      {provider?.logo ? <img className="practice-logo" src={provider.logo} alt={provider.name} /> : <Logo />}
      <div>
        <h1>{uiTexts.product}</h1>
        <p className="hint">{authTexts.claim}</p>
      </div>
      {(!online || session.hasExpired()) && (
        <Suspense>
          <OfflineHint isOffline={!online} />
        </Suspense>
      )}
      <form className="stack" {...form.formProps}>
        <TextInput label={uiTexts.email} type="email" autoComplete="username" {...form.getInputProps('email')} />
        <PasswordField label={authTexts.password} autoComplete="current-password" {...form.getInputProps('password')} />
        <Button type="submit" loading={form.isSubmitting} fullWidth>
          {uiTexts.login}
        </Button>
      </form>
      <Link
        to="/u/reset"
        state={(previous) => ({ ...previous, email: form.values.email.trim() })}
        style={{ textAlign: 'center', fontWeight: 600, padding: 12 }}
      >
        {authTexts.resetMyPassword}
      </Link>
      <p className="hint practice">{[provider?.name, provider?.address].filter(Boolean).join('\n')}</p>
    </SignInLayout>
  )
}

interface ChallengeProps {
  challenge: SignIn
  email: string
  onSignedIn: ReturnType<typeof useCompleteSignIn>
  onExpired: () => void
}

/** What the server asks for after the password: the second factor, or the profile at the first sign-in. */
const Challenge = ({ challenge: { challenge, session }, email, onSignedIn, onExpired }: ChallengeProps) => (
  <Suspense>
    {challenge === 'SECOND_FACTOR' ? (
      <SecondStep session={session ?? ''} onSignedIn={onSignedIn} onExpired={onExpired} />
    ) : (
      <FirstSignIn session={session ?? ''} email={email} onSignedIn={onSignedIn} />
    )}
  </Suspense>
)
