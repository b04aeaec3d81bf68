import './examine.css'
import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconCircleCheck } from '@tabler/icons-react'
import type { Animal, PostMortem } from '@chisholm/domain/schemas'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { Page } from '../../../ui/page.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { toast } from '../../../ui/toast.ts'
import { texts } from '@chisholm/domain/texts'
import { examinationOptions, validateSystemFinding } from '@chisholm/domain/examination'
import { AnimalFactsList, nameOfAnimal, PhraseTextarea } from '../../animals/index.ts'
import { SamplesSection } from '../../samples/index.ts'
import { ConflictBanner } from '../conflict-banner.tsx'
import { useDangerWarning } from '../danger-warning.tsx'
import { postMortemTexts } from '../post-mortem-texts.ts'
import { SaveStatus } from '../save-status.tsx'
import type { StepSearch } from '../step-search-params.ts'
import { examinationTexts } from './examination-texts.ts'
import { withLesion, withSystem } from './examination-values.ts'
import { type ExamineCommand, commandOfKey, lesionChangeOfKey } from './examine-keys.ts'
import { LesionsPanel } from './lesions-panel.tsx'
import { PresenceLine } from './presence-line.tsx'
import { PhotosPanel } from './photos-panel.tsx'
import { SameOpinion } from './same-opinion.tsx'
import { SystemsPanel } from './systems-panel.tsx'
import { type ExaminationForm, useExamination } from './use-examination.ts'
import { useKeysWithin } from './use-keys-within.ts'

interface ExamineStepProps {
  postMortem: PostMortem
  animalId: string
  goToStep: (step: StepSearch) => void
}

/** The opinion about the animals of a ticket: photos, examination and lesions of one animal at a time. */
export function ExamineStep({ postMortem, animalId, goToStep }: ExamineStepProps) {
  const animals = postMortem.veterinary_record.veterinary_record_animals
  const index = animals.findIndex(({ id }) => id === animalId)
  const animal = animals[index]
  if (!animal) return null
  const goToAnimal = (to: number) => {
    const next = animals[to]
    if (next) goToStep({ step: 'examine', animal: next.id })
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
  goToStep: (step: StepSearch) => void
}

function ExamineAnimal({ postMortem, animal, index, goToAnimal, goToStep }: ExamineAnimalProps) {
  const form = useExamination(postMortem, animal)
  const { banner } = useDangerWarning()
  const [photo, setPhoto] = useState(0)
  // Findings without a description are what is left to do.
  const [system, setSystem] = useState(() =>
    Math.max(
      0,
      form.values.systems.findIndex((finding) => validateSystemFinding(finding) !== null),
    ),
  )
  const isNarrow = useMediaQuery('(max-width: 767px)', window.innerWidth < 768)
  const page = useRef<HTMLElement>(null)
  const systems = useRef<HTMLElement>(null)
  const adder = useRef<HTMLInputElement>(null)
  const comment = useRef<HTMLDivElement>(null)
  const name = nameOfAnimal(animal)
  const photos = animal.medias?.length ?? 0
  // Keyboard shortcuts work from the start, without a click.
  useEffect(() => page.current?.focus({ preventScroll: true }), [])

  // The focus moves before the next key arrives, even if somebody types fast.
  const focusSystem = (to: number) => {
    flushSync(() => setSystem(to))
    focusIn(systems.current, form.values.systems[to]?.system, 'input:checked')
  }
  const moveTo = (to: number, count: number, move: (to: number) => void) => {
    if (to >= 0 && to < count) move(to)
  }
  const saveNow = async () => {
    if (await form.save()) toast.success(texts.success.dataUpdated)
    else toast.failure(texts.failure.saveAnimal)
  }
  const setState = (state: 'normal' | 'abnormal' | 'not_examined') => {
    const current = form.values.systems[system]
    if (!current) return
    flushSync(() => form.change({ systems: withSystem(form.values.systems, { state }, current.system) }))
    if (state === 'abnormal') focusIn(systems.current, current.system, 'textarea')
    else if (system < form.values.systems.length - 1) focusSystem(system + 1)
  }
  /** Leaving the findings moves to the next system, leaving other texts to the current system. */
  const leaveText = () => {
    const isFindings = systems.current?.contains(document.activeElement) ?? false
    focusSystem(Math.min(isFindings ? system + 1 : system, form.values.systems.length - 1))
  }
  const run: Record<ExamineCommand, () => void> = {
    nextSystem: () => moveTo(system + 1, form.values.systems.length, focusSystem),
    previousSystem: () => moveTo(system - 1, form.values.systems.length, focusSystem),
    normal: () => setState('normal'),
    abnormal: () => setState('abnormal'),
    notExamined: () => setState('not_examined'),
    nextPhoto: () => moveTo(photo + 1, photos, setPhoto),
    previousPhoto: () => moveTo(photo - 1, photos, setPhoto),
    nextAnimal: () => goToAnimal(index + 1),
    previousAnimal: () => goToAnimal(index - 1),
    addLesion: () => adder.current?.focus(),
    comment: () => comment.current?.querySelector('textarea')?.focus(),
    leaveText,
    save: () => void saveNow(),
    complete: () => goToStep({ step: 'complete' }),
  }
  const handleKey = (event: KeyboardEvent) => {
    const card = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-lesion]') : null
    const lesion = form.values.lesions.find(({ id }) => id === card?.dataset['lesion'])
    const change = lesion ? lesionChangeOfKey(event, lesion) : null
    const command = change ? null : commandOfKey(event)
    if (!change && !command) return
    event.preventDefault()
    if (lesion && change) form.change({ lesions: withLesion(form.values.lesions, lesion.id, change) })
    if (command) run[command]()
  }
  useKeysWithin(page, handleKey)
  return (
    <Page title={postMortem.title} back={`/a/vet/ticketdetail/${postMortem.id}`} wide ownHeading>
      <section className="stack examine-page" ref={page} tabIndex={-1} aria-label={examinationTexts.examination}>
        {banner}
        <div className="row between">
          <div>
            <h1>
              {postMortem.title} · {name}
            </h1>
            <PresenceLine postMortemId={postMortem.id} animalId={animal.id} />
          </div>
          <span className="row">
            <SaveStatus status={form.status} reason={form.reason} />
            <Button variant="default" visibleFrom="sm" onClick={() => goToStep({})}>
              {examinationTexts.backToTicket}
            </Button>
            <Button onClick={() => goToStep({ step: 'complete' })}>{postMortemTexts.complete}</Button>
          </span>
        </div>
        <AnimalTabs postMortem={postMortem} current={animal.id} goToAnimal={goToAnimal} />
        {form.unsent.map((entry) => entry.refusal?.conflict && <ConflictBanner key={entry.id} entry={entry} />)}
        <div className="examine">
          <div className="stack examine-left">
            <PhotosPanel animal={animal} current={Math.min(photo, Math.max(0, photos - 1))} onMove={setPhoto} />
            {isNarrow ? (
              // closed, so that the examination is near the photo on a phone
              <Disclosure className="card" title={<h2>{examinationTexts.facts}</h2>}>
                <AnimalFactsList animal={animal} />
              </Disclosure>
            ) : (
              <div className="card">
                <AnimalFactsList animal={animal} />
              </div>
            )}
          </div>
          <div className="stack">
            <ExtentFields form={form} />
            <SystemsPanel
              systems={form.values.systems}
              onChange={(changed) => form.change({ systems: changed })}
              current={system}
              onMove={setSystem}
              isNarrow={isNarrow}
              panel={systems}
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
            {index < postMortem.veterinary_record.veterinary_record_animals.length - 1 && (
              <Button variant="default" onClick={() => goToAnimal(index + 1)}>
                {examinationTexts.nextAnimal}
              </Button>
            )}
            {!isNarrow && <KeyList />}
          </div>
        </div>
      </section>
    </Page>
  )
}

