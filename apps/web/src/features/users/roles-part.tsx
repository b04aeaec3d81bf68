import { Button, Checkbox } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type Role, roles, rolesToGrant } from '@chisholm/domain/permissions'
import { texts } from '@chisholm/domain/texts'
import { useState } from 'react'
import { userTexts } from './user-texts.ts'
import { uiTexts } from '../../ui-texts.ts'
import { api } from '../../api/client.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { useLeaveGuard } from '../../ui/leave-guard.tsx'
import { Part } from '../../ui/part.tsx'
import { toast, wordsOf } from '../../ui/toast.ts'
import { useUsersChanged } from './admin-queries.ts'
import { nameOf, type ShownUser } from './queries.ts'

/** Edits the roles that the current user may grant. */
export function RolesPart({ user, me }: { user: ShownUser; me: { roles: readonly Role[] } }) {
  const [chosen, setChosen] = useState<string[]>(user.roles)
  const [mistake, setMistake] = useState<string | null>(null)
  const usersChanged = useUsersChanged()
  const { ask, dialog } = useConfirm()
  const isDirty = () => roles.some((role) => chosen.includes(role) !== user.roles.includes(role))
  const question = useLeaveGuard(isDirty, uiTexts.typedIsLost)
  const saving = useMutation({
    mutationFn: () => api.put('/users/{id}', { roles: chosen }, { id: user.id }),
    onSuccess: async ({ message }) => {
      await usersChanged()
      toast.success(message ?? texts.success.userUpdated)
    },
    onError: (failure) => toast.failure(wordsOf(failure, userTexts.failed)),
  })
  const save = async () => {
    setMistake(chosen.length === 0 ? texts.validation.rolesRequired : null)
    if (chosen.length === 0 || !isDirty()) return
    const name = nameOf(user)
    if (await ask({ title: userTexts.askRoles(name), text: userTexts.rolesFollow, verb: userTexts.changeRoles }))
      saving.mutate()
  }
  return (
    <Part title={userTexts.roles} hint={userTexts.rolesHint}>
      <Checkbox.Group aria-label={userTexts.roles} value={chosen} onChange={setChosen} error={mistake}>
        {rolesToGrant(me).map((role) => (
          <Checkbox key={role} value={role} label={role} />
        ))}
      </Checkbox.Group>
      <Button variant="default" loading={saving.isPending} onClick={() => void save()}>
        {userTexts.saveRoles}
      </Button>
      {dialog}
      {question}
    </Part>
  )
}
