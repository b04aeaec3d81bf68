import { useQuery } from '@tanstack/react-query'
import { vetRoles } from '@chisholm/domain/permissions'
import { texts } from '@chisholm/domain/texts'
import { userTexts } from './user-texts.ts'
import { useSession } from '../../api/session.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { FailedState } from '../../ui/states.tsx'
import { nobody } from '../../ui/nobody.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { useForm } from '../../ui/use-form.ts'
import { displayName, type VisibleUser, vetLabel, vetsQuery } from './queries.ts'

interface DisableDialogProps {
  user: VisibleUser
  /** The number of open tickets. Null while the dialog is closed. */
  postMortems: number | null
  /** @param successor  a user id, or empty for nobody */
  onDisable: (successor: string) => void
  onClose: () => void
}

/** Asks who takes over the open tickets of a veterinarian before the account is disabled. */
export const DisableDialog = ({ postMortems, ...props }: DisableDialogProps) => (
  <Dialog opened={postMortems !== null} onClose={props.onClose} title={userTexts.askDisable(displayName(props.user))}>
    <SuccessorForm postMortems={postMortems ?? 0} {...props} />
  </Dialog>
)

function SuccessorForm({ user, postMortems, onDisable, onClose }: DisableDialogProps & { postMortems: number }) {
  const currentUser = useSession()
  const vetsResult = useQuery(vetsQuery(vetRoles))
  const initialValues: { successor: string | null } = { successor: null }
  const form = useForm({
    initialValues,
    required: { successor: userTexts.chooseSuccessor },
    onSubmit: async ({ successor }) => (successor === nobody || successor === null ? '' : successor),
    onSuccess: onDisable,
    failureText: userTexts.failed,
  })
  if (vetsResult.isLoadingError)
    return <FailedState text={texts.failure.getUsers} onRetry={() => void vetsResult.refetch()} />
  const vets = (vetsResult.data ?? []).filter(({ id }) => id !== user.id)
  return (
    <DialogForm {...form.formProps} submitLabel={userTexts.disable} isDangerous isSubmitting={false} onCancel={onClose}>
      <p className="hint">{userTexts.disableFollows}</p>
      <p className="hint">{userTexts.askTakeOver(postMortems)}</p>
      <SelectField
        searchable
        label={userTexts.takenBy}
        {...form.getInputProps('successor')}
        choices={[
          { value: nobody, label: userTexts.leaveUnassigned },
          ...vets.map((vet) => ({ value: vet.id, label: vetLabel(vet, currentUser?.uuid) })),
        ]}
        placeholder={userTexts.chooseVet}
      />
    </DialogForm>
  )
}
