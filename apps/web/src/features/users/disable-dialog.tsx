import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { vetRoles } from '@chisholm/domain/permissions'
import { texts } from '@chisholm/domain/texts'
import { userTexts } from './user-texts.ts'
import { useSession } from '../../api/session.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { FailedState } from '../../ui/faces.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { nameOf, type ShownUser, vetLabel, vetsQuery } from './queries.ts'

const nobody = 'nobody'

interface DisableDialogProps {
  user: ShownUser
  /** The number of open tickets; null while the dialog is closed. */
  tickets: number | null
  /** @param successor  a user id, or empty for nobody */
  onDisable: (successor: string) => void
  onClose: () => void
}

/** Asks who takes over the open tickets of a veterinarian before disabling the account. */
export const DisableDialog = ({ tickets, ...props }: DisableDialogProps) => (
  <Dialog opened={tickets !== null} onClose={props.onClose} title={userTexts.askDisable(nameOf(props.user))}>
    <SuccessorForm tickets={tickets ?? 0} {...props} />
  </Dialog>
)

function SuccessorForm({ user, tickets, onDisable, onClose }: DisableDialogProps & { tickets: number }) {
  const me = useSession()
  const people = useQuery(vetsQuery(vetRoles))
  const [successor, setSuccessor] = useState<string | null>(null)
  const [mistake, setMistake] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (successor === null) return setMistake(userTexts.chooseSuccessor)
    onDisable(successor === nobody ? '' : successor)
  }
  if (people.isError) return <FailedState text={texts.failure.getUsers} retry={() => void people.refetch()} />
  const vets = (people.data ?? []).filter(({ id }) => id !== user.id)
  return (
    <DialogForm onSubmit={submit} verb={userTexts.disable} dangerous busy={false} onCancel={onClose}>
      <p className="hint">{userTexts.disableFollows}</p>
      <p className="hint">{userTexts.askTakeOver(tickets)}</p>
      <SelectField
        label={userTexts.takenBy}
        value={successor}
        onChange={(chosen) => {
          setSuccessor(chosen)
          setMistake(undefined)
        }}
        choices={[
          { value: nobody, label: userTexts.leaveUnassigned },
          ...vets.map((vet) => ({ value: vet.id, label: vetLabel(vet, me?.uuid) })),
        ]}
        placeholder={userTexts.chooseVet}
        error={mistake}
      />
    </DialogForm>
  )
}
