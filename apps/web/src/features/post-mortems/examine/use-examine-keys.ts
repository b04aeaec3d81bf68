import { texts } from '@chisholm/domain/texts'
import { useEffect, useRef } from 'react'
import { toast } from '../../../ui/toast.ts'
import { withLesion } from './examination-values.ts'
import { commandOfKey, type ExamineCommand, lesionChangeOfKey } from './examine-keys.ts'
import type { useCurrentSystem } from './use-current-system.ts'
import type { ExaminationForm } from './use-examination.ts'
import { useKeysWithin } from './use-keys-within.ts'

interface ExamineKeysOptions {
  form: ExaminationForm
  system: ReturnType<typeof useCurrentSystem>
  /** Moves to another photo or animal. @param offset  1 or -1 */
  movePhoto: (offset: number) => void
  moveAnimal: (offset: number) => void
  complete: () => void
}

/**
 * Keyboard shortcuts of an examination (`examine-keys.ts`).
 * @returns the elements to which the shortcuts move: the page, the field that adds a lesion, and the comment
 */
export function useExamineKeys({ form, system, movePhoto, moveAnimal, complete }: ExamineKeysOptions) {
  const page = useRef<HTMLElement>(null)
  const adder = useRef<HTMLInputElement>(null)
  const comment = useRef<HTMLDivElement>(null)
  const save = async () => {
    if (await form.save()) toast.success(texts.success.dataUpdated)
    else toast.failure(texts.failure.saveAnimal)
  }
  const run: Record<ExamineCommand, () => void> = {
    nextSystem: () => system.moveTo(system.current + 1),
    previousSystem: () => system.moveTo(system.current - 1),
    normal: () => system.setState('normal'),
    abnormal: () => system.setState('abnormal'),
    notExamined: () => system.setState('not_examined'),
    nextPhoto: () => movePhoto(1),
    previousPhoto: () => movePhoto(-1),
    nextAnimal: () => moveAnimal(1),
    previousAnimal: () => moveAnimal(-1),
    addLesion: () => adder.current?.focus(),
    comment: () => comment.current?.querySelector('textarea')?.focus(),
    leaveText: system.leaveText,
    save: () => void save(),
    complete,
  }
  useKeysWithin(page, (event) => {
    const card = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-lesion]') : null
    const lesion = form.values.lesions.find(({ id }) => id === card?.dataset['lesion'])
    const change = lesion ? lesionChangeOfKey(event, lesion) : null
    const command = change ? null : commandOfKey(event)
    if (!change && !command) return
    event.preventDefault()
    if (lesion && change) form.change({ lesions: withLesion(form.values.lesions, lesion.id, change) })
    if (command) run[command]()
  })
  // They work from the start, without a click.
  useEffect(() => page.current?.focus({ preventScroll: true }), [])
  return { page, adder, comment }
}
