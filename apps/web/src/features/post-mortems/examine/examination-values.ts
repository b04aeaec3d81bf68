import { completeSystems, type SystemFinding } from '@chisholm/domain/examination'
import type { Animal } from '@chisholm/domain/schemas/post-mortems'
import type { ExaminationInput, LesionInput } from '../../../api/outbox-changes.ts'

/** All fields of an examination in its form. */
export type ExaminationValues = Required<ExaminationInput>

export function valuesOf({ examination }: Pick<Animal, 'examination'>): ExaminationValues {
  const { lesions = [], ...fields } = examination ?? {}
  return {
    examined_at: null,
    mode: null,
    extent: null,
    condition: null,
    systems: completeSystems([]),
    ...fields,
    lesions: lesions.map(({ diagnosis: _diagnosis, ...lesion }) => lesion),
  }
}

export const withSystem = (systems: readonly SystemFinding[], changed: Partial<SystemFinding>, name: string) =>
  systems.map((finding) => (finding.system === name ? { ...finding, ...changed } : finding))

/** A new lesion: the first one is the primary cause. */
export const newLesion = (
  id: string,
  diagnosis_id: string,
  { lesions, mode }: Pick<ExaminationValues, 'lesions' | 'mode'>,
): LesionInput => ({
  id,
  diagnosis_id,
  role: lesions.some(({ role }) => role === 'primary') ? 'contributing' : 'primary',
  certainty: 'probable',
  basis: mode === 'photos' ? 'photo' : 'gross',
  severity: null,
  stage: null,
  note: null,
})

/** Changes a lesion. An animal has one primary cause: the previous one becomes contributing. */
export const withLesion = (lesions: readonly LesionInput[], id: string, change: Partial<LesionInput>): LesionInput[] =>
  lesions.map((lesion) => {
    if (lesion.id === id) return { ...lesion, ...change }
    return change.role === 'primary' && lesion.role === 'primary' ? { ...lesion, role: 'contributing' } : lesion
  })

/** A removed lesion that comes back. An animal has one primary cause of death, which is the one chosen meanwhile. */
export const restoredLesion = (lesion: LesionInput, others: readonly LesionInput[]): LesionInput =>
  lesion.role === 'primary' && others.some(({ role }) => role === 'primary')
    ? { ...lesion, role: 'contributing' }
    : lesion

/** The option after this one; after the last one the first. */
export function following<Option>(options: readonly Option[], current: Option): Option {
  const next = options[(options.indexOf(current) + 1) % options.length]
  return next === undefined ? current : next
}
