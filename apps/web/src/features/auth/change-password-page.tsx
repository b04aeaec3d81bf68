import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { texts } from '@chisholm/domain/texts'
import { api } from '../../api/client.ts'
import { session, useSession } from '../../api/session.ts'
import { useLeave } from '../../ui/leave.ts'
import { Page } from '../../ui/page.tsx'
import { toast } from '../../ui/toast.ts'
import { useForm } from '../../ui/use-form.ts'
import { uiTexts } from '../../ui-texts.ts'
import { userQuery } from '../users/index.ts'
import { newPasswordMistakes, noPassword, PasswordFields } from './password-fields.tsx'
import { useRecentSignIn } from './use-recent-sign-in.tsx'
import { authTexts } from './auth-texts.ts'

export function ChangePasswordPage() {
  const person = useSession()
  const user = useQuery(userQuery(person?.uuid ?? '')).data
  const own = { ...user, email: user?.email ?? '' }
  const leave = useLeave('/a')
  const { run, dialog } = useRecentSignIn()
  const form = useForm({
    before: noPassword,
    check: (typed) => newPasswordMistakes(typed, own),
    send: ({ password }) =>
      run(() => api.post('/auth/update-password', { token: session.read()?.token, password: password.trim() })),
    failed: texts.failure.updatePassword,
    onSaved: (answer) => {
      // the user cancelled the password prompt
      if (answer === null) return
      toast.success(texts.success.passwordUpdated)
      leave()
    },
  })
  const foot = (
    <>
      <Button variant="default" onClick={leave}>
        {uiTexts.back}
      </Button>
      <Button loading={form.busy} onClick={() => form.submit()}>
        {authTexts.complete}
      </Button>
    </>
  )
  return (
    <Page title={uiTexts.changePassword} foot={foot} ownHeading>
      <h1>{uiTexts.changePassword}</h1>
      <form className="stack" {...form.frame}>
        <PasswordFields typed={form.typed.password} own={own} field={form.field} />
      </form>
      {dialog}
    </Page>
  )
}
