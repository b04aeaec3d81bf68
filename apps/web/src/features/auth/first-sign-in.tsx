import { Button, TextInput } from '@mantine/core'
import { constants } from '@chisholm/domain/constants'
import type { SignIn } from '@chisholm/domain/schemas/sign-ins'
import { texts } from '@chisholm/domain/texts'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { toast } from '../../ui/toast.ts'
import { useForm } from '../../ui/use-form.ts'
import { useLayer } from '../../ui/use-layer.ts'
import { uiTexts } from '../../ui-texts.ts'
import { validateNewPassword, emptyNewPassword, PasswordFields } from './password-fields.tsx'
import { SignInLayout } from './sign-in-layout.tsx'
import { authTexts } from './auth-texts.ts'

interface FirstSignInProps {
  session: string
  email: string
  onSignedIn: (answer: SignIn) => Promise<void>
}
interface PersonNames {
  first_name: string
  last_name: string
}

const noNames: PersonNames = { first_name: '', last_name: '' }

/** The first sign-in with a temporary password asks for the names, then for a new password. Back leads to the names. */
export function FirstSignIn(props: FirstSignInProps) {
  const [names, setNames] = useState(noNames)
  const passwordStep = useLayer('password')
  const choosePassword = (typed: PersonNames) => {
    setNames(typed)
    passwordStep.open()
  }
  // A layer is still open after a reload, which forgets the names.
  return passwordStep.isOpen && names.first_name ? (
    <NewPasswordForm {...props} names={names} />
  ) : (
    <NamesForm names={names} onNames={choosePassword} />
  )
}

interface NamesFormProps {
  names: PersonNames
  onNames: (names: PersonNames) => void
}

function NamesForm({ names, onNames }: NamesFormProps) {
  const form = useForm({
    initialValues: names,
    required: { first_name: texts.validation.firstNameRequired, last_name: texts.validation.lastNameRequired },
    onSubmit: async ({ first_name, last_name }) => ({ first_name: first_name.trim(), last_name: last_name.trim() }),
    failureText: texts.failure.passwordVerification,
    onSuccess: onNames,
  })
  return (
    <SignInLayout title={authTexts.whatName}>
      <h1>{authTexts.whatName}</h1>
      <form className="stack" {...form.formProps}>
        <TextInput label={authTexts.firstName} autoComplete="given-name" {...form.getInputProps('first_name')} />
        <TextInput label={authTexts.lastName} autoComplete="family-name" {...form.getInputProps('last_name')} />
        <Button type="submit">{uiTexts.next}</Button>
      </form>
    </SignInLayout>
  )
}

function NewPasswordForm({ session, email, names, onSignedIn }: FirstSignInProps & { names: PersonNames }) {
  const own = { email, ...names }
  const form = useForm({
    initialValues: emptyNewPassword,
    validate: (typed) => validateNewPassword(typed, own),
    onSubmit: ({ password }) =>
      api.post('/auth/challenge', { session, username: email, password: password.trim(), ...names }),
    failureText: texts.failure.passwordVerification,
    showFailure: (message) => toast.failure(message, constants.toastHideFailedVerification),
    onSuccess: onSignedIn,
  })
  return (
    <SignInLayout title={authTexts.choosePassword}>
      <h1>{authTexts.choosePassword}</h1>
      <form className="stack" {...form.formProps}>
        <PasswordFields password={form.values.password} own={own} getInputProps={form.getInputProps} />
        <Button type="submit" loading={form.isSubmitting}>
          {uiTexts.login}
        </Button>
      </form>
    </SignInLayout>
  )
}
