import { constants } from '@chisholm/domain/constants'
import type { Zone } from '@chisholm/domain/dates'
import { texts } from '@chisholm/domain/texts'
import { keysOf } from '@chisholm/domain/typed-objects'
import { AppError } from '../../http/app-error.ts'
import { type CustomerId, lowerCased, type SiteId, type UserId } from '../../database/ids.ts'
import {
  isUuid,
  readDay,
  readEach,
  readFlag,
  readId,
  readInteger,
  readText,
  readTimestamp,
} from '../../http/body-fields.ts'
import type { NextStep, PostMortemChange } from './change-post-mortem.ts'
import type { Body } from './post-mortems.schemas.ts'
import type { Confirmations, PostMortemDetails } from './post-mortems.ts'
import type { Schedule } from './schedule-post-mortem.ts'

/** The site that a body names, by whose days the rest is read; null: none, or what is no id; undefined: not sent. */
export function siteIdIn({ site_id }: Body): SiteId | null | undefined {
  const text = readText(site_id)
  if (text === undefined) return undefined
  return text !== null && isUuid<SiteId>(text) ? lowerCased(text) : null
}

/** The day of a ticket; null: none, or what is no day; undefined: not sent. */
function recordDayIn({ record_at }: Body, zone: Zone): string | null | undefined {
  try {
    return readDay('record_at', record_at, texts.validation.dateRequired, zone)
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.kind === 'invalid') return null
    throw thrown
  }
}

/**
 * Reads the details of a ticket. A day or site that cannot be read counts as none, which is refused together with
 * everything else that is missing.
 * @param zone  of its days
 * @throws invalid  fields are invalid; the error names each
 */
export const parseDetails = (body: Body, zone: Zone): PostMortemDetails =>
  readEach<PostMortemDetails>({
    record_at: () => recordDayIn(body, zone),
    customer_id: () => readId<CustomerId>('customer_id', body.customer_id, texts.validation.customerRequired),
    site_id: () => siteIdIn(body),
    note: () => readText(body.note),
    description: () => readText(body.description),
    no_vet_visit_requested: () => readFlag('no_vet_visit_requested', body.no_vet_visit_requested),
  })

/** Reads the confirmations of a ticket's sender. @throws invalid  a field is invalid */
export const parseConfirmations = (
  body: Pick<Body, 'danger_acknowledged' | 'photos_missing_reason'>,
): Confirmations => ({
  hasReadWarning: readFlag('danger_acknowledged', body.danger_acknowledged) ?? false,
  photosMissingReason: readText(body.photos_missing_reason) ?? null,
})

/**
 * Reads a change of a ticket, whose step depends on the fields that were sent (specification 7.3).
 * @param zone  of its days
 * @throws invalid  fields are invalid; the error names each
 */
export const parseChange = (body: Body, zone: Zone): PostMortemChange =>
  readEach<PostMortemChange>({
    details: () => parseDetails(body, zone),
    schedule: () => parseSchedule(body, zone),
    grouped: () => readFlag('report_grouped', body.report_grouped),
    step: () => parseStep(body),
  })

const stepFields = {
  'postMortem.schedule': ['scheduled_at', 'scheduled_for_id', 'duration_minutes'],
  'postMortem.complete': ['completed_at'],
} as const

/** The actions of veterinarians that a body asks for. Empty fields ask for none: a form that sends a ticket has them. */
export const vetActionsIn = (body: Body) =>
  keysOf(stepFields).filter((action) => stepFields[action].some((field) => readText(body[field])))

const parseSchedule = (body: Body, zone: Zone): Schedule =>
  readEach<Schedule>({
    scheduled_at: () => readTimestamp('scheduled_at', body.scheduled_at, texts.validation.scheduleDateRequired, zone),
    scheduled_for_id: () => readId<UserId>('scheduled_for_id', body.scheduled_for_id, texts.validation.vetRequired),
    duration_minutes: () => readInteger('duration_minutes', body.duration_minutes, constants.visitMinutes),
  })

function parseStep(body: Body): NextStep | null {
  const draft = readFlag('draft', body.draft)
  if (readText(body.completed_at)) return { to: 'completed' }
  if (draft === false) return { to: 'sent', confirmations: parseConfirmations(body) }
  return draft === true ? { to: 'draft' } : null
}
