import './examine.css'
import { Button } from '@mantine/core'
import { clockOf } from '@chisholm/domain/carcass'
import { vetPostMortemPath } from '@chisholm/domain/page-paths'
import type { Animal, PostMortem } from '@chisholm/domain/schemas/post-mortems'
import { useState } from 'react'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { Page } from '../../../ui/page.tsx'
import { useIsWide } from '../../../ui/use-is-wide.ts'
import { AnimalDetails, nameOfAnimal, PhraseTextarea } from '../../animals/index.ts'
import { PreviewButton } from '../../reports/index.ts'
import { SamplesSection } from '../../samples/index.ts'
import { ClockPill } from '../card-clock.tsx'
import { ConflictBanner } from '../conflict-banner.tsx'
import { useDangerWarning } from '../danger-warning.tsx'
import { unexaminedAnimals } from '../next-vet-action.ts'
import { postMortemTexts } from '../post-mortem-texts.ts'
import { opinionsOf } from '../save-opinions.ts'
import { SaveStatus } from '../save-status.tsx'
import { Pill } from '../status-pills.tsx'
import type { StepProps } from '../step-layout.tsx'
import { AnimalTabs } from './animal-tabs.tsx'
import { examinationTexts } from './examination-texts.ts'
import { ExtentFields } from './extent-fields.tsx'
import { LesionsPanel } from './lesions-panel.tsx'
import { PresenceLine } from './presence-line.tsx'
import { PhotosPanel } from './photos-panel.tsx'
import { SameOpinion } from './same-opinion.tsx'
import { SystemsPanel } from './systems-panel.tsx'
import { useCurrentSystem } from './use-current-system.ts'
import { type ExaminationForm, useExamination } from './use-examination.ts'
import { useExamineKeys } from './use-examine-keys.ts'

interface ExamineStepProps {
  postMortem: PostMortem
  animalId: string
  goToStep: StepProps['goToStep']
}

/** The opinion about the animals of a ticket: photos, examination and lesions of one animal at a time. */
export function ExamineStep({ postMortem, animalId, goToStep }: ExamineStepProps) {
  const animals = postMortem.veterinary_record.veterinary_record_animals
  const index = animals.findIndex(({ id }) => id === animalId)
  const animal = animals[index]
  if (!animal) return null
  const goToAnimal = (to: number) => {
    const next = animals[to]
    if (next) goToStep({ step: 'examine', animal: next.id }, true)
  }
  return (
    <ExamineAnimal
      key={animal.id}
      postMortem={postMortem}
      animal={animal}
      index={index}
      goToAnimal={goToAnimal}
      goToStep={goToStep}
    />
  )
}

interface ExamineAnimalProps {
  postMortem: PostMortem
  animal: Animal
  index: number
  goToAnimal: (to: number) => void
  goToStep: StepProps['goToStep']
}

