import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { clockOf } from '@chisholm/domain/carcass'
import type { OrganSystem } from '@chisholm/domain/examination'
import { can } from '@chisholm/domain/permissions'
import type { Animal, PostMortem } from '@chisholm/domain/schemas'
import { texts } from '@chisholm/domain/texts'
import { toPermissionSubject } from '../../api/permission-subject.ts'
import { useSession } from '../../api/session.ts'
import { useConfirm } from '../../ui/use-confirm.tsx'
import { toast, errorMessage } from '../../ui/toast.ts'
import { AnimalFactsList, VetDiagnosis, nameOfAnimal, useDeleteAnimal } from '../animals/index.ts'
import { PhotoStrip, useIsUnsent } from '../photos/index.ts'
import { diagnosisDrafts } from './diagnosis-drafts.ts'
import { DiagnosisForm } from './diagnosis-form.tsx'
import { ExaminationSummary } from './examine/examination-summary.tsx'
import { examinePath } from './examine-path.ts'
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
  onEdit: () => void
}

/** Everything about an animal, with the buttons and the form that the user may use. */
export function AnimalCardContent({ postMortem, animal, undescribed, vetRoute, onEdit }: AnimalCardContentProps) {
  const currentUser = useSession()
  const remove = useDeleteAnimal(postMortem.id)
  const entries = useOutboxEntriesOf(postMortem.id).filter(
    (entry) => 'animalId' in entry && entry.animalId === animal.id,
  )
  const hasInput = useHasInput(diagnosisDrafts.of(postMortem.id, animal.id))
  const unsent = useIsUnsent(animal.id)
  const { ask, dialog } = useConfirm()
  const subject = toPermissionSubject(postMortem)
  const name = nameOfAnimal(animal)
  const deleteAnimal = async () => {
    if (!(await ask({ title: uiTexts.askDelete(name), confirmLabel: uiTexts.delete, isDangerous: true }))) return
    try {
      await remove.mutateAsync(animal.id)
    } catch (failure) {
      toast.failure(errorMessage(failure, texts.failure.deleteAnimal))
    }
  }
  if (!currentUser) return null
  // Input stays visible until it is discarded, even if the post-mortem has been completed elsewhere since.
  const showsDiagnosisForm =
    vetRoute &&
    (can(currentUser, 'animal.diagnose', subject) || hasInput || entries.some(({ refusal }) => refusal?.conflict))
  return (
    <>
      <div className="row between">
        <h2>{name}</h2>
        <span className="row">
          {can(currentUser, 'animal.edit', subject) && (
            <Button size="sm" mih={44} variant="default" onClick={onEdit} aria-label={uiTexts.editOf(name)}>
              {uiTexts.edit}
            </Button>
          )}
          {can(currentUser, 'animal.delete', subject) && (
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
      <div className="stack">
        {postMortem.status !== 'Completed' && <ClockPill clockAt={(limits, now) => clockOf(animal, limits, now)} />}
        <UnsentPill entries={entries} />
        {vetRoute && <PhotoStrip postMortem={postMortem} animal={animal} />}
        <AnimalFactsList animal={animal} />
        {!vetRoute && <PhotoStrip postMortem={postMortem} animal={animal} />}
        {vetRoute && !unsent && can(currentUser, 'animal.diagnose', subject) && (
          <Button
            component={Link}
            to={examinePath(postMortem.id, animal.id)}
            aria-label={examinationTexts.examineOf(name)}
            variant="default"
            style={{ alignSelf: 'flex-start' }}
          >
            {examinationTexts.examine}
          </Button>
        )}
        {vetRoute && undescribed && can(currentUser, 'animal.diagnose', subject) && (
          <p className="banner danger animal-links">
            <UndescribedFinding postMortemId={postMortem.id} animal={animal} systems={undescribed} />
          </p>
        )}
        {vetRoute && !unsent && animal.vet_diagnosis_id && can(currentUser, 'case.share', subject) && (
          <Button
            component={Link}
            to={`/a/record/${animal.id}/case`}
            variant="default"
            style={{ alignSelf: 'flex-start' }}
          >
            {postMortemTexts.teachingCase}
            <span className="visually-hidden"> {name}</span>
          </Button>
        )}
      </div>
      {showsDiagnosisForm ? (
        <DiagnosisForm postMortemId={postMortem.id} animal={animal} onServer={!unsent} />
      ) : (
        <>
          <VetDiagnosis animal={animal} />
          {animal.examination && <ExaminationSummary examination={animal.examination} />}
        </>
      )}
      {dialog}
    </>
  )
}
