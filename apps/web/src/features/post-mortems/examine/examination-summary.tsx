import type { Examination } from '@chisholm/domain/schemas'
import { FactList } from '../../../ui/fact-list.tsx'
import { examinationTexts } from './examination-texts.ts'

/**
 * A read-only examination: its lesions, and the findings of every organ system. Systems are never reported as normal by
 * default.
 */
export function ExaminationSummary({ examination }: { examination: Examination }) {
  const { lesions, systems, mode, extent } = examination
  const how = [mode && examinationTexts.modes[mode], extent && examinationTexts.extents[extent]].filter(Boolean)
  const namesOf = (state: 'normal' | 'not_examined') =>
    systems.flatMap((finding) => (finding.state === state ? [examinationTexts.systems[finding.system]] : [])).join(', ')
  const rows: [string, string][] = [
    ...lesions.map(({ role, diagnosis, certainty, note }): [string, string] => [
      examinationTexts.roles[role],
      [`${diagnosis.name} (${examinationTexts.certainties[certainty].toLowerCase()})`, note].filter(Boolean).join('. '),
    ]),
    ...systems.flatMap(({ system, state, text }): [string, string][] =>
      state === 'abnormal' || text ? [[examinationTexts.systems[system], text ?? examinationTexts.states[state]]] : [],
    ),
    [examinationTexts.states.normal, namesOf('normal')],
    [examinationTexts.states.not_examined, namesOf('not_examined')],
    [examinationTexts.examination, how.join(', ')],
  ]
  return <FactList rows={rows} />
}
