import { Button, TextInput } from '@mantine/core'
import type { SignIn } from '@chisholm/domain/shapes'
import { texts } from '@chisholm/domain/texts'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useForm } from '../../ui/use-form.ts'
import { uiTexts } from '../../ui-texts.ts'
import { newPasswordMistakes, noPassword, PasswordFields } from './password-fields.tsx'
import { SignInFrame } from './sign-in-frame.tsx'
import { authTexts } from './auth-texts.ts'

interface FirstSignInProps {
  session: string
  email: string
  onSignedIn: (answer: SignIn) => Promise<void>
}
interface Names {
  first_name: string
  last_name: string
}

/** First sign-in with a temporary password: asks for names, then for a new password. */
export function FirstSignIn(props: FirstSignInProps) {
  const [names, setNames] = useState<Names | null>(null)
  return names ? <ChoosePassword {...props} names={names} /> : <TellNames onTold={setNames} />
}

function TellNames({ onTold }: { onTold: (names: Names) => void }) {
  const form = useForm({
    before: { first_name: '', last_name: '' },
    required: { first_name: texts.validation.firstNameRequired, last_name: texts.validation.lastNameRequired },
    send: async ({ first_name, last_name }) => ({ first_name: first_name.trim(), last_name: last_name.trim() }),
    failed: texts.failure.passwordVerification,
    onSaved: onTold,
  })
  return (
    <SignInFrame title={authTexts.whatName}>
      <h1>{authTexts.whatName}</h1>
      <form className="stack" {...form.frame}>
        <TextInput label={authTexts.firstName} autoComplete="given-name" {...form.field('first_name')} />
        <TextInput label={authTexts.lastName} autoComplete="family-name" {...form.field('last_name')} />
        <Button type="submit">{uiTexts.next}</Button>
      </form>
    </SignInFrame>
  )
}

function ChoosePassword({ session, email, names, onSignedIn }: FirstSignInProps & { names: Names }) {
  const own = { email, ...names }
  const form = useForm({
    before: noPassword,
    check: (typed) => newPasswordMistakes(typed, own),
    send: ({ password }) =>
      api.post('/auth/challenge', { session, username: email, password: password.trim(), ...names }),
    failed: texts.failure.passwordVerification,
    onSaved: onSignedIn,
  })
  return (
    <SignInFrame title={authTexts.choosePassword}>
      <h1>{authTexts.choosePassword}</h1>
      <form className="stack" {...form.frame}>
        <PasswordFields typed={form.typed.password} own={own} field={form.field} />
        <Button type="submit" loading={form.busy}>
          {uiTexts.login}
        </Button>
      </form>
    </SignInFrame>
  )
}
