import { Button } from '@mantine/core'
import { formatRfid } from '@chisholm/domain/rfid'
import { can } from '@chisholm/domain/permissions'
import type { Animal, PostMortem } from '@chisholm/domain/schemas/post-mortems'
import { toPermissionSubject } from '../../api/permission-subject.ts'
import { useSession } from '../../api/session.ts'
import { CardSection } from '../../ui/card-section.tsx'
import { ExpectScan } from '../../ui/use-keyboard-scan.ts'
import { uiTexts } from '../../ui-texts.ts'
import { AnimalDetails, AnimalForm, ClientOpinion, nameOfAnimal, VetDiagnosis } from '../animals/index.ts'
import { PhotosSection, PhotoStrip, useIsUnsent } from '../photos/index.ts'
import { DiagnosisForm } from './diagnosis-form.tsx'
import { useLatestAnimals } from './latest-animals.ts'
import { Lockable } from './lockable.tsx'
import { postMortemTexts } from './post-mortem-texts.ts'
import { SeenBefore } from './seen-before.tsx'
import { SeenBeforeReports } from './seen-before-reports.tsx'
import { SingleTabForm } from './single-tab-form.tsx'
import { StepIndicator } from './step-indicator.tsx'
import { StepLayout, type StepProps } from './step-layout.tsx'
import { useAnimalStep } from './use-animal-step.ts'
import type { AnimalFormDraft } from './use-animal-step-form.ts'

interface AnimalStepProps extends StepProps {
  /** Omit it for a new animal. */
  animalId?: string | undefined
  rfid?: string | undefined
}

/** Restores unsaved input of the animal under its id. */
export function AnimalStep(props: AnimalStepProps) {
  const { postMortem, inSplitView, animalId = 'new' } = props
  const draftName = `animal ${postMortem.id} ${animalId}`
  return (
    <SingleTabForm<AnimalFormDraft>
      draftName={draftName}
      loading={<ExpectScan />}
      renderElsewhere={(notice) => (
        <StepLayout title={postMortem.title} inSplitView={inSplitView}>
          <h1>{postMortem.title}</h1>
          {notice}
        </StepLayout>
      )}
    >
      {(draft) => <AnimalStepForm {...props} draftName={draftName} draft={draft} />}
    </SingleTabForm>
  )
}

/** Adds or edits an animal. Its photos are saved with it. */
function AnimalStepForm(props: AnimalStepProps & { draftName: string; draft: AnimalFormDraft | null }) {
  const { postMortem, vetRoute, inSplitView, goToStep, animalId } = props
  const { id, exists, wasNew, isCorrection, form, photos, guide, isSaving, warnOfStops, saveAndGoTo, ...step } =
    useAnimalStep(props)
  const { scans } = step
  const currentUser = useSession()
  const latest = useLatestAnimals(postMortem, id)
  const isUnsent = useIsUnsent(id)
  const animals = postMortem.veterinary_record.veterinary_record_animals
  const existing = animals.find((animal) => animal.id === animalId)
  const number = exists ? animals.findIndex((animal) => animal.id === id) + 1 : animals.length + 1
  const mayEdit =
    currentUser !== null && can(currentUser, exists ? 'animal.edit' : 'animal.add', toPermissionSubject(postMortem))
  const footer = <SaveButtons id={id} isCorrection={isCorrection} isSaving={isSaving} saveAndGoTo={saveAndGoTo} />
  return (
    <StepLayout title={postMortem.title} inSplitView={inSplitView} animalId={id} footer={mayEdit && footer}>
      {postMortem.draft === 1 && <StepIndicator reached={2} />}
      <h1>{existing ? nameOfAnimal(existing) : postMortemTexts.animalNumber(number)}</h1>
      <SeenBeforeReports postMortem={postMortem} exceptAnimalId={id} vetRoute={vetRoute} goToStep={goToStep} />
      {mayEdit ? (
        <Lockable isLocked={scans.isLocked}>
          <AnimalForm
            form={form}
            vetRoute={vetRoute}
            onDanger={(sign) => void warnOfStops([sign])}
            latest={exists ? { ...latest, last: undefined } : latest}
            takesScan={scans.takesScan}
            belowRfid={
              <>
                <ScannedForNext rfid={scans.nextRfid} exists={exists && !isSaving} isCorrection={isCorrection} />
                <SeenBefore rfid={form.values.rfid} postMortem={postMortem} animalId={id} vetRoute={vetRoute} />
              </>
            }
          />
          {vetRoute && (
            <DiagnosisSections
              postMortemId={postMortem.id}
              id={id}
              existing={existing}
              // what was sent with a new animal is not sent again
              onServer={exists && !isUnsent && !(wasNew && form.isSubmitting)}
            />
          )}
          {!vetRoute && existing && <VetDiagnosis animal={existing} />}
          <PhotosSection
            postMortem={postMortem}
            animalId={id}
            photos={photos}
            guide={guide}
            onRetry={(draft) => void step.retryPhoto(draft)}
            {...(!isCorrection && { onReview: () => void saveAndGoTo({}) })}
          />
        </Lockable>
      ) : (
        existing && <ReadOnlyAnimal postMortem={postMortem} animal={existing} />
      )}
      {step.leaveDialog}
    </StepLayout>
  )
}

