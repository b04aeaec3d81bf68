import type { SystemFinding } from '@chisholm/domain/examination'
import type { LesionInput } from '../../../api/outbox-changes.ts'
import { examinationTexts } from './examination-texts.ts'

/**
 * Describes a field of an examination in words.
 * @param json   the field in the format of `comparable`
 * @param names  names of diagnoses by their ids
 */
export function describeExaminationField(field: string, json: string, names: Record<string, string>): string {
  if (field === 'systems')
    // cast: written by `comparable`
    return (JSON.parse(json) as SystemFinding[])
      .map(({ system, state, text }) =>
        [`${examinationTexts.systems[system]}: ${examinationTexts.states[state]}`, text].filter(Boolean).join('. '),
      )
      .join('\n')
  if (field === 'lesions')
    // cast: written by `comparable`
    return (JSON.parse(json) as LesionInput[])
      .map(({ diagnosis_id, role }) => `${examinationTexts.roles[role]}: ${names[diagnosis_id] ?? '…'}`)
      .join('\n')
  return (
    new Map<string, string>([
      ...Object.entries(examinationTexts.modes),
      ...Object.entries(examinationTexts.extents),
    ]).get(json) ?? json
  )
}

export const isExaminationField = (field: string) =>
  ['systems', 'lesions', 'mode', 'extent', 'condition', 'examined_at'].includes(field)
