import { Button, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { texts } from '@chisholm/domain/texts'
import { api } from '../../api/client.ts'
import { useSession } from '../../api/session.ts'
import { FailedState, Skeletons } from '../../ui/faces.tsx'
import { useLeave } from '../../ui/leave.ts'
import { Page } from '../../ui/page.tsx'
import { toast, wordsOf } from '../../ui/toast.ts'
import { uiTexts } from '../../ui-texts.ts'
import { type ProfileField, profileFields } from './profile-fields.ts'
import { type ShownUser, userQuery } from './queries.ts'

export function ProfileEditPage() {
  const person = useSession()
  const { data: user, isError, refetch } = useQuery(userQuery(person?.uuid ?? ''))
  if (user) return <ProfileForm user={user} />
  return (
    <Page title="Edit profile" back>
      {isError ? <FailedState text={texts.failure.loadUser} retry={() => void refetch()} /> : <Skeletons />}
    </Page>
  )
}

function ProfileForm({ user }: { user: ShownUser }) {
  const [typed, setTyped] = useState<Partial<Record<ProfileField, string>>>({})
  const queryClient = useQueryClient()
  const leave = useLeave('/a/profile')
  const save = useMutation({
    mutationFn: () => api.put('/users/{id}', typed, { id: user.id }),
    onSuccess: async ({ message }) => {
      await queryClient.invalidateQueries({ queryKey: ['user', user.id] })
      toast.success(message ?? texts.success.userUpdated)
      leave()
    },
    onError: (failure) => toast.failure(wordsOf(failure, texts.failure.loadUser)),
  })
  return (
    <Page
      title="Edit profile"
      back
      ownHeading
      foot={
        <Button loading={save.isPending} onClick={() => save.mutate()}>
          Save
        </Button>
      }
    >
      <h1>Edit profile</h1>
      <TextInput label={uiTexts.email} value={user.email} readOnly />
      {profileFields.map(([field, label]) => (
        <TextInput
          key={field}
          label={label}
          value={typed[field] ?? user[field] ?? ''}
          onChange={(event) => setTyped({ ...typed, [field]: event.currentTarget.value })}
        />
      ))}
    </Page>
  )
}
