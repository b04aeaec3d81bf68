import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { isVet } from '@chisholm/domain/permissions'
import { shownRfid } from '@chisholm/domain/rfid'
import type { Animal } from '@chisholm/domain/shapes'
import { texts } from '@chisholm/domain/texts'
import { useSession } from '../../api/session.ts'
import { isAbsent } from '../../ui/absent.ts'
import { FailedState, Skeletons } from '../../ui/faces.tsx'
import { useLeave } from '../../ui/leave.ts'
import { NotFound } from '../../ui/not-found.tsx'
import { Page } from '../../ui/page.tsx'
import { toast, wordsOf } from '../../ui/toast.ts'
import { DiagnosisField } from './diagnosis-field.tsx'
import { animalQuery, useChangeAnimal } from './queries.ts'
import { TagColorField } from './tag-color-field.tsx'

export function RecordPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const animal = useQuery(animalQuery(id))
  if (isAbsent(animal.error)) return <NotFound />
  if (!animal.data)
    return (
      <Page title="Animal record" back>
        {animal.isError ? (
          <FailedState text={texts.failure.getAnimals} retry={() => void animal.refetch()} />
        ) : (
          <Skeletons />
        )}
      </Page>
    )
  return <RecordForm animal={animal.data} />
}

/** Diagnosis and tag colour of an animal; a client writes its own diagnosis, a veterinarian the final one. */
function RecordForm({ animal }: { animal: Animal }) {
  const person = useSession()
  const vet = person !== null && isVet(person)
  const field = vet ? 'vet_diagnosis_id' : 'customer_diagnosis_id'
  const [diagnosis, setDiagnosis] = useState(animal[field])
  const [color, setColor] = useState(animal.tag_color_id)
  const change = useChangeAnimal()
  const leave = useLeave('/a')
  const save = () =>
    change.mutate(
      { id: animal.id, [field]: diagnosis, tag_color_id: color },
      {
        onSuccess: () => {
          toast.success(texts.success.dataUpdated)
          leave()
        },
        onError: (failure) => toast.failure(wordsOf(failure, texts.failure.saveAnimal)),
      },
    )
  return (
    <Page
      title="Animal record"
      back
      ownHeading
      foot={
        <Button loading={change.isPending} onClick={save}>
          Save
        </Button>
      }
    >
      <h1>Animal record</h1>
      <dl className="facts card">
        <dt>RFID</dt>
        <dd>{animal.rfid ? shownRfid(animal.rfid) : texts.empty.notSpecified}</dd>
        <dt>Tag</dt>
        <dd>{animal.tag ?? texts.empty.notSpecified}</dd>
      </dl>
      <DiagnosisField label="Diagnosis" value={diagnosis} onChange={setDiagnosis} />
      <TagColorField value={color} onChange={setColor} />
    </Page>
  )
}
