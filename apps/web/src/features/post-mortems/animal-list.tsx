import { Button } from '@mantine/core'
import { can } from '@chisholm/domain/permissions'
import type { Animal, PostMortem } from '@chisholm/domain/shapes'
import { texts } from '@chisholm/domain/texts'
import { toPermissionSubject } from '../../api/permission-subject.ts'
import { useSession } from '../../api/session.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { EmptyState } from '../../ui/faces.tsx'
import { toast, wordsOf } from '../../ui/toast.ts'
import { AnimalFactsList, Diagnosis, nameOfAnimal, useDeleteAnimal } from '../animals/index.ts'
import { PhotoStrip, useIsUnsent } from '../photos/index.ts'
import { useHasDiagnosisDraft } from './diagnosis-drafts.ts'
import { DiagnosisForm } from './diagnosis-form.tsx'
import { useEntriesOf } from './queries.ts'
import { WaitingPill } from './waiting-pill.tsx'
import { postMortemTexts } from './post-mortem-texts.ts'
import { uiTexts } from '../../ui-texts.ts'

interface AnimalListProps {
  ticket: PostMortem
  vetRoute: boolean
  onEdit: (animalId: string) => void
}

export function AnimalList({ ticket, vetRoute, onEdit }: AnimalListProps) {
  const animals = ticket.veterinary_record.veterinary_record_animals
  return (
    <section className="stack" aria-labelledby="animals">
      <h2 id="animals">{postMortemTexts.animals}</h2>
      {animals.length === 0 && <EmptyState text={texts.empty.animals} />}
      {animals.map((animal) => (
        <AnimalCard
          key={animal.id}
          ticket={ticket}
          animal={animal}
          vetRoute={vetRoute}
          onEdit={() => onEdit(animal.id)}
        />
      ))}
    </section>
  )
}

interface AnimalCardProps {
  ticket: PostMortem
  animal: Animal
  vetRoute: boolean
  onEdit: () => void
}

function AnimalCard({ ticket, animal, vetRoute, onEdit }: AnimalCardProps) {
  const person = useSession()
  const remove = useDeleteAnimal(ticket.id)
  const entries = useEntriesOf(ticket.id).filter((entry) => 'animalId' in entry && entry.animalId === animal.id)
  const hasDraft = useHasDiagnosisDraft(ticket.id, animal.id)
  const unsent = useIsUnsent(animal.id)
  const { ask, dialog } = useConfirm()
  const subject = toPermissionSubject(ticket)
  const name = nameOfAnimal(animal)
  const deleteAnimal = async () => {
    if (!(await ask({ title: uiTexts.askDelete(name), verb: uiTexts.delete, dangerous: true }))) return
    try {
      await remove.mutateAsync(animal.id)
    } catch (failure) {
      toast.failure(wordsOf(failure, texts.failure.deleteAnimal))
    }
  }
  if (!person) return null
  // input from before the post-mortem was completed elsewhere stays visible until discarded
  const diagnoses = vetRoute && (can(person, 'animal.diagnose', subject) || hasDraft)
  return (
    <article className="card animal" aria-label={name}>
      <div className="row between">
        <h2>{name}</h2>
        <span className="row">
          {can(person, 'animal.edit', subject) && (
            <Button size="sm" mih={44} variant="default" onClick={onEdit} aria-label={uiTexts.editOf(name)}>
              {uiTexts.edit}
            </Button>
          )}
          {can(person, 'animal.delete', subject) && (
            <Button
              size="sm"
              mih={44}
              variant="subtle"
              color="red"
              onClick={() => void deleteAnimal()}
              aria-label={uiTexts.deleteOf(name)}
            >
              {uiTexts.delete}
            </Button>
          )}
        </span>
      </div>
      <WaitingPill entries={entries} />
      <AnimalFactsList animal={animal} />
      <PhotoStrip ticket={ticket} animal={animal} />
      {diagnoses ? (
        <DiagnosisForm ticketId={ticket.id} animal={animal} onServer={!unsent} />
      ) : (
        <Diagnosis animal={animal} />
      )}
      {dialog}
    </article>
  )
}
