import { TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { texts } from '@chisholm/domain/texts'
import { userTexts } from './user-texts.ts'
import { api } from '../../api/client.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { toast } from '../../ui/toast.ts'
import { useForm } from '../../ui/use-form.ts'
import { useInvalidateUsers } from './admin-queries.ts'
import { displayName, type VisibleUser } from './queries.ts'

interface EraseDialogProps {
  user: VisibleUser
  opened: boolean
  onClose: () => void
}

/** Requires typing the e-mail address, so that nobody is erased by accident. */
export const EraseDialog = ({ user, opened, onClose }: EraseDialogProps) => (
  <Dialog opened={opened} onClose={onClose} title={userTexts.askErase(displayName(user))}>
    <EraseForm user={user} onClose={onClose} />
  </Dialog>
)

function EraseForm({ user: { id, email = '' }, onClose }: Omit<EraseDialogProps, 'opened'>) {
  const navigate = useNavigate()
  const invalidateUsers = useInvalidateUsers()
  const isSameEmail = (typed: string) => typed.trim().toLowerCase() === email.toLowerCase()
  const form = useForm({
    initialValues: { email: '' },
    validate: (typed) => (isSameEmail(typed.email) ? {} : { email: [userTexts.typedOtherwise] }),
    onSubmit: () => api.delete('/users/{id}', { id }),
    failureText: userTexts.failed,
    onSuccess: async ({ message }) => {
      toast.success(message ?? texts.success.userErased)
      // This comes before the invalidation, which would fetch the erased user again.
      await navigate({ to: '/a/admin/users', replace: true })
      await invalidateUsers()
    },
  })
  return (
    <DialogForm
      {...form.formProps}
      submitLabel={userTexts.erase}
      isDangerous
      isSubmitting={form.isSubmitting}
      onCancel={onClose}
    >
      <p className="hint">{userTexts.eraseFollows}</p>
      <TextInput
        label={userTexts.typeToErase(email)}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('email')}
      />
    </DialogForm>
  )
}
