import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { can, isVet } from '@chisholm/domain/permissions'
import { shownRfid } from '@chisholm/domain/rfid'
import type { Animal } from '@chisholm/domain/shapes'
import { texts } from '@chisholm/domain/texts'
import { toPermissionSubject } from '../../api/permission-subject.ts'
import { useSession } from '../../api/session.ts'
import { isAbsent } from '../../ui/absent.ts'
import { FailedState, Skeletons } from '../../ui/faces.tsx'
import { useLeave } from '../../ui/leave.ts'
import { NotFound } from '../../ui/not-found.tsx'
import { Page } from '../../ui/page.tsx'
import { toast } from '../../ui/toast.ts'
import { usePageForm } from '../../ui/use-page-form.ts'
import { useTicket } from '../post-mortems/index.ts'
import { AnimalFactsList } from './animal-facts.tsx'
import { DiagnosisField } from './diagnosis-field.tsx'
import { Diagnosis } from './diagnosis.tsx'
import { animalQuery, useChangeAnimal } from './queries.ts'
import { TagColorField } from './tag-color-field.tsx'
import { animalTexts } from './animal-texts.ts'
import { uiTexts } from '../../ui-texts.ts'

const title = animalTexts.record

export function RecordPage() {
  const { id = '' }: { id?: string } = useParams({ strict: false })
  const animal = useQuery(animalQuery(id))
  if (isAbsent(animal.error)) return <NotFound />
  if (!animal.data)
    return (
      <Page title={title} back>
        {animal.isError ? (
          <FailedState text={texts.failure.getAnimals} retry={() => void animal.refetch()} />
        ) : (
          <Skeletons />
        )}
      </Page>
    )
  return <Record animal={animal.data} />
}

/** Shows the form, or the record read-only with a reason if the status forbids changes. */
function Record({ animal }: { animal: Animal }) {
  const person = useSession()
  const { ticket, isPending } = useTicket(animal.veterinary_record_id)
  if (isPending || !person)
    return (
      <Page title={title} back>
        <Skeletons />
      </Page>
    )
  // if the post-mortem cannot be loaded now, the server decides on save
  if (!ticket || can(person, 'animal.edit', toPermissionSubject(ticket))) return <RecordForm animal={animal} />
  return (
    <Page title={title} back ownHeading>
      <h1>{title}</h1>
      <p className="banner">
        {ticket.status === 'Completed' ? texts.refusal.completedIsReadOnly : texts.refusal.animalStateForbids}
      </p>
      <section className="card">
        <AnimalFactsList animal={animal} />
        <Diagnosis animal={animal} />
      </section>
    </Page>
  )
}

/** A client edits its own diagnosis, a veterinarian the final one. */
function RecordForm({ animal }: { animal: Animal }) {
  const person = useSession()
  const vet = person !== null && isVet(person)
  const field = vet ? 'vet_diagnosis_id' : 'customer_diagnosis_id'
  const leave = useLeave('/a')
  const change = useChangeAnimal()
  const form = usePageForm({
    before: { diagnosis: animal[field], color: animal.tag_color_id },
    send: ({ diagnosis, color }) => change.mutateAsync({ id: animal.id, [field]: diagnosis, tag_color_id: color }),
    failed: texts.failure.saveAnimal,
    onSaved: () => {
      toast.success(texts.success.dataUpdated)
      leave()
    },
  })
  return (
    <Page
      title={title}
      back
      ownHeading
      foot={
        <Button loading={form.busy} onClick={() => form.submit()}>
          {uiTexts.save}
        </Button>
      }
    >
      <h1>{title}</h1>
      <dl className="facts card">
        <dt>{animalTexts.rfid}</dt>
        <dd>{animal.rfid ? shownRfid(animal.rfid) : texts.empty.notSpecified}</dd>
        <dt>{animalTexts.tag}</dt>
        <dd>{animal.tag ?? texts.empty.notSpecified}</dd>
      </dl>
      <DiagnosisField
        label={animalTexts.diagnosis}
        value={form.typed.diagnosis}
        onChange={(diagnosis) => form.set({ diagnosis })}
      />
      <TagColorField value={form.typed.color} onChange={(color) => form.set({ color })} />
      {form.guard}
    </Page>
  )
}
