import { constants } from '@chisholm/domain/constants'
import { texts } from '@chisholm/domain/texts'
import type { FieldErrors } from '../../http/app-error.ts'

/** Validates the name of a customer or site; returns {} without errors. @param name  trimmed; null for none */
export function validateName(name: string | null): FieldErrors {
  if (!name) return { name: [texts.validation.nameRequired] }
  return validateLengths({ name })
}

/** Errors of fields that are too long. */
export function validateLengths(fields: Record<string, string | null | undefined>): FieldErrors {
  const max = constants.siteNameMax
  const tooLongFields = Object.entries(fields).filter(([, text]) => (text?.length ?? 0) > max)
  return Object.fromEntries(tooLongFields.map(([field]) => [field, [texts.validation.tooLong(max)]]))
}

/** Whether a write failed because the name is taken. */
export const isNameTaken = (error: unknown, index: string) =>
  error instanceof Error && 'constraint' in error && error.constraint === index

/** The retirement time after a change; `undefined` keeps it. */
export const nextRetiredAt = (before: Date | null, isRetired: boolean | undefined) =>
  isRetired === undefined ? before : isRetired ? (before ?? new Date()) : null

/** The audit action of a change. */
export function auditActionOf(noun: string, before: { retired_at: Date | null }, after: { retired_at: Date | null }) {
  if (!before.retired_at === !after.retired_at) return `${noun} edited`
  return after.retired_at ? `${noun} retired` : `${noun} taken back into use`
}

/** Counts of references to a customer or site, which prevent its deletion. */
export interface UseCounts {
  sites?: number
  postMortems?: number
  /** Soft-deleted; kept for the audit trail. */
  deletedPostMortems?: number
  people?: number
}

const pluralize = (count: number, singular: string, plural: string) =>
  count === 0 ? [] : [count === 1 ? `1 ${singular}` : `${count} ${plural}`]

/** Describes the counts, like `2 sites and 1 person`; empty when all are zero. */
export function describeUses({ sites = 0, postMortems = 0, deletedPostMortems = 0, people = 0 }: UseCounts): string {
  const parts = [
    ...pluralize(sites, 'site', 'sites'),
    ...pluralize(postMortems, 'post-mortem', 'post-mortems'),
    ...pluralize(deletedPostMortems, 'deleted post-mortem that is kept', 'deleted post-mortems that are kept'),
    ...pluralize(people, 'person with access', 'people with access'),
  ]
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(parts)
}
