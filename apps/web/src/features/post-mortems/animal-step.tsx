import { Button } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { dayOf } from '@chisholm/domain/dates'
import { can } from '@chisholm/domain/permissions'
import { texts } from '@chisholm/domain/texts'
import { useState } from 'react'
import { ApiFailure } from '../../api/client.ts'
import { newId } from '../../api/new-id.ts'
import { useSession } from '../../api/session.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { toast, wordsOf } from '../../ui/toast.ts'
import { AnimalForm, typedAnimal } from '../animals/animal-form.tsx'
import { AnimalFactsList, nameOfAnimal } from '../animals/animal-facts.tsx'
import { useAddAnimal, useChangeAnimal } from '../animals/queries.ts'
import { PhotoStrip } from '../photos/photo-strip.tsx'
import { subjectOf } from './queries.ts'
import { type StepProps, StepFrame } from './step-frame.tsx'
import { Steps } from './steps.tsx'

interface AnimalStepProps extends StepProps {
  /** Left out for a new animal. */
  animalId?: string | undefined
  rfid?: string | undefined
}

/** Adds an animal, or changes one; its photos go up as soon as they are chosen. */
export function AnimalStep({ ticket, beside, go, animalId, rfid }: AnimalStepProps) {
  const animals = ticket.veterinary_record.veterinary_record_animals
  const known = animals.find((animal) => animal.id === animalId)
  const [id] = useState(() => animalId ?? newId())
  const [saved, setSaved] = useState(() => typedAnimal(known, rfid, dayOf(new Date())))
  const [typed, setTyped] = useState(saved)
  const [errors, setErrors] = useState<Record<string, string[]>>({})
  const person = useSession()
  const add = useAddAnimal(ticket.id)
  const change = useChangeAnimal()
  const { ask, dialog } = useConfirm()
  const exists = animals.some((animal) => animal.id === id)
  const unsaved = JSON.stringify(typed) !== JSON.stringify(saved)
  const mayEdit = person !== null && can(person, exists ? 'animal.edit' : 'animal.add', subjectOf(ticket))

  const [leaving, setLeaving] = useState(false)
  useBlocker({
    shouldBlockFn: async () => {
      if (!unsaved || leaving) return false
      return !(await ask({ title: texts.other.unsavedChanges, verb: 'Leave', dangerous: true }))
    },
    enableBeforeUnload: () => unsaved,
  })

  /** Saves what is typed, if anything is. @returns whether the animal is on the server now */
  const save = async (): Promise<boolean> => {
    const untouched = !unsaved && !rfid
    if (untouched && (exists || (animals.length > 0 && !animalId))) return true
    setErrors({})
    try {
      await (exists ? change : add).mutateAsync({ ...typed, id })
      setSaved(typed)
      return true
    } catch (failure) {
      if (failure instanceof ApiFailure) setErrors(failure.errors)
      toast.failure(wordsOf(failure, texts.failure.saveAnimal))
      return false
    }
  }
  const saveAndGo = async (step: Parameters<typeof go>[0]) => {
    if (!(await save())) return
    setLeaving(true)
    // the blocker reads its answer after this component was drawn anew
    setTimeout(() => go(step))
  }
  const busy = add.isPending || change.isPending
  const foot = (
    <>
      <Button variant="default" loading={busy} onClick={() => void saveAndGo({ step: 'animal', animal: newId() })}>
        Save, add another
      </Button>
      <Button loading={busy} onClick={() => void saveAndGo({})}>
        Review
      </Button>
    </>
  )
  const number = exists ? animals.findIndex((animal) => animal.id === id) + 1 : animals.length + 1
  return (
    <StepFrame title={ticket.title} beside={beside} foot={mayEdit && foot}>
      {ticket.draft === 1 && <Steps reached={2} />}
      <h1>{known ? nameOfAnimal(known) : `Animal ${number}`}</h1>
      {mayEdit ? (
        <AnimalForm typed={typed} onChange={setTyped} errors={errors} />
      ) : (
        known && <AnimalFactsList animal={known} />
      )}
      <PhotoStrip ticket={ticket} animalId={id} ensureAnimal={save} />
      {dialog}
    </StepFrame>
  )
}
