import { isRecordedBySystem } from '@chisholm/domain/examination'
import type { Examination, Lesion } from '@chisholm/domain/schemas/examination'
import { type DescriptionRow, DescriptionList } from '../../../ui/description-list.tsx'
import { examinationTexts } from './examination-texts.ts'

interface ExaminationSummaryProps {
  examination: Examination
  /** The diagnosis that is named beside this. */
  diagnosisId: string | null
}

/**
 * A read-only examination: its lesions, and the findings of every organ system. Systems are never reported as normal by
 * default, and those not examined are listed only if the examination was recorded by system.
 */
export function ExaminationSummary({ examination, diagnosisId }: ExaminationSummaryProps) {
  const { lesions, systems, mode, extent } = examination
  const how = [mode && examinationTexts.modes[mode], extent && examinationTexts.extents[extent]].filter(Boolean)
  const namesOf = (state: 'normal' | 'not_examined') =>
    systems.flatMap((finding) => (finding.state === state ? [examinationTexts.systems[finding.system]] : [])).join(', ')
  const rows: DescriptionRow[] = [
    ...lesions.map((lesion) => rowOfLesion(lesion, diagnosisId)),
    ...systems.flatMap(({ system, state, text }): DescriptionRow[] =>
      state === 'abnormal' || text ? [[examinationTexts.systems[system], text ?? examinationTexts.states[state]]] : [],
    ),
    [examinationTexts.states.normal, namesOf('normal')],
    [examinationTexts.states.not_examined, isRecordedBySystem(examination) ? namesOf('not_examined') : ''],
    [examinationTexts.examination, how.join(', ')],
  ]
  return <DescriptionList rows={rows} />
}

function rowOfLesion(
  { role, diagnosis_id, diagnosis, certainty, note }: Lesion,
  diagnosisId: string | null,
): DescriptionRow {
  const certain = examinationTexts.certainties[certainty]
  const sentences = (...parts: (string | null)[]) => parts.filter(Boolean).join('. ')
  return role === 'primary' && diagnosis_id === diagnosisId
    ? [examinationTexts.certainty, sentences(certain, note)]
    : [examinationTexts.roles[role], sentences(`${diagnosis.name} (${certain.toLowerCase()})`, note)]
}
