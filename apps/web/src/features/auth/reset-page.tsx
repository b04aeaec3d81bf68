import { Button, TextInput } from '@mantine/core'
import { Link, useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { constants } from '@chisholm/domain/constants'
import { texts } from '@chisholm/domain/texts'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { ReadOnlyField } from '../../ui/read-only-field.tsx'
import { toast } from '../../ui/toast.ts'
import { useForm } from '../../ui/use-form.ts'
import { authTexts } from './auth-texts.ts'
import { uiTexts } from '../../ui-texts.ts'
import { validateNewPassword, emptyNewPassword, PasswordFields } from './password-fields.tsx'
import { SignInLayout } from './sign-in-layout.tsx'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Typed at the sign-in. */
    email?: string
  }
}

interface ResetSearch {
  step?: 'code' | 'done'
  email?: string
}

/**
 * There are three steps: e-mail, code with new password, done. The step is in the URL, as in the link of the e-mail.
 */
export function ResetPage() {
  const { step, email = '' }: ResetSearch = useSearch({ strict: false })
  // Back leads to the first step, which then shows it.
  const [typedEmail, setTypedEmail] = useState(useLocation().state.email ?? '')
  const navigate = useNavigate()
  const goToStep = (search: ResetSearch) =>
    // The state holds the page to which the user returns after sign-in.
    navigate({ to: '/u/reset', search: { ...search }, state: true, replace: search.step === 'done' })
  const currentStep = step === 'code' && !email ? undefined : step
  return (
    <SignInLayout title={authTexts.reset.title}>
      <h1>{currentStep === 'done' ? authTexts.reset.done : authTexts.reset.title}</h1>
      {!currentStep && (
        <RequestCodeForm
          email={email || typedEmail}
          onRequested={(address) => {
            setTypedEmail(address)
            return goToStep({ step: 'code', email: address })
          }}
        />
      )}
      {currentStep === 'code' && <NewPasswordForm email={email} onDone={() => goToStep({ step: 'done' })} />}
      {currentStep === 'done' && <p className="hint">{texts.success.passwordUpdated}</p>}
      <nav className="stack" aria-label={uiTexts.login}>
        {currentStep === 'code' && (
          <Link to="/u/reset" search={{ email }} state className="text-link">
            {authTexts.reset.newCode}
          </Link>
        )}
        {currentStep === 'done' ? (
          <Button component={Link} to="/u/login" state>
            {uiTexts.login}
          </Button>
        ) : (
          <Link to="/u/login" state className="text-link">
            {uiTexts.login}
          </Link>
        )}
      </nav>
    </SignInLayout>
  )
}

function RequestCodeForm({ email, onRequested }: { email: string; onRequested: (email: string) => Promise<void> }) {
  const form = useForm({
    initialValues: { username: email },
    required: { username: texts.validation.emailRequired },
    onSubmit: async ({ username }) => {
      await api.post('/auth/reset-password', { username: username.trim() })
      return username.trim()
    },
    failureText: texts.failure.resetRequest,
    onSuccess: onRequested,
  })
  return (
    <form className="stack" {...form.formProps}>
      <TextInput label={uiTexts.email} type="email" autoComplete="username" {...form.getInputProps('username')} />
      <Button type="submit" loading={form.isSubmitting}>
        {uiTexts.next}
      </Button>
    </form>
  )
}

function NewPasswordForm({ email, onDone }: { email: string; onDone: () => Promise<void> }) {
  const form = useForm({
    initialValues: { code: '', ...emptyNewPassword },
    required: { code: texts.validation.codeRequired },
    validate: (typed) => validateNewPassword(typed, { email }),
    onSubmit: ({ code, password }) =>
      api.post('/auth/confirm-reset-password', { code: code.trim(), username: email, password: password.trim() }),
    failureText: texts.failure.verification,
    // Specification 4.5 asks for the error under the field and as a toast.
    toastFailures: true,
    showFailure: (message) => toast.failure(message, constants.toastHideFailedVerification),
    onSuccess: onDone,
  })
  return (
    <form className="stack" {...form.formProps}>
      <p className="hint">{texts.success.resetRequested}</p>
      <ReadOnlyField label={uiTexts.email} value={email} autoComplete="username" />
      <TextInput label={authTexts.verificationCode} autoComplete="one-time-code" {...form.getInputProps('code')} />
      <PasswordFields password={form.values.password} own={{ email }} getInputProps={form.getInputProps} />
      <Button type="submit" loading={form.isSubmitting}>
        {uiTexts.next}
      </Button>
    </form>
  )
}
