import { TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { texts } from '@chisholm/domain/texts'
import { userTexts } from './user-texts.ts'
import { api } from '../../api/client.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { toast } from '../../ui/toast.ts'
import { useForm } from '../../ui/use-form.ts'
import { useUsersChanged } from './admin-queries.ts'
import { nameOf, type ShownUser } from './queries.ts'

interface EraseDialogProps {
  user: ShownUser
  opened: boolean
  onClose: () => void
}

/** Requires typing the e-mail address, so that nobody is erased by accident. */
export const EraseDialog = ({ user, opened, onClose }: EraseDialogProps) => (
  <Dialog opened={opened} onClose={onClose} title={userTexts.askErase(nameOf(user))}>
    <EraseForm user={user} onClose={onClose} />
  </Dialog>
)

function EraseForm({ user: { id, email = '' }, onClose }: Omit<EraseDialogProps, 'opened'>) {
  const navigate = useNavigate()
  const usersChanged = useUsersChanged()
  const isSame = (typed: string) => typed.trim().toLowerCase() === email.toLowerCase()
  const form = useForm({
    before: { email: '' },
    check: (typed) => (isSame(typed.email) ? {} : { email: [userTexts.typedOtherwise] }),
    send: () => api.delete('/users/{id}', { id }),
    failed: userTexts.failed,
    onSaved: async ({ message }) => {
      toast.success(message ?? texts.success.userErased)
      // before the invalidation, which would refetch the erased user
      await navigate({ to: '/a/admin/users', replace: true })
      await usersChanged()
    },
  })
  return (
    <DialogForm {...form.frame} verb={userTexts.erase} dangerous busy={form.busy} onCancel={onClose}>
      <p className="hint">{userTexts.eraseFollows}</p>
      <TextInput label={userTexts.typeToErase(email)} autoComplete="off" data-autofocus {...form.field('email')} />
    </DialogForm>
  )
}
