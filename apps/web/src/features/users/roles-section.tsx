import { Button, Checkbox } from '@mantine/core'
import type { ValidationErrors } from '@chisholm/domain/validation'
import { type Role, roles, rolesToGrant } from '@chisholm/domain/permissions'
import { texts } from '@chisholm/domain/texts'
import { userTexts } from './user-texts.ts'
import { api } from '../../api/client.ts'
import { useConfirm } from '../../ui/use-confirm.tsx'
import { CardSection } from '../../ui/card-section.tsx'
import { toast } from '../../ui/toast.ts'
import { usePageForm } from '../../ui/use-page-form.ts'
import { useInvalidateUsers } from './admin-queries.ts'
import { displayName, type VisibleUser } from './queries.ts'

/** Edits the roles that the current user may grant. */
export function RolesSection({ user, currentUser }: { user: VisibleUser; currentUser: { roles: readonly Role[] } }) {
  const invalidateUsers = useInvalidateUsers()
  const { ask, dialog } = useConfirm()
  const inOrder = (chosen: readonly string[]) => roles.filter((role) => chosen.includes(role))
  const form = usePageForm({
    draftName: `roles ${user.id}`,
    initialValues: { roles: inOrder(user.roles) },
    validate: ({ roles: chosen }): ValidationErrors =>
      chosen.length > 0 ? {} : { roles: [texts.validation.rolesRequired] },
    onSubmit: (values) => api.put('/users/{id}', values, { id: user.id }),
    failureText: userTexts.failed,
    toastFailures: true,
    onSuccess: async ({ message }) => {
      await invalidateUsers()
      toast.success(message ?? texts.success.userUpdated)
    },
  })
  const confirmAndSubmit = async () => {
    const name = displayName(user)
    const question = {
      title: userTexts.askRoles(name),
      text: userTexts.rolesFollow,
      confirmLabel: userTexts.changeRoles,
    }
    // Without a role there is nothing to confirm, only an error to show.
    const isValid = form.values.roles.length > 0
    if (isValid && (!form.isDirty() || !(await ask(question)))) return
    await form.submit()
  }
  return (
    <CardSection title={userTexts.roles} hint={userTexts.rolesHint}>
      <Checkbox.Group
        aria-label={userTexts.roles}
        value={form.values.roles}
        onChange={(chosen) => form.setValues({ roles: inOrder(chosen) })}
        error={form.errorOf('roles')}
      >
        {rolesToGrant(currentUser).map((role) => (
          <Checkbox key={role} value={role} label={role} />
        ))}
      </Checkbox.Group>
      <Button variant="default" loading={form.isSubmitting} onClick={() => void confirmAndSubmit()}>
        {userTexts.saveRoles}
      </Button>
      {dialog}
      {form.guard}
    </CardSection>
  )
}
