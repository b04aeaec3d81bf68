import { Button } from '@mantine/core'
import type { OrganSystem } from '@chisholm/domain/examination'
import { reportPath, vetPostMortemPath } from '@chisholm/domain/page-paths'
import type { Animal, PostMortem } from '@chisholm/domain/schemas/post-mortems'
import { texts } from '@chisholm/domain/texts'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { isHeldBack } from '../../api/outbox-rules.ts'
import { outboxState } from '../../api/outbox-state.ts'
import { ExpandableList } from '../../ui/expandable-list.tsx'
import { useRedirectIfStillHere } from '../../ui/use-redirect-if-still-here.ts'
import { errorMessage, toast } from '../../ui/toast.ts'
import { UndiagnosedAnimals } from '../animals/index.ts'
import { LatePreviewButton } from '../reports/index.ts'
import { postMortemTexts } from './post-mortem-texts.ts'
import { useCompletePostMortem } from './queries.ts'
import { opinionsOf, saveOpinions } from './save-opinions.ts'
import { type StepProps, StepLayout } from './step-layout.tsx'
import { UndescribedFinding } from './undescribed-finding.tsx'
import { useUndescribedFindings } from './undescribed-findings.ts'

/** Explains what completing means before doing it. */
export function CompleteStep({ postMortem, inSplitView, goToStep }: StepProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The buttons follow at once for whoever comes by the keyboard.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  const animals = postMortem.veterinary_record.veterinary_record_animals
  const undescribed = useUndescribedFindings(postMortem)
  const undescribedList = useRef<HTMLDivElement>(null)
  const goBack = () => goToStep({})
  const { complete, isCompleting } = useSaveAndComplete(postMortem, {
    goBack,
    showUndescribed: () => undescribedList.current?.querySelector('a')?.focus(),
  })
  const footer = (
    <>
      <Button variant="default" onClick={goBack}>
        {postMortemTexts.goBack}
      </Button>
      <Button loading={isCompleting} onClick={() => void complete()}>
        {postMortemTexts.complete}
      </Button>
    </>
  )
  return (
    <StepLayout title={postMortem.title} inSplitView={inSplitView} footer={footer}>
      <h1 ref={heading} tabIndex={-1}>
        {postMortemTexts.askComplete(postMortem.title)}
      </h1>
      <p>{texts.other.completeExplained}</p>
      <UndescribedAnimals animals={animals} undescribed={undescribed} list={undescribedList} />
      <UndiagnosedAnimals animals={animals} />
      <div>
        <LatePreviewButton
          postMortem={postMortem}
          opinions={opinionsOf(postMortem)}
          reportPath={reportPath(vetPostMortemPath(postMortem.id))}
          disabled={isCompleting}
        />
      </div>
    </StepLayout>
  )
}

interface CompleteOptions {
  goBack: () => void
  /** Moves to the findings that must be described first. */
  showUndescribed: () => void
}

/** Completes a post-mortem after what was typed about its animals is saved, and continues with its report. */
function useSaveAndComplete(postMortem: PostMortem, { goBack, showUndescribed }: CompleteOptions) {
  const completion = useCompletePostMortem(postMortem.id)
  const rememberLocation = useRedirectIfStillHere()
  const [isSaving, setSaving] = useState(false)
  /** @returns whether everything is saved or queued */
  const saveFirst = async (): Promise<boolean> => {
    setSaving(true)
    const outcome = await saveOpinions(postMortem)
    setSaving(false)
    if (outcome === 'undescribed') {
      showUndescribed()
      toast.failure(postMortemTexts.diagnosis.completeNeedsDescriptions)
    } else if (outcome === 'failed') toast.failure(postMortemTexts.diagnosis.completeNeedsSaving)
    return outcome === 'saved'
  }
  const complete = async () => {
    const redirectIfStillHere = rememberLocation()
    if (!(await saveFirst())) return
    const change = { kind: 'complete post-mortem', postMortemId: postMortem.id } as const
    if (isHeldBack(change, outboxState.getState().unsent)) {
      goBack()
      return toast.failure(postMortemTexts.completion.refusedFirst)
    }
    try {
      if ((await completion.mutateAsync()) !== 'sent') return goBack()
      toast.success(texts.success.completed)
      redirectIfStillHere(reportPath(vetPostMortemPath(postMortem.id)))
    } catch (failure) {
      toast.failure(errorMessage(failure, texts.failure.updatePostMortem))
    }
  }
  return { complete, isCompleting: isSaving || completion.isPending }
}

interface UndescribedAnimalsProps {
  animals: readonly Animal[]
  undescribed: ReadonlyMap<string, readonly OrganSystem[]>
  list: RefObject<HTMLDivElement | null>
}

function UndescribedAnimals({ animals, undescribed, list }: UndescribedAnimalsProps) {
  if (undescribed.size === 0) return null
  return (
    <div className="banner danger animal-links" ref={list}>
      <ExpandableList>
        {animals.flatMap((animal) => {
          const systems = undescribed.get(animal.id)
          if (!systems) return []
          return (
            <li key={animal.id}>
              <UndescribedFinding postMortemId={animal.veterinary_record_id} animal={animal} systems={systems} />
            </li>
          )
        })}
      </ExpandableList>
    </div>
  )
}
