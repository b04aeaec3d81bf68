import { constants } from '@chisholm/domain/constants'
import { texts } from '@chisholm/domain/texts'
import type { FieldErrors } from '../../http/app-error.ts'

/** What is wrong with a name; an empty object when nothing is. @param name  trimmed; null for none */
export function validateName(name: string | null): FieldErrors {
  if (!name) return { name: [texts.validation.nameRequired] }
  return validateLengths({ name })
}

/** Which of these texts are longer than a place may be described with. */
export function validateLengths(fields: Record<string, string | null | undefined>): FieldErrors {
  const max = constants.siteNameMax
  const tooLongFields = Object.entries(fields).filter(([, text]) => (text?.length ?? 0) > max)
  return Object.fromEntries(tooLongFields.map(([field]) => [field, [texts.validation.tooLong(max)]]))
}

/** Says whether the database refused a change because a name is taken. */
export const isNameTaken = (error: unknown, index: string) =>
  error instanceof Error && 'constraint' in error && error.constraint === index

/** When a place was retired, after it was asked to be or not to be. */
export const nextRetiredAt = (before: Date | null, isRetired: boolean | undefined) =>
  isRetired === undefined ? before : isRetired ? (before ?? new Date()) : null

/** How the audit trail calls a change of a place. */
export function auditActionOf(noun: string, before: { retired_at: Date | null }, after: { retired_at: Date | null }) {
  if (!before.retired_at === !after.retired_at) return `${noun} edited`
  return after.retired_at ? `${noun} retired` : `${noun} taken back into use`
}

/** How much refers to a place: it can be deleted only when nothing does. */
export interface UseCounts {
  sites?: number
  postMortems?: number
  /** Gone from every list and kept for the audit trail. */
  deletedPostMortems?: number
  people?: number
}

const pluralize = (count: number, singular: string, plural: string) =>
  count === 0 ? [] : [count === 1 ? `1 ${singular}` : `${count} ${plural}`]

/** Says in words what refers to a place, like `2 sites and 1 person`; empty when nothing does. */
export function describeUses({ sites = 0, postMortems = 0, deletedPostMortems = 0, people = 0 }: UseCounts): string {
  const parts = [
    ...pluralize(sites, 'site', 'sites'),
    ...pluralize(postMortems, 'post-mortem', 'post-mortems'),
    ...pluralize(deletedPostMortems, 'deleted post-mortem that is kept', 'deleted post-mortems that are kept'),
    ...pluralize(people, 'person with access', 'people with access'),
  ]
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(parts)
}
