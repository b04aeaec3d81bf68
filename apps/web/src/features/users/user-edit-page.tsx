import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { validateEmail } from '@chisholm/domain/email'
import { mayManageAccount } from '@chisholm/domain/permissions'
import { texts } from '@chisholm/domain/texts'
import { api } from '../../api/client.ts'
import { useSession } from '../../api/session.ts'
import { FormPage } from '../../ui/form-page.tsx'
import { isNotFound } from '../../ui/is-not-found.ts'
import { NotFoundPage } from '../../ui/not-found-page.tsx'
import { Page } from '../../ui/page.tsx'
import { QueryState } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.ts'
import { useLeavePage } from '../../ui/use-leave-page.ts'
import { usePageForm } from '../../ui/use-page-form.ts'
import { uiTexts } from '../../ui-texts.ts'
import { useRecentSignIn } from '../auth/index.ts'
import { useInvalidateUsers } from './admin-queries.ts'
import { ProfileInputs } from './profile-inputs.tsx'
import { profileValuesOf } from './profile-fields.ts'
import { profileTexts } from './profile-texts.ts'
import { type VisibleUser, userQuery } from './queries.ts'
import { userTexts } from './user-texts.ts'

/** The profile and e-mail address of another user, for Admins. */
export function UserEditPage() {
  const { id = '' } = useParams({ strict: false })
  const currentUser = useSession()
  const query = useQuery(userQuery(id))
  const { data: user } = query
  const isRefused = user !== undefined && (user.id === currentUser?.uuid || !mayManage(currentUser, user))
  if (isRefused || isNotFound(query.error)) return <NotFoundPage />
  if (user) return <UserForm user={user} />
  return (
    <Page title={profileTexts.editProfile} back={`/a/admin/users/${id}`}>
      <QueryState query={query} failureText={texts.failure.loadUser} />
    </Page>
  )
}

const mayManage = (currentUser: ReturnType<typeof useSession>, user: VisibleUser) =>
  currentUser !== null && mayManageAccount(currentUser, user)

function UserForm({ user }: { user: VisibleUser }) {
  const back = `/a/admin/users/${user.id}`
  const leave = useLeavePage(back)
  const invalidateUsers = useInvalidateUsers()
  // another address could be used to reset the password
  const { run, dialog } = useRecentSignIn()
  const form = usePageForm({
    draftName: `profile ${user.id}`,
    initialValues: { email: user.email ?? '', ...profileValuesOf(user) },
    validate: ({ email }) => {
      const error = validateEmail(email)
      return error ? { email: [error] } : {}
    },
    onSubmit: async (_, changed) => {
      const answer = await run(() => api.put('/users/{id}', changed, { id: user.id }))
      if (answer === null) throw new Error(texts.refusal.recentSignIn)
      return answer
    },
    failureText: texts.failure.saveUser,
    onSuccess: async ({ message }) => {
      await invalidateUsers()
      toast.success(message ?? texts.success.userUpdated)
    },
    onDone: leave,
  })
  return (
    <>
      <FormPage title={profileTexts.editProfile} back={back} form={form} submitLabel={uiTexts.save}>
        <TextInput
          label={uiTexts.email}
          description={userTexts.signsInWithEmail}
          type="email"
          autoComplete="off"
          {...form.getInputProps('email')}
        />
        <ProfileInputs getInputProps={form.getInputProps} />
      </FormPage>
      {dialog}
    </>
  )
}
