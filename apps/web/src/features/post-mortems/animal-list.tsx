import { Button } from '@mantine/core'
import { can } from '@chisholm/domain/permissions'
import type { Animal, PostMortem } from '@chisholm/domain/shapes'
import { texts } from '@chisholm/domain/texts'
import { useSession } from '../../api/session.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { EmptyState } from '../../ui/faces.tsx'
import { toast, wordsOf } from '../../ui/toast.ts'
import { AnimalFactsList, nameOfAnimal } from '../animals/animal-facts.tsx'
import { useDeleteAnimal } from '../animals/queries.ts'
import { PhotoStrip } from '../photos/photo-strip.tsx'
import { useEntries } from '../library/queries.ts'
import { DiagnosisForm } from './diagnosis-form.tsx'
import { subjectOf, useEntriesOf } from './queries.ts'
import { WaitingPill } from './waiting-pill.tsx'

interface AnimalListProps {
  ticket: PostMortem
  vetRoute: boolean
  onEdit: (animalId: string) => void
}

/** The animals of a ticket, each with its facts, photos, diagnosis and what may be done to it. */
export function AnimalList({ ticket, vetRoute, onEdit }: AnimalListProps) {
  const animals = ticket.veterinary_record.veterinary_record_animals
  return (
    <section className="stack" aria-labelledby="animals">
      <h2 id="animals">Animals</h2>
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
  const { ask, dialog } = useConfirm()
  const subject = subjectOf(ticket)
  const name = nameOfAnimal(animal)
  const deleteAnimal = async () => {
    if (!(await ask({ title: `Delete ${name}?`, verb: 'Delete', dangerous: true }))) return
    remove.mutate(animal.id, { onError: (failure) => toast.failure(wordsOf(failure, texts.failure.deleteAnimal)) })
  }
  if (!person) return null
  const diagnoses = vetRoute && can(person, 'animal.diagnose', subject)
  return (
    <article className="card animal" aria-label={name}>
      <div className="row between">
        <h2>{name}</h2>
        <span className="row">
          {can(person, 'animal.edit', subject) && (
            <Button size="sm" mih={44} variant="default" onClick={onEdit} aria-label={`Edit ${name}`}>
              Edit
            </Button>
          )}
          {can(person, 'animal.delete', subject) && (
            <Button
              size="sm"
              mih={44}
              variant="subtle"
              color="red"
              onClick={() => void deleteAnimal()}
              aria-label={`Delete ${name}`}
            >
              Delete
            </Button>
          )}
        </span>
      </div>
      <WaitingPill entries={entries} />
      <AnimalFactsList animal={animal} />
      <PhotoStrip ticket={ticket} animal={animal} />
      {diagnoses ? <DiagnosisForm animal={animal} /> : <Diagnosis animal={animal} />}
      {dialog}
    </article>
  )
}

/** What the veterinarian found, to read. */
function Diagnosis({ animal }: { animal: Animal }) {
  const { entries } = useEntries('diagnoses', [animal.vet_diagnosis_id])
  const notifiable = entries?.find((entry) => entry.id === animal.vet_diagnosis_id)?.notifiable
  const rows: [string, string | null][] = [
    ['Diagnosis', animal.vet_diagnosis?.name ?? null],
    ['Findings', animal.vet_findings],
    ['Vet notes', animal.vet_diagnosis_note],
  ]
  if (rows.every(([, value]) => !value)) return null
  return (
    <>
      <dl className="facts">
        {rows.map(([name, value]) => value && [<dt key={`${name} name`}>{name}</dt>, <dd key={name}>{value}</dd>])}
      </dl>
      {notifiable && <p className="banner danger">{texts.other.notifiable}</p>}
    </>
  )
}
