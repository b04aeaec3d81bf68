import { useQuery, useQueryClient } from '@tanstack/react-query'
import { texts } from '@chisholm/domain/texts'
import { api } from '../../api/client.ts'
import { useSession } from '../../api/session.ts'
import { QueryState } from '../../ui/states.tsx'
import { FormPage } from '../../ui/form-page.tsx'
import { useLeavePage } from '../../ui/use-leave-page.ts'
import { Page } from '../../ui/page.tsx'
import { ReadOnlyField } from '../../ui/read-only-field.tsx'
import { toast } from '../../ui/toast.ts'
import { usePageForm } from '../../ui/use-page-form.ts'
import { profileTexts } from './profile-texts.ts'
import { uiTexts } from '../../ui-texts.ts'
import { profileValuesOf } from './profile-fields.ts'
import { ProfileInputs } from './profile-inputs.tsx'
import { type VisibleUser, userQuery } from './queries.ts'

export function ProfileEditPage() {
  const currentUser = useSession()
  const user = useQuery(userQuery(currentUser?.uuid ?? ''))
  if (user.data) return <ProfileForm user={user.data} />
  return (
    <Page title={profileTexts.editProfile} back="/a/profile">
      <QueryState query={user} failureText={texts.failure.loadUser} />
    </Page>
  )
}

function ProfileForm({ user }: { user: VisibleUser }) {
  const queryClient = useQueryClient()
  const leave = useLeavePage('/a/profile')
  const { firstNameRequired, lastNameRequired } = texts.validation
  const form = usePageForm({
    draftName: 'profile',
    initialValues: profileValuesOf(user),
    required: { first_name: firstNameRequired, last_name: lastNameRequired },
    onSubmit: (_, changed) => api.put('/users/{id}', changed, { id: user.id }),
    failureText: texts.failure.saveUser,
    onSuccess: async ({ message }) => {
      await queryClient.invalidateQueries({ queryKey: ['user', user.id] })
      toast.success(message ?? texts.success.userUpdated)
    },
    onDone: leave,
  })
  return (
    <FormPage title={profileTexts.editProfile} back="/a/profile" form={form} submitLabel={uiTexts.save}>
      <ReadOnlyField label={uiTexts.email} value={user.email} description={profileTexts.emailStays} />
      <ProfileInputs getInputProps={form.getInputProps} />
    </FormPage>
  )
}
