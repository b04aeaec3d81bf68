import '../../ui/divided-list.css'
import { ActionIcon, Button } from '@mantine/core'
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { formatLongDay } from '@chisholm/domain/dates'
import { may, vetRoles } from '@chisholm/domain/permissions'
import type { Absence } from '@chisholm/domain/schemas/absences'
import { useState } from 'react'
import { today } from '../../api/cached-provider.ts'
import { useSession } from '../../api/session.ts'
import { CardSection } from '../../ui/card-section.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { QueryState } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.ts'
import { useAskAndDelete } from '../../ui/use-ask-and-delete.tsx'
import { uiTexts } from '../../ui-texts.ts'
import { displayName, vetsQuery } from '../users/index.ts'
import { AbsenceForm } from './absence-form.tsx'
import { absencesQuery, useDeleteAbsence } from './absence-queries.ts'
import { absenceTexts } from './absence-texts.ts'

const periodOf = ({ from, to }: Absence) => absenceTexts.period(formatLongDay(from), formatLongDay(to))

/** Current and future absences: the user's own, or everybody's for Admins. */
export function AbsencesSection() {
  const currentUser = useSession()
  const seesAll = currentUser !== null && may(currentUser, 'absences.manage-any')
  const absences = useQuery(absencesQuery(today()))
  const vets = useQuery({ ...vetsQuery(vetRoles), enabled: seesAll })
  const remove = useDeleteAbsence()
  const { askAndDelete, dialog } = useAskAndDelete()
  const [edited, setEdited] = useState<Absence | 'new' | null>(null)
  const nameOf = (id: string) => {
    const vet = vets.data?.find((user) => user.id === id)
    return vet && displayName(vet)
  }
  const deleteAbsence = async (absence: Absence) => {
    const isDeleted = await askAndDelete({
      question: { title: uiTexts.askDelete(periodOf(absence)), confirmLabel: uiTexts.delete },
      onDelete: () => remove.mutateAsync(absence.id),
      failureText: absenceTexts.notDeleted,
    })
    if (isDeleted) toast.success(absenceTexts.deleted)
  }
  return (
    <CardSection title={absenceTexts.title} hint={absenceTexts.hint}>
      <QueryState query={absences} failureText={absenceTexts.failed} count={1} height={66} />
      {absences.data?.length === 0 && <p>{absenceTexts.none}</p>}
      {absences.data && absences.data.length > 0 && (
        <ul className="divided-list">
          {absences.data.map((absence) => (
            <AbsenceRow
              key={absence.id}
              absence={absence}
              {...(seesAll && { person: nameOf(absence.user_id) })}
              onEdit={() => setEdited(absence)}
              onDelete={() => void deleteAbsence(absence)}
            />
          ))}
        </ul>
      )}
      <Button variant="default" leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setEdited('new')}>
        {absenceTexts.add}
      </Button>
      <Dialog
        opened={edited !== null}
        onClose={() => setEdited(null)}
        title={edited === 'new' ? absenceTexts.add : absenceTexts.edit}
      >
        {edited && <AbsenceForm {...(edited !== 'new' && { absence: edited })} onDone={() => setEdited(null)} />}
      </Dialog>
      {dialog}
    </CardSection>
  )
}

interface AbsenceRowProps {
  absence: Absence
  /** The name of the absent person, for those who see the absences of others. */
  person?: string | undefined
  onEdit: () => void
  onDelete: () => void
}

const AbsenceRow = ({ absence, person, onEdit, onDelete }: AbsenceRowProps) => (
  <li>
    <span className="divided-list-text">
      {person && <strong>{person}</strong>}
      <span>{periodOf(absence)}</span>
      {absence.note && <span className="hint">{absence.note}</span>}
    </span>
    <ActionIcon variant="subtle" aria-label={uiTexts.editOf(periodOf(absence))} onClick={onEdit}>
      <IconPencil size={20} stroke={1.8} aria-hidden />
    </ActionIcon>
    <ActionIcon variant="subtle" color="red" aria-label={uiTexts.deleteOf(periodOf(absence))} onClick={onDelete}>
      <IconTrash size={20} stroke={1.8} aria-hidden />
    </ActionIcon>
  </li>
)
