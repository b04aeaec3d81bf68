import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { texts } from '@chisholm/domain/texts'
import { useEffect, useRef, useState } from 'react'
import { isHeldBack, outboxChanges } from '../../api/outbox-entries.ts'
import { outboxState } from '../../api/outbox-state.ts'
import { ExpandableList } from '../../ui/expandable-list.tsx'
import { useRedirectIfStillHere } from '../../ui/use-redirect-if-still-here.ts'
import { errorMessage, toast } from '../../ui/toast.ts'
import { nameOfAnimal } from '../animals/index.ts'
import { examinePath } from './examine-path.ts'
import { postMortemTexts } from './post-mortem-texts.ts'
import { useCompletePostMortem } from './queries.ts'
import { saveOpinions } from './save-opinions.ts'
import { type StepProps, StepLayout } from './step-layout.tsx'
import { UndescribedFinding } from './undescribed-finding.tsx'
import { useUndescribedFindings } from './undescribed-findings.ts'

/** Explains what completing means before doing it. */
export function CompleteStep({ postMortem, inSplitView, goToStep }: StepProps) {
  const completion = useCompletePostMortem(postMortem.id)
  const rememberLocation = useRedirectIfStillHere()
  const [isSaving, setSaving] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  // The buttons follow at once for whoever comes by the keyboard.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  const animals = postMortem.veterinary_record.veterinary_record_animals
  const undiagnosed = animals.filter((animal) => !animal.vet_diagnosis_id)
  const undescribed = useUndescribedFindings(postMortem)
  const undescribedList = useRef<HTMLDivElement>(null)
  const complete = async () => {
    const redirectIfStillHere = rememberLocation()
    setSaving(true)
    const outcome = await saveOpinions(postMortem)
    setSaving(false)
    if (outcome === 'undescribed') {
      undescribedList.current?.querySelector('a')?.focus()
      return toast.failure(postMortemTexts.diagnosis.completeNeedsDescriptions)
    }
    if (outcome === 'failed') return toast.failure(postMortemTexts.diagnosis.completeNeedsSaving)
    const change = outboxChanges.completePostMortem(postMortem.id, new Date().toISOString())
    if (isHeldBack(change, outboxState.getState().unsent)) {
      goToStep({})
      return toast.failure(postMortemTexts.completion.refusedFirst)
    }
    try {
      if ((await completion.mutateAsync()) !== 'sent') return goToStep({})
      toast.success(texts.success.completed)
      redirectIfStillHere(`/a/vet/ticketdetail/${postMortem.id}/report`)
    } catch (failure) {
      toast.failure(errorMessage(failure, texts.failure.updatePostMortem))
    }
  }
  const foot = (
    <>
      <Button variant="default" onClick={() => goToStep({})}>
        {postMortemTexts.goBack}
      </Button>
      <Button loading={isSaving || completion.isPending} onClick={() => void complete()}>
        {postMortemTexts.complete}
      </Button>
    </>
  )
  return (
    <StepLayout title={postMortem.title} inSplitView={inSplitView} foot={foot}>
      <h1 ref={heading} tabIndex={-1}>
        {postMortemTexts.askComplete(postMortem.title)}
      </h1>
      <p>{texts.other.completeExplained}</p>
      {undescribed.size > 0 && (
        <div className="banner danger animal-links" ref={undescribedList}>
          <ExpandableList>
            {animals.flatMap((animal) => {
              const systems = undescribed.get(animal.id)
              return systems
                ? [
                    <li key={animal.id}>
                      <UndescribedFinding postMortemId={postMortem.id} animal={animal} systems={systems} />
                    </li>,
                  ]
                : []
            })}
          </ExpandableList>
        </div>
      )}
      {undiagnosed.length > 0 && (
        <section className="banner animal-links" aria-labelledby="undiagnosed">
          <p id="undiagnosed">{postMortemTexts.undiagnosed(undiagnosed.length)}</p>
          <ExpandableList>
            {undiagnosed.map((animal) => (
              <li key={animal.id}>
                <Link to={examinePath(postMortem.id, animal.id)}>{nameOfAnimal(animal)}</Link>
              </li>
            ))}
          </ExpandableList>
        </section>
      )}
    </StepLayout>
  )
}
