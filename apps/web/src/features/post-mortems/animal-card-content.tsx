import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { clockOf } from '@chisholm/domain/carcass'
import type { OrganSystem } from '@chisholm/domain/examination'
import { can, type PostMortemAction } from '@chisholm/domain/permissions'
import type { Animal, PostMortem } from '@chisholm/domain/schemas/post-mortems'
import { texts } from '@chisholm/domain/texts'
import { toPermissionSubject } from '../../api/permission-subject.ts'
import { useSession } from '../../api/session.ts'
import { DeleteButton } from '../../ui/delete-button.tsx'
import { AnimalDetails, VetDiagnosis, nameOfAnimal, useDeleteAnimal } from '../animals/index.ts'
import { PhotoStrip, photoTexts, useAllPhotoDrafts, useIsUnsent } from '../photos/index.ts'
import { diagnosisDrafts } from './diagnosis-drafts.ts'
import { DiagnosisForm } from './diagnosis-form.tsx'
import { ExaminationSummary } from './examine/examination-summary.tsx'
import { examinePath } from '@chisholm/domain/page-paths'
import { examinationTexts } from './examine/examination-texts.ts'
import { useOutboxEntriesOf } from './queries.ts'
import { ClockPill } from './card-clock.tsx'
import { UndescribedFinding } from './undescribed-finding.tsx'
import { UnsentPill } from './unsent-pill.tsx'
import { useHasInput } from './use-animal-draft.ts'
import { postMortemTexts } from './post-mortem-texts.ts'
import { uiTexts } from '../../ui-texts.ts'

interface AnimalCardContentProps {
  postMortem: PostMortem
  animal: Animal
  /** Abnormal systems that are not described yet. */
  undescribed: readonly OrganSystem[] | undefined
  vetRoute: boolean
  /** The row around it has the name and what is not sent. */
  isInRow?: boolean
  onEdit: () => void
}

/** Everything about an animal, with the buttons and the form that the user may use. */
export function AnimalCardContent({
  postMortem,
  animal,
  undescribed,
  vetRoute,
  isInRow = false,
  onEdit,
}: AnimalCardContentProps) {
  const currentUser = useSession()
  const entries = useOutboxEntriesOf(postMortem.id).filter(
    (entry) => 'animalId' in entry && entry.animalId === animal.id,
  )
  const hasInput = useHasInput(diagnosisDrafts.of(postMortem.id, animal.id))
  const isUnsent = useIsUnsent(animal.id)
  if (!currentUser) return null
  const may = (action: PostMortemAction) => can(currentUser, action, toPermissionSubject(postMortem))
  const mayDiagnose = vetRoute && may('animal.diagnose')
  // Input stays visible until it is discarded, even if the post-mortem has been completed elsewhere since.
  const showsDiagnosisForm = mayDiagnose || (vetRoute && (hasInput || entries.some(({ refusal }) => refusal?.conflict)))
  const photos = <PhotoStrip postMortem={postMortem} animal={animal} />
  return (
    <>
      <div className="row between">
        {!isInRow && <h2>{nameOfAnimal(animal)}</h2>}
        <span className="row">
          {may('animal.edit') && (
            <Button
              size="sm"
              mih={44}
              variant="default"
              onClick={onEdit}
              aria-label={uiTexts.editOf(nameOfAnimal(animal))}
            >
              {uiTexts.edit}
            </Button>
          )}
          {may('animal.delete') && <DeleteAnimal animal={animal} />}
        </span>
      </div>
      <div className="stack">
        {postMortem.status !== 'Completed' && <ClockPill clockAt={(limits, now) => clockOf(animal, limits, now)} />}
        {!isInRow && <UnsentPill entries={entries} />}
        {/* what the client waited for is first */}
        {!showsDiagnosisForm && <OpinionDetails animal={animal} />}
        {vetRoute && photos}
        <AnimalDetails animal={animal} />
        {!vetRoute && photos}
        {mayDiagnose && !isUnsent && <ExamineLink postMortemId={postMortem.id} animal={animal} />}
        {mayDiagnose && undescribed && (
          <p className="banner danger animal-links">
            <UndescribedFinding postMortemId={postMortem.id} animal={animal} systems={undescribed} />
          </p>
        )}
        {vetRoute && !isUnsent && animal.vet_diagnosis_id && may('case.share') && <TeachingCaseLink animal={animal} />}
      </div>
      {showsDiagnosisForm && <DiagnosisForm postMortemId={postMortem.id} animal={animal} onServer={!isUnsent} />}
    </>
  )
}

/** What the veterinarian found, for those who may not change it. */
const OpinionDetails = ({ animal }: { animal: Animal }) => (
  <div className="stack animal-opinion">
    <VetDiagnosis animal={animal} />
    {animal.examination && (
      <ExaminationSummary examination={animal.examination} diagnosisId={animal.vet_diagnosis_id} />
    )}
  </div>
)

function DeleteAnimal({ animal }: { animal: Animal }) {
  const remove = useDeleteAnimal(animal.veterinary_record_id)
  const name = nameOfAnimal(animal)
  const unsent = useAllPhotoDrafts().filter(({ animalId }) => animalId === animal.id).length
  return (
    <DeleteButton
      size="sm"
      aria-label={uiTexts.deleteOf(name)}
      question={{
        title: uiTexts.askDelete(name),
        ...(unsent > 0 && { text: photoTexts.notSentBeforeDeletion(unsent) }),
        confirmLabel: uiTexts.delete,
      }}
      onDelete={() => remove.mutateAsync(animal.id)}
      failureText={texts.failure.deleteAnimal}
    >
      {uiTexts.delete}
    </DeleteButton>
  )
}

const ExamineLink = ({ postMortemId, animal }: { postMortemId: string; animal: Animal }) => (
  <Button
    component={Link}
    to={examinePath(postMortemId, animal.id)}
    aria-label={examinationTexts.examineOf(nameOfAnimal(animal))}
    variant="default"
    style={{ alignSelf: 'flex-start' }}
  >
    {examinationTexts.examine}
  </Button>
)

const TeachingCaseLink = ({ animal }: { animal: Animal }) => (
  <Button component={Link} to={`/a/record/${animal.id}/case`} variant="default" style={{ alignSelf: 'flex-start' }}>
    {postMortemTexts.teachingCase}
    <span className="visually-hidden"> {nameOfAnimal(animal)}</span>
  </Button>
)
