import { Button, Checkbox } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type Role, roles, rolesToGrant } from '@chisholm/domain/permissions'
import { texts } from '@chisholm/domain/texts'
import { useState } from 'react'
import { userTexts } from './user-texts.ts'
import { uiTexts } from '../../ui-texts.ts'
import { api } from '../../api/client.ts'
import { useConfirm } from '../../ui/use-confirm.tsx'
import { useLeaveGuard } from '../../ui/use-leave-guard.tsx'
import { CardSection } from '../../ui/card-section.tsx'
import { toast, errorMessage } from '../../ui/toast.ts'
import { useInvalidateUsers } from './admin-queries.ts'
import { displayName, type VisibleUser } from './queries.ts'

/** Edits the roles that the current user may grant. */
export function RolesSection({ user, currentUser }: { user: VisibleUser; currentUser: { roles: readonly Role[] } }) {
  const [chosen, setChosen] = useState<string[]>(user.roles)
  const [error, setError] = useState<string | null>(null)
  const invalidateUsers = useInvalidateUsers()
  const { ask, dialog } = useConfirm()
  const isDirty = () => roles.some((role) => chosen.includes(role) !== user.roles.includes(role))
  const leaveGuard = useLeaveGuard(isDirty, uiTexts.changesAreLost)
  const saving = useMutation({
    mutationFn: () => api.put('/users/{id}', { roles: chosen }, { id: user.id }),
    onSuccess: async ({ message }) => {
      await invalidateUsers()
      toast.success(message ?? texts.success.userUpdated)
    },
    onError: (failure) => toast.failure(errorMessage(failure, userTexts.failed)),
  })
  const save = async () => {
    setError(chosen.length === 0 ? texts.validation.rolesRequired : null)
    if (chosen.length === 0 || !isDirty()) return
    const name = displayName(user)
    if (await ask({ title: userTexts.askRoles(name), text: userTexts.rolesFollow, verb: userTexts.changeRoles }))
      saving.mutate()
  }
  return (
    <CardSection title={userTexts.roles} hint={userTexts.rolesHint}>
      <Checkbox.Group aria-label={userTexts.roles} value={chosen} onChange={setChosen} error={error}>
        {rolesToGrant(currentUser).map((role) => (
          <Checkbox key={role} value={role} label={role} />
        ))}
      </Checkbox.Group>
      <Button variant="default" loading={saving.isPending} onClick={() => void save()}>
        {userTexts.saveRoles}
      </Button>
      {dialog}
      {leaveGuard}
    </CardSection>
  )
}
