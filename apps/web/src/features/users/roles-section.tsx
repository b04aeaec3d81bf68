import { Button, Checkbox } from '@mantine/core'
import type { ValidationErrors } from '@chisholm/domain/validation'
import { type Role, roles, rolesToGrant } from '@chisholm/domain/permissions'
import { texts } from '@chisholm/domain/texts'
import { userTexts } from './user-texts.ts'
import { changeCurrent } from '../../api/change-current.ts'
import { buildUrl } from '../../api/client.ts'
import { useConfirm } from '../../ui/use-confirm.tsx'
import { CardSection } from '../../ui/card-section.tsx'
import { editedList, type EditedList, fromDraftList, mergeList } from '../../ui/edited-list.ts'
import { toast } from '../../ui/toast.ts'
import { usePageForm } from '../../ui/use-page-form.ts'
import { useInvalidateUsers } from './admin-queries.ts'
import { displayName, type VisibleUser } from './queries.ts'

/** Roles in their order, as items of a list. */
const toItems = (chosen: readonly string[]) =>
  roles.filter((role) => chosen.includes(role)).map((role) => ({ id: role, name: role }))

const toFormValues = (user: VisibleUser) => ({ roles: editedList(toItems(user.roles)) })

/** Grants and takes away what was ticked and unticked, on top of what another Admin changed meanwhile. */
const saveRoles = (id: string, edited: EditedList<{ id: Role; name: string }>) =>
  changeCurrent<VisibleUser>(buildUrl('/users/{id}', { id }), (current) => ({
    roles: mergeList(edited, toItems(current.roles)).map((role) => role.id),
  }))

/** Edits the roles that the current user may grant. */
export function RolesSection({ user, currentUser }: { user: VisibleUser; currentUser: { roles: readonly Role[] } }) {
  const invalidateUsers = useInvalidateUsers()
  const { ask, dialog } = useConfirm()
  const form = usePageForm({
    draftName: `roles ${user.id}`,
    initialValues: toFormValues(user),
    fromDraft: ({ roles: list }) =>
      list ? { roles: fromDraftList(Array.isArray(list) ? toItems(list) : list, toItems(user.roles)) } : {},
    validate: ({ roles: { now } }): ValidationErrors =>
      now.length > 0 ? {} : { roles: [texts.validation.rolesRequired] },
    onSubmit: (values) => saveRoles(user.id, values.roles),
    failureText: userTexts.failed,
    toastFailures: true,
    onSuccess: async ({ data, message }) => {
      // Otherwise, a role was ticked while the rest was saved.
      if (!form.isDirty()) form.resetTo(toFormValues(data))
      await invalidateUsers()
      toast.success(message ?? texts.success.userUpdated)
    },
  })
  const { before, now } = form.values.roles
  const chosen = now.map(({ id }) => id)
  const confirmAndSubmit = async () => {
    const name = displayName(user)
    const question = {
      title: userTexts.askRoles(name),
      text: userTexts.rolesFollow,
      confirmLabel: userTexts.changeRoles,
    }
    // Without a role there is nothing to confirm, only an error to show.
    const isValid = chosen.length > 0
    if (isValid && (!form.isDirty() || !(await ask(question)))) return
    await form.submit()
  }
  return (
    <CardSection title={userTexts.roles} hint={userTexts.rolesHint}>
      <Checkbox.Group
        aria-label={userTexts.roles}
        value={chosen}
        onChange={(ticked) => form.setValues({ roles: { before, now: toItems(ticked) } })}
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
