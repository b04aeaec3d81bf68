import { texts } from './texts.ts'
import { constants } from './constants.ts'
import type { Examination, Lesion } from './schemas/examination.ts'
import type { Named } from './schemas/references.ts'

/** The organ systems of an examination, in the order of reports. */
export const organSystems = [
  'external',
  'body_cavities',
  'respiratory',
  'cardiovascular',
  'digestive',
  'liver',
  'urinary',
  'reproductive',
  'lymphoid',
  'musculoskeletal',
  'nervous',
] as const
export type OrganSystem = (typeof organSystems)[number]

/** The values of the fields of an examination. */
export const examinationOptions = {
  mode: ['on_site', 'photos'],
  extent: ['complete', 'partial', 'external', 'photos_only'],
} as const

export const systemStates = ['not_examined', 'normal', 'abnormal'] as const

/** The values of the fields of a lesion. */
export const lesionOptions = {
  role: ['primary', 'contributing', 'incidental'],
  certainty: ['suspected', 'probable', 'confirmed'],
  basis: ['clinical', 'gross', 'photo', 'histology', 'laboratory'],
  severity: ['mild', 'moderate', 'severe'],
  stage: ['acute', 'subacute', 'chronic'],
} as const

export interface SystemFinding {
  system: OrganSystem
  state: (typeof systemStates)[number]
  text: string | null
}

/**
 * Completes the list of systems. Those that were not sent count as not examined, so that a system is never reported as
 * normal by default.
 */
export const completeSystems = (sent: readonly SystemFinding[]): SystemFinding[] =>
  organSystems.map(
    (system) => sent.find((one) => one.system === system) ?? { system, state: 'not_examined', text: null },
  )

/**
 * Whether a recorded examination says anything of the organ systems, so that those not examined are named. A bare
 * diagnosis, or findings as one text, say nothing of them.
 */
export const isRecordedBySystem = ({ systems, mode, extent }: Pick<Examination, 'systems' | 'mode' | 'extent'>) =>
  systems.some(({ state }) => state !== 'not_examined') || Boolean(mode ?? extent)

/** An examination of which nothing was entered. */
export const nothingExamined = {
  examined_at: null,
  mode: null,
  extent: null,
  condition: null,
  systems: completeSystems([]),
  lesions: [],
}

/** The properties of the primary lesion that stands for a diagnosis without a lesion (decisions.md section 7). */
export const bareLesion = { role: 'primary', certainty: 'probable', basis: 'gross' } as const

/** The primary lesion that stands for a diagnosis without a lesion. */
export const bareDiagnosis = (id: string, diagnosis: Named): Lesion => ({
  ...bareLesion,
  id,
  diagnosis_id: diagnosis.id,
  diagnosis,
  severity: null,
  stage: null,
  note: null,
})

/** @returns the error of a system's findings, or null */
export const validateSystemFinding = ({ state, text }: Pick<SystemFinding, 'state' | 'text'>): string | null =>
  state === 'abnormal' && !text?.trim() ? texts.validation.describeFinding : null

/** @returns the error of the list of lesions, or null */
export function validateLesions(lesions: readonly { role: string }[]): string | null {
  const { lesionsMax } = constants.examination
  if (lesions.length > lesionsMax) return texts.validation.tooManyEntries(lesionsMax)
  return lesions.filter(({ role }) => role === 'primary').length > 1 ? texts.validation.onePrimaryLesion : null
}