function ExamineAnimal({ postMortem, animal, index, goToAnimal, goToStep }: ExamineAnimalProps) {
  const form = useExamination(postMortem, animal)
  const system = useCurrentSystem(form)
  const [photo, setPhoto] = useState(0)
  const lastPhoto = Math.max(0, (animal.medias?.length ?? 0) - 1)
  const { page, adder, comment } = useExamineKeys({
    form,
    system,
    movePhoto: (offset) => setPhoto(Math.min(Math.max(0, photo + offset), lastPhoto)),
    moveAnimal: (offset) => goToAnimal(index + offset),
    complete: () => goToStep({ step: 'complete' }, true),
  })
  const { renderBanner } = useDangerWarning()
  const isNarrow = !useIsWide()
  const animals = postMortem.veterinary_record.veterinary_record_animals
  return (
    <Page title={postMortem.title} back={vetPostMortemPath(postMortem.id)} wide ownHeading>
      <section className="stack examine-page" ref={page} tabIndex={-1} aria-label={examinationTexts.examination}>
        {renderBanner(animal.id)}
        <ExamineHeader postMortem={postMortem} animal={animal} form={form} goToStep={goToStep} isNarrow={isNarrow} />
        {isNarrow && (
          <div className="examine-saved">
            <SaveStatus status={form.status} savedAt={form.savedAt} reason={form.reason} />
          </div>
        )}
        <AnimalTabs animals={animals} current={animal.id} goToAnimal={goToAnimal} />
        {form.unsent.map((entry) => entry.refusal?.conflict && <ConflictBanner key={entry.id} entry={entry} />)}
        <div className="examine">
          <div className="stack examine-left">
            <PhotosPanel animal={animal} current={Math.min(photo, lastPhoto)} onMove={setPhoto} />
            <AnimalSection animal={animal} isNarrow={isNarrow} />
          </div>
          <div className="stack">
            <ExtentFields form={form} />
            <SystemsPanel
              systems={form.values.systems}
              onChange={(systems) => form.change({ systems })}
              current={system.current}
              onMove={system.setCurrent}
              isNarrow={isNarrow}
              panel={system.panel}
            />
          </div>
          <div className="stack">
            <LesionsPanel values={form.values} onChange={(lesions) => form.change({ lesions })} adder={adder} />
            <div ref={comment}>
              <PhraseTextarea
                label={examinationTexts.comment}
                placeholder={postMortemTexts.diagnosis.notesHint}
                value={form.comment}
                onChange={form.changeComment}
              />
            </div>
            <SamplesSection postMortem={postMortem} animalId={animal.id} />
            <SameOpinion postMortem={postMortem} animal={animal} values={form.values} comment={form.comment} />
            {index < animals.length - 1 && (
              <Button variant="default" onClick={() => goToAnimal(index + 1)}>
                {examinationTexts.nextAnimal}
              </Button>
            )}
            {isNarrow ? <CompleteButton postMortem={postMortem} goToStep={goToStep} /> : <KeyList />}
          </div>
        </div>
      </section>
    </Page>
  )
}

interface ExamineHeaderProps extends Pick<ExamineAnimalProps, 'postMortem' | 'animal' | 'goToStep'> {
  form: ExaminationForm
  isNarrow: boolean
}

const ExamineHeader = ({ postMortem, animal, form, goToStep, isNarrow }: ExamineHeaderProps) => (
  <div className="row between examine-header">
    <div>
      <div className="row">
        <h1>
          {postMortem.title} · {nameOfAnimal(animal)}
        </h1>
        {postMortem.status !== 'Completed' && <ClockPill clockAt={(limits, now) => clockOf(animal, limits, now)} />}
        <Pill text={postMortem.status} />
      </div>
      <PresenceLine postMortemId={postMortem.id} animalId={animal.id} />
    </div>
    {!isNarrow && (
      <span className="row">
        <SaveStatus status={form.status} savedAt={form.savedAt} reason={form.reason} />
        <Button variant="default" onClick={() => goToStep({}, true)}>
          {examinationTexts.backToTicket}
        </Button>
        <PreviewButton
          postMortem={postMortem}
          opinions={opinionsOf(postMortem)}
          reportPath={`/a/vet/ticketdetail/${postMortem.id}/report`}
          visibleFrom="md"
        />
        <CompleteButton postMortem={postMortem} goToStep={goToStep} />
      </span>
    )}
  </div>
)

/** At a desk it is in the heading, which stays in sight, on a phone at the end. */
const CompleteButton = ({ postMortem, goToStep }: Pick<ExamineAnimalProps, 'postMortem' | 'goToStep'>) => (
  <Button
    variant={unexaminedAnimals(postMortem).length === 0 ? 'filled' : 'default'}
    onClick={() => goToStep({ step: 'complete' }, true)}
  >
    {postMortemTexts.complete}
  </Button>
)

/** On a phone they are closed, so that the examination is near the photo. */
const AnimalSection = ({ animal, isNarrow }: { animal: Animal; isNarrow: boolean }) =>
  isNarrow ? (
    <Disclosure className="card" title={<h2>{examinationTexts.aboutAnimal}</h2>}>
      <AnimalDetails animal={animal} />
    </Disclosure>
  ) : (
    <div className="card">
      <AnimalDetails animal={animal} />
    </div>
  )

const KeyList = () => (
  <Disclosure className="card" title={<h2>{examinationTexts.keys}</h2>}>
    <dl className="description-list">
      {examinationTexts.keyList.map(([key, meaning]) => [
        <dt key={`${key} key`}>{key}</dt>,
        <dd key={key}>{meaning}</dd>,
      ])}
    </dl>
  </Disclosure>
)
