import { plural } from '@chisholm/domain/plural'
import { constants } from '@chisholm/domain/constants'
import { texts } from '@chisholm/domain/texts'
import { countCharacters } from '@chisholm/domain/validation'
import type { FieldErrors } from '../../http/app-error.ts'

/**
 * Validates the name of a customer or site.
 * @param name  trimmed, or null if there is none
 * @returns {} if the name is valid
 */
export function validateName(name: string | null): FieldErrors {
  if (!name) return { name: [texts.validation.nameRequired] }
  return validateLengths({ name })
}

/** The errors of texts that are longer than names of customers and sites may be. */
export function validateLengths(fields: Record<string, string | null | undefined>): FieldErrors {
  const max = constants.customerAndSiteTextMax
  const tooLongFields = Object.entries(fields).filter(([, text]) => countCharacters(text ?? '') > max)
  return Object.fromEntries(tooLongFields.map(([field]) => [field, [texts.validation.tooLong(max)]]))
}

/** Since when a customer or site is retired after a change. `undefined` means no change. */
export const nextRetiredAt = (before: Date | null, isRetired: boolean | undefined) =>
  isRetired === undefined ? before : isRetired ? (before ?? new Date()) : null

/** The audit action of a change, which may also retire or restore a customer or site. */
export function auditActionOf<Noun extends 'customer' | 'site'>(
  noun: Noun,
  before: { retired_at: Date | null },
  after: { retired_at: Date | null },
) {
  if (!before.retired_at === !after.retired_at) return `${noun} edited` as const
  return after.retired_at ? (`${noun} retired` as const) : (`${noun} taken back into use` as const)
}

/** Number of records that refer to a customer or site. It can be deleted only if there are none. */
export interface UseCounts {
  sites?: number
  postMortems?: number
  /** Tickets that users deleted. They remain in the database for the audit log. */
  deletedPostMortems?: number
  people?: number
  lots?: number
  headCounts?: number
}

const countUnlessZero = (count: number, one: string, other: string) =>
  count === 0 ? [] : [plural(count, `1 ${one}`, `${count} ${other}`)]

/** Describes the counts, like `2 sites and 1 person`. Empty if all are zero. */
export function describeUses({
  sites = 0,
  postMortems = 0,
  deletedPostMortems = 0,
  people = 0,
  lots = 0,
  headCounts = 0,
}: UseCounts): string {
  const parts = [
    ...countUnlessZero(sites, 'site', 'sites'),
    ...countUnlessZero(postMortems, 'post-mortem', 'post-mortems'),
    ...countUnlessZero(deletedPostMortems, 'deleted post-mortem that is kept', 'deleted post-mortems that are kept'),
    ...countUnlessZero(lots, 'lot', 'lots'),
    ...countUnlessZero(headCounts, 'head count', 'head counts'),
    ...countUnlessZero(people, 'person with access', 'people with access'),
  ]
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(parts)
}
