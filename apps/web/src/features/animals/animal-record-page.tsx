import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { amendmentToAllow, can, isVet } from '@chisholm/domain/permissions'
import { formatRfid } from '@chisholm/domain/rfid'
import type { Animal, PostMortem } from '@chisholm/domain/schemas/post-mortems'
import { texts } from '@chisholm/domain/texts'
import { useRef } from 'react'
import { toPermissionSubject } from '../../api/permission-subject.ts'
import { useSession } from '../../api/session.ts'
import { pickFields } from '../../ui/changed-fields.ts'
import { FormPage } from '../../ui/form-page.tsx'
import { isNotFound } from '../../ui/is-not-found.ts'
import { SiteZone } from '../../ui/site-zone.tsx'
import { QueryState, Skeletons } from '../../ui/states.tsx'
import { useLeavePage } from '../../ui/use-leave-page.ts'
import { NotFoundPage } from '../../ui/not-found-page.tsx'
import { Page } from '../../ui/page.tsx'
import { toast } from '../../ui/toast.ts'
import { usePageForm } from '../../ui/use-page-form.ts'
import { DangerBanner, usePostMortem } from '../post-mortems/index.ts'
import { AnimalDetails } from './animal-details.tsx'
import { DiagnosisField } from './diagnosis-field.tsx'
import { VetDiagnosis } from './vet-diagnosis.tsx'
import { animalQuery, useDiagnoseAnimal, useSaveAnimal } from './queries.ts'
import { TagColorField } from './tag-color-field.tsx'
import { animalTexts } from './animal-texts.ts'
import { uiTexts } from '../../ui-texts.ts'

const title = animalTexts.record

export function AnimalRecordPage() {
  const { id = '' }: { id?: string } = useParams({ strict: false })
  const animal = useQuery(animalQuery(id))
  if (isNotFound(animal.error)) return <NotFoundPage />
  if (!animal.data)
    return (
      <Page title={title} back>
        <QueryState query={animal} failureText={texts.failure.getAnimals} />
      </Page>
    )
  return <EditableOrReadOnlyRecord animal={animal.data} />
}

/** Shows the form. If the status forbids changes, shows the record and the reason instead. */
function EditableOrReadOnlyRecord({ animal }: { animal: Animal }) {
  const currentUser = useSession()
  const { postMortem, isPending } = usePostMortem(animal.veterinary_record_id)
  if (isPending || !currentUser)
    return (
      <Page title={title} back>
        <Skeletons />
      </Page>
    )
  // If the post-mortem cannot be loaded now, the server decides when the record is saved.
  const subject = postMortem && toPermissionSubject(postMortem)
  const mayEdit = !subject || can(currentUser, 'animal.edit', subject)
  if (!postMortem || mayEdit || can(currentUser, 'animal.diagnose', subject))
    return <RecordForm animal={animalIn(postMortem, animal.id) ?? animal} postMortem={postMortem} mayEdit={mayEdit} />
  const { endAmendmentFirst, completedIsReadOnly, animalStateForbids } = texts.refusal
  const ofCompleted =
    amendmentToAllow(currentUser, 'animal.edit', subject) === 'end' ? endAmendmentFirst : completedIsReadOnly
  return (
    <Page title={title} back ownHeading>
      <DangerBanner postMortem={postMortem} animalId={animal.id} />
      <h1>{title}</h1>
      <p className="banner">{postMortem.status === 'Completed' ? ofCompleted : animalStateForbids}</p>
      <section className="card">
        <SiteZone site={postMortem.veterinary_record.site}>
          <AnimalDetails animal={animal} />
        </SiteZone>
        <VetDiagnosis animal={animal} />
      </section>
    </Page>
  )
}

/** The animal with its unsent changes. */
const animalIn = (postMortem: PostMortem | undefined, id: string) =>
  postMortem?.veterinary_record.veterinary_record_animals.find((one) => one.id === id)

interface RecordFormProps {
  animal: Animal
  postMortem: PostMortem | undefined
  /** Otherwise, only the diagnosis: while the report of a completed post-mortem is amended. */
  mayEdit: boolean
}

/** Clients edit their own diagnosis, veterinarians the final one. */
function RecordForm({ animal, postMortem, mayEdit }: RecordFormProps) {
  const currentUser = useSession()
  const isVetUser = currentUser !== null && isVet(currentUser)
  const field = isVetUser ? 'vet_diagnosis_id' : 'customer_diagnosis_id'
  const leavePage = useLeavePage('/a')
  /** What the author saw: what a colleague changes after that is not overwritten. */
  const seen = useRef(animal)
  const saveAnimal = useSaveAnimal(animal.veterinary_record_id)
  const diagnose = useDiagnoseAnimal(animal)
  const form = usePageForm({
    draftName: `record ${animal.id}`,
    initialValues: { diagnosis: animal[field], color: animal.tag_color_id },
    // an unchanged field would overwrite what a colleague has changed
    onSubmit: async (_values, { diagnosis, color }) => {
      const fields = {
        ...(color !== undefined && { tag_color_id: color }),
        ...(diagnosis !== undefined && !isVetUser && { customer_diagnosis_id: diagnosis }),
      }
      const names = Object.keys(fields)
      const change = { id: animal.id, isNew: false, fields, base: pickFields(seen.current, new Set(names)) }
      const outcome = names.length === 0 ? 'sent' : await saveAnimal.mutateAsync(change)
      seen.current = { ...seen.current, ...fields }
      if (diagnosis === undefined || !isVetUser) return outcome
      const base = { vet_diagnosis_id: seen.current.vet_diagnosis_id }
      const diagnosed = await diagnose.mutateAsync({ body: { vet_diagnosis_id: diagnosis }, base })
      seen.current = { ...seen.current, vet_diagnosis_id: diagnosis }
      return diagnosed
    },
    failureText: texts.failure.saveAnimal,
    onSuccess: (outcome) => {
      if (outcome === 'sent') toast.success(texts.success.dataUpdated)
    },
    onDone: leavePage,
  })
  return (
    <FormPage title={title} back form={form} submitLabel={uiTexts.save}>
      <DangerBanner postMortem={postMortem} animalId={animal.id} />
      <dl className="description-list card">
        <dt>{animalTexts.rfid}</dt>
        <dd>{animal.rfid ? formatRfid(animal.rfid) : texts.empty.notSpecified}</dd>
        <dt>{animalTexts.tag}</dt>
        <dd>{animal.tag ?? texts.empty.notSpecified}</dd>
      </dl>
      <DiagnosisField label={animalTexts.diagnosis} {...form.getInputProps('diagnosis')} />
      {mayEdit && <TagColorField {...form.getInputProps('color')} />}
    </FormPage>
  )
}
