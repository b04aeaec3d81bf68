import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { texts } from '@chisholm/domain/texts'
import { api } from '../../api/client.ts'
import { session, useSession } from '../../api/session.ts'
import { useLeavePage } from '../../ui/use-leave-page.ts'
import { Page } from '../../ui/page.tsx'
import { toast } from '../../ui/toast.ts'
import { useForm } from '../../ui/use-form.ts'
import { uiTexts } from '../../ui-texts.ts'
import { userQuery } from '../users/index.ts'
import { validateNewPassword, emptyNewPassword, PasswordFields } from './password-fields.tsx'
import { useRecentSignIn } from './use-recent-sign-in.tsx'
import { authTexts } from './auth-texts.ts'

export function ChangePasswordPage() {
  const currentUser = useSession()
  const user = useQuery(userQuery(currentUser?.uuid ?? '')).data
  const own = { ...user, email: user?.email ?? '' }
  const leavePage = useLeavePage('/a')
  const { run, dialog } = useRecentSignIn()
  const form = useForm({
    initialValues: emptyNewPassword,
    validate: (typed) => validateNewPassword(typed, own),
    onSubmit: ({ password }) =>
      run(() => api.post('/auth/update-password', { token: session.read()?.token, password: password.trim() })),
    failureText: texts.failure.updatePassword,
    onSuccess: (answer) => {
      // The user has cancelled the password prompt.
      if (answer === null) return
      toast.success(texts.success.passwordUpdated)
      leavePage()
    },
  })
  const footer = (
    <>
      <Button variant="default" onClick={leavePage}>
        {uiTexts.back}
      </Button>
      <Button loading={form.isSubmitting} onClick={() => void form.submit()}>
        {authTexts.complete}
      </Button>
    </>
  )
  return (
    <Page title={uiTexts.changePassword} footer={footer} ownHeading>
      <h1>{uiTexts.changePassword}</h1>
      <form className="stack" {...form.formProps}>
        <PasswordFields password={form.values.password} own={own} getInputProps={form.getInputProps} />
      </form>
      {dialog}
    </Page>
  )
}