/** Focuses a control of a system. */
const focusIn = (panel: HTMLElement | null, system: string | undefined, selector: string) =>
  panel?.querySelector<HTMLElement>(`[data-system="${system}"] ${selector}`)?.focus()

interface AnimalTabsProps {
  postMortem: PostMortem
  current: string
  goToAnimal: (to: number) => void
}

/** Scrolls a bar sideways, so that this button is in its middle. The page does not scroll. */
function scrollToMiddle(button: HTMLElement | null): void {
  const bar = button?.parentElement
  if (bar) bar.scrollLeft = button.offsetLeft - (bar.clientWidth - button.offsetWidth) / 2
}

function AnimalTabs({ postMortem, current, goToAnimal }: AnimalTabsProps) {
  const animals = postMortem.veterinary_record.veterinary_record_animals
  if (animals.length < 2) return null
  return (
    <nav className="examine-animals" aria-label={examinationTexts.animals}>
      {animals.map((animal, index) => (
        <button
          key={animal.id}
          ref={animal.id === current ? scrollToMiddle : undefined}
          type="button"
          aria-current={animal.id === current ? 'page' : undefined}
          onClick={() => goToAnimal(index)}
        >
          {nameOfAnimal(animal)}
          {animal.vet_diagnosis_id && (
            <>
              <IconCircleCheck size={16} stroke={2.2} aria-hidden />
              <span className="visually-hidden">{examinationTexts.hasOpinion}</span>
            </>
          )}
        </button>
      ))}
    </nav>
  )
}

const conditions = ['1', '2', '3', '4', '5']

function ExtentFields({ form: { values, change } }: { form: ExaminationForm }) {
  const { mode, extent } = examinationOptions
  return (
    <div className="examine-extent">
      <SelectField
        label={examinationTexts.mode}
        value={values.mode}
        onChange={(chosen) => change({ mode: mode.find((one) => one === chosen) ?? null })}
        choices={mode.map((value) => ({ value, label: examinationTexts.modes[value] }))}
        placeholder={examinationTexts.open}
        clearable
      />
      <SelectField
        label={examinationTexts.extent}
        value={values.extent}
        onChange={(chosen) => change({ extent: extent.find((one) => one === chosen) ?? null })}
        choices={extent.map((value) => ({ value, label: examinationTexts.extents[value] }))}
        placeholder={examinationTexts.open}
        clearable
      />
      <SelectField
        label={examinationTexts.condition}
        value={values.condition === null ? null : String(values.condition)}
        onChange={(chosen) => change({ condition: chosen ? Number(chosen) : null })}
        choices={conditions.map((value) => ({ value, label: value }))}
        placeholder={examinationTexts.open}
        clearable
      />
    </div>
  )
}

const KeyList = () => (
  <Disclosure className="card" title={<h2>{examinationTexts.keys}</h2>}>
    <dl className="facts">
      {examinationTexts.keyList.map(([key, meaning]) => [
        <dt key={`${key} key`}>{key}</dt>,
        <dd key={key}>{meaning}</dd>,
      ])}
    </dl>
  </Disclosure>
)