interface ScannedForNextProps {
  rfid: string | null
  /** Whether the animal of the form is saved. */
  exists: boolean
  isCorrection: boolean
}

/** An RFID that was scanned while the form shows an animal with another one. */
const ScannedForNext = ({ rfid, exists, isCorrection }: ScannedForNextProps) =>
  rfid && (
    <output className="hint">
      {isCorrection ? postMortemTexts.otherRfidScanned(formatRfid(rfid)) : postMortemTexts.nextAnimal(formatRfid(rfid))}
      {exists && ` ${postMortemTexts.replaceRfid}`}
    </output>
  )

type SaveButtonsProps = Pick<ReturnType<typeof useAnimalStep>, 'id' | 'isCorrection' | 'isSaving' | 'saveAndGoTo'>

/** The buttons that save the animal and lead on in the wizard, or after a correction back to the ticket. */
const SaveButtons = ({ id, isCorrection, isSaving, saveAndGoTo }: SaveButtonsProps) =>
  isCorrection ? (
    <Button loading={isSaving} onClick={() => void saveAndGoTo({ animal: id })}>
      {uiTexts.save}
    </Button>
  ) : (
    <>
      <Button variant="default" loading={isSaving} onClick={() => void saveAndGoTo({ step: 'animal' })}>
        {postMortemTexts.saveAddAnother}
      </Button>
      <Button loading={isSaving} onClick={() => void saveAndGoTo({})}>
        {postMortemTexts.review}
      </Button>
    </>
  )

interface DiagnosisSectionsProps {
  postMortemId: string
  id: string
  /** Undefined for a new animal. */
  existing: Animal | undefined
  onServer: boolean
}

/** The client's opinion of an animal and the veterinarian's, which is entered here. */
const DiagnosisSections = ({ postMortemId, id, existing, onServer }: DiagnosisSectionsProps) => (
  <>
    {existing && (
      <CardSection title={postMortemTexts.diagnosis.yard}>
        <ClientOpinion animal={existing} />
      </CardSection>
    )}
    <CardSection title={postMortemTexts.diagnosis.vet}>
      <DiagnosisForm
        postMortemId={postMortemId}
        animal={existing ?? { id, vet_diagnosis_id: null, vet_findings: null, vet_diagnosis_note: null }}
        onServer={onServer}
      />
    </CardSection>
  </>
)

const ReadOnlyAnimal = ({ postMortem, animal }: { postMortem: PostMortem; animal: Animal }) => (
  <>
    <AnimalDetails animal={animal} />
    <VetDiagnosis animal={animal} />
    <PhotoStrip postMortem={postMortem} animal={animal} />
  </>
)
