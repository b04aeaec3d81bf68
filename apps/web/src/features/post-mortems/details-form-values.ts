import { isDay } from '@chisholm/domain/dates'
import { texts } from '@chisholm/domain/texts'
import { validateYear, type ValidationErrors } from '@chisholm/domain/validation'
import type { PostMortemDetails } from '../../api/outbox-changes.ts'

export interface DetailsFormValues {
  record_at: string | null
  customer_id: string | null
  site_id: string | null
  note: string
  no_vet_visit_requested: boolean
}

/** What the form of existing details stores: what was typed, and what it replaces (missing in older drafts). */
export type DetailsDraft = Partial<DetailsFormValues> & { before?: Partial<DetailsFormValues> }

/** Only the first error, in the order of specification section 5. The API accepts any year, for compatibility. */
export function firstDetailsError({ record_at, customer_id, site_id }: DetailsFormValues, now: Date): ValidationErrors {
  if (!record_at) return { record_at: [texts.validation.dateRequired] }
  if (!isDay(record_at)) return { record_at: [texts.validation.scheduleDateRequired] }
  const yearError = validateYear(record_at, now)
  if (yearError) return { record_at: [yearError] }
  if (!customer_id) return { customer_id: [texts.validation.customerRequired] }
  return site_id ? {} : { site_id: [texts.validation.siteRequired] }
}

/** Converts valid form values to the body of a request. */
export const toPostMortemDetails = ({
  record_at,
  customer_id,
  site_id,
  ...rest
}: DetailsFormValues): PostMortemDetails => ({
  ...rest,
  // `validateDetails` has made sure that it is set.
  record_at: record_at ?? '',
  customer_id: customer_id ?? '',
  site_id: site_id ?? '',
  no_vet_visit_requested: rest.no_vet_visit_requested ? 1 : 0,
})
