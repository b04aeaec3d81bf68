import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { constants } from '@chisholm/domain/constants'
import { may, vetRoles } from '@chisholm/domain/permissions'
import type { Absence } from '@chisholm/domain/schemas/absences'
import { texts } from '@chisholm/domain/texts'
import { useState } from 'react'
import { newId } from '../../api/new-id.ts'
import { useSession } from '../../api/session.ts'
import { DateField } from '../../ui/date-field.tsx'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { useDialogForm } from '../../ui/use-dialog-form.ts'
import { uiTexts } from '../../ui-texts.ts'
import { vetLabel, vetsQuery } from '../users/index.ts'
import { useSaveAbsence } from './absence-queries.ts'
import { absenceTexts } from './absence-texts.ts'

interface AbsenceFormProps {
  /** The absence to change; undefined for a new one. */
  absence?: Absence
  onDone: () => void
}

/** The days on which a veterinarian is away. Admins choose the veterinarian. */
export function AbsenceForm({ absence, onDone }: AbsenceFormProps) {
  const currentUser = useSession()
  const mayChooseVet = currentUser !== null && may(currentUser, 'absences.manage-any')
  const vets = useQuery({ ...vetsQuery(vetRoles), enabled: mayChooseVet })
  const [id] = useState(newId)
  const save = useSaveAbsence(absence)
  const form = useDialogForm({
    draftName: `absence ${absence?.id ?? 'new'}`,
    initialValues: {
      ...(!absence && { id }),
      user_id: absence?.user_id ?? currentUser?.uuid ?? null,
      from: absence?.from ?? null,
      to: absence?.to ?? null,
      note: absence?.note ?? '',
    },
    required: {
      user_id: texts.validation.absentVetRequired,
      from: texts.validation.dateRequired,
      to: texts.validation.dateRequired,
    },
    validate: ({ from, to }) => (from && to && to < from ? { to: [texts.validation.lastDayBeforeFirst] } : {}),
    onSubmit: ({ user_id, from, to, ...others }) =>
      // all fields were validated
      save.mutateAsync({ ...others, user_id: user_id ?? '', from: from ?? '', to: to ?? '' }),
    onDone,
    failureText: absenceTexts.notSaved,
  })
  return (
    <DialogForm {...form.dialogFormProps} submitLabel={uiTexts.save}>
      {mayChooseVet && (
        <SelectField
          searchable
          label={absenceTexts.vet}
          {...form.getInputProps('user_id')}
          choices={vets.data?.map((user) => ({ value: user.id, label: vetLabel(user, currentUser?.uuid) })) ?? []}
        />
      )}
      <DateField label={absenceTexts.from} {...form.getInputProps('from')} />
      <DateField label={absenceTexts.to} {...form.getInputProps('to')} />
      <TextInput
        label={absenceTexts.note}
        {...form.getInputProps('note')}
        maxLength={constants.absenceNoteMax}
        autoComplete="off"
      />
    </DialogForm>
  )
}
