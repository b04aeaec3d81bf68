import { fullName } from '@chisholm/domain/full-name'
import { may } from '@chisholm/domain/permissions'
import { texts } from '@chisholm/domain/texts'
import { useState } from 'react'
import { useSession } from '../../api/session.ts'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { nobody } from '../../ui/nobody.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { FailedState } from '../../ui/states.tsx'
import { useForm } from '../../ui/use-form.ts'
import { uiTexts } from '../../ui-texts.ts'
import { useAssignableVets, vetLabel } from '../users/index.ts'
import { visitTexts } from '../visits/index.ts'
import type { ActionFormProps } from './action-form-props.ts'
import { postMortemTexts } from './post-mortem-texts.ts'

/** Assigns the visit of a ticket to a veterinarian, or to nobody. */
export function AssignForm({ postMortem, failedSchedule, isSaving, onSave, onClose }: ActionFormProps) {
  const currentUser = useSession()
  const mayChooseAny = currentUser !== null && may(currentUser, 'vet.choose-any')
  const [{ scheduled_for_id: before }] = useState(postMortem.veterinary_record)
  const vets = useAssignableVets()
  const choices = vets.data ?? []
  const current = postMortem.veterinary_record.scheduled_for
  // A veterinarian can only choose itself: that is proposed where it takes the visit from no colleague.
  const ownOrNone = current === null || current.id === currentUser?.uuid ? (currentUser?.uuid ?? null) : null
  const proposed = mayChooseAny ? (current?.id ?? null) : ownOrNone
  const initialVet = failedSchedule.scheduled_for_id === '' ? nobody : (failedSchedule.scheduled_for_id ?? proposed)
  const form = useForm({
    initialValues: { vet: initialVet },
    required: { vet: texts.validation.vetRequired },
    onSubmit: async ({ vet }) => {
      const vetId = vet === nobody || vet === null ? '' : vet
      const chosen = [...choices, ...(current ? [current] : [])].find(({ id }) => id === vetId)
      const person = chosen && { id: chosen.id, first_name: chosen.first_name ?? '', last_name: chosen.last_name ?? '' }
      await onSave({
        body: { scheduled_for_id: vetId },
        base: { scheduled_for_id: before },
        vet: person ?? null,
      })
    },
    failureText: texts.failure.updatePostMortem,
  })
  if (vets.isLoadingError) return <FailedState text={texts.failure.getUsers} onRetry={() => void vets.refetch()} />
  return (
    <DialogForm {...form.formProps} submitLabel={uiTexts.confirm} isSubmitting={isSaving} onCancel={onClose}>
      <dl className="description-list">
        <dt>{postMortemTexts.assignedNow}</dt>
        <dd>{current ? fullName(current) : visitTexts.unassigned}</dd>
      </dl>
      <SelectField
        searchable
        label={postMortemTexts.vet}
        {...form.getInputProps('vet')}
        choices={[
          ...choices.map((one) => ({ value: one.id, label: vetLabel(one, currentUser?.uuid) })),
          { value: nobody, label: visitTexts.unassigned },
        ]}
        placeholder={postMortemTexts.chooseVet}
      />
    </DialogForm>
  )
}
