import { Button, TextInput } from '@mantine/core'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { constants } from '@chisholm/domain/constants'
import { texts } from '@chisholm/domain/texts'
import { api } from '../../api/client.ts'
import { toast, wordsOf } from '../../ui/toast.ts'
import { useForm } from '../../ui/use-form.ts'
import { authTexts } from './auth-texts.ts'
import { uiTexts } from '../../ui-texts.ts'
import { newPasswordMistakes, noPassword, PasswordFields } from './password-fields.tsx'
import { SignInFrame } from './sign-in-frame.tsx'

interface ResetSearch {
  step?: 'code' | 'done'
  email?: string
}

/** Three steps: e-mail, code with new password, done. The step is in the URL, as in the link of the e-mail. */
export function ResetPage() {
  const { step, email = '' }: ResetSearch = useSearch({ strict: false })
  const navigate = useNavigate()
  const go = (search: ResetSearch) =>
    // keeps the page to return to after sign-in
    navigate({ to: '/u/reset', search: { ...search }, state: true, replace: search.step === 'done' })
  const shown = step === 'code' && !email ? undefined : step
  return (
    <SignInFrame title={authTexts.reset.title}>
      <h1>{shown === 'done' ? authTexts.reset.done : authTexts.reset.title}</h1>
      {!shown && <AskCode email={email} onAsked={(asked) => go({ step: 'code', email: asked })} />}
      {shown === 'code' && <EnterCode email={email} onDone={() => go({ step: 'done' })} />}
      {shown === 'done' && <p className="hint">{texts.success.passwordUpdated}</p>}
      <nav className="stack" aria-label={uiTexts.login}>
        {shown === 'code' && (
          <Link to="/u/reset" search={{ email }} state className="text-link">
            {authTexts.reset.newCode}
          </Link>
        )}
        <Link to="/u/login" state className="text-link">
          {uiTexts.login}
        </Link>
      </nav>
    </SignInFrame>
  )
}

function AskCode({ email, onAsked }: { email: string; onAsked: (email: string) => Promise<void> }) {
  const form = useForm({
    before: { username: email },
    required: { username: texts.validation.emailRequired },
    send: async ({ username }) => {
      await api.post('/auth/reset-password', { username: username.trim() })
      return username.trim()
    },
    failed: texts.failure.resetRequest,
    onSaved: onAsked,
  })
  return (
    <form className="stack" {...form.frame}>
      <TextInput label={uiTexts.email} type="email" autoComplete="username" {...form.field('username')} />
      <Button type="submit" loading={form.busy}>
        {uiTexts.next}
      </Button>
    </form>
  )
}

/** Specification 4.5: errors appear under their field and as a toast. */
const tellRefusal = (failure: unknown): never => {
  toast.failure(wordsOf(failure, texts.failure.verification), constants.toastHideFailedVerification)
  throw failure
}

function EnterCode({ email, onDone }: { email: string; onDone: () => Promise<void> }) {
  const form = useForm({
    before: { code: '', ...noPassword },
    required: { code: texts.validation.codeRequired },
    check: (typed) => newPasswordMistakes(typed, { email }),
    send: ({ code, password }) =>
      api
        .post('/auth/confirm-reset-password', { code: code.trim(), username: email, password: password.trim() })
        .catch(tellRefusal),
    failed: texts.failure.verification,
    tell: () => undefined,
    onSaved: onDone,
  })
  return (
    <form className="stack" {...form.frame}>
      <p className="hint">{texts.success.resetRequested}</p>
      <TextInput label={uiTexts.email} value={email} disabled autoComplete="username" />
      <TextInput label={authTexts.verificationCode} autoComplete="one-time-code" {...form.field('code')} />
      <PasswordFields typed={form.typed.password} own={{ email }} field={form.field} />
      <Button type="submit" loading={form.busy}>
        {uiTexts.next}
      </Button>
    </form>
  )
}
