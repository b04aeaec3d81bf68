import { lesionOptions } from '@chisholm/domain/examination'
import type { LesionInput } from '../../../api/outbox-changes.ts'
import { following } from './examination-values.ts'
import { isTextField } from './is-text-field.ts'

export type ExamineCommand =
  | 'nextSystem'
  | 'previousSystem'
  | 'normal'
  | 'abnormal'
  | 'notExamined'
  | 'nextPhoto'
  | 'previousPhoto'
  | 'nextAnimal'
  | 'previousAnimal'
  | 'addLesion'
  | 'comment'
  | 'leaveText'
  | 'save'
  | 'complete'

const commands: Record<string, ExamineCommand> = {
  j: 'nextSystem',
  k: 'previousSystem',
  n: 'normal',
  a: 'abnormal',
  x: 'notExamined',
  '.': 'nextPhoto',
  ',': 'previousPhoto',
  ']': 'nextAnimal',
  '[': 'previousAnimal',
  l: 'addLesion',
  m: 'comment',
}

type Key = Pick<globalThis.KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'target' | 'defaultPrevented'>

/** The command of a key on the examination screen. In a text field letters are text. */
export function commandOfKey({ key, ctrlKey, metaKey, altKey, target, defaultPrevented }: Key): ExamineCommand | null {
  if (defaultPrevented) return null
  if ((ctrlKey || metaKey) && key.toLowerCase() === 's') return 'save'
  if ((ctrlKey || metaKey) && key === 'Enter') return 'complete'
  if (ctrlKey || metaKey || altKey || target === null) return null
  const isText = isTextField(target)
  if (key === 'Escape') return isText ? 'leaveText' : null
  return isText ? null : (commands[key.toLowerCase()] ?? null)
}

/** The change of a lesion by a key, if any. */
export function lesionChangeOfKey(
  { key, ctrlKey, metaKey, altKey, target }: Key,
  lesion: LesionInput,
): Partial<LesionInput> | null {
  if (ctrlKey || metaKey || altKey || target === null || isTextField(target)) return null
  const { certainty, basis, severity, stage } = lesionOptions
  switch (key.toLowerCase()) {
    case 'p':
      return { role: lesion.role === 'primary' ? 'contributing' : 'primary' }
    case 'i':
      return { role: 'incidental' }
    case 'c':
      return { certainty: following(certainty, lesion.certainty) }
    case 'b':
      return { basis: following(basis, lesion.basis) }
    case 's':
      return { severity: following([null, ...severity], lesion.severity) }
    case 't':
      return { stage: following([null, ...stage], lesion.stage) }
    default:
      return null
  }
}
