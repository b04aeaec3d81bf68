import { texts } from '@chisholm/domain/texts'
import type { PostMortemId } from '../../database/ids.ts'
import type { WriteContext } from '../../http/context.ts'
import type { IfMatch } from '../../http/etag.ts'
import {
  type Confirmations,
  editPostMortem,
  groupReport,
  type PostMortemDetails,
  requireDraft,
  requireUnchanged,
  sendPostMortem,
  wasSent,
} from './post-mortems.ts'
import { lockAssignee, type Schedule, schedulePostMortem } from './schedule-post-mortem.ts'

/** The state that a request gives a ticket. A draft can only stay one. */
export type NextStep = { to: 'draft' } | { to: 'sent'; confirmations: Confirmations } | { to: 'completed' }

/** The changes of a ticket that a request asks for; undefined: not sent. */
export interface PostMortemChange {
  details: PostMortemDetails
  schedule: Schedule
  /** Whether the report describes animals of one cause together. */
  grouped: boolean | undefined
  step: NextStep | null
}

/** The text to show, and warnings about a visit. */
interface ChangeOutcome {
  message: string
  warnings?: string[]
}

/**
 * Changes a ticket: groups its report, edits it, and then sends, schedules or completes it (specification 7.3). Either
 * all of it happens or nothing: details of a ticket that was sent are refused, whatever comes with them.
 * @param complete  completes the ticket, @returns the text to show
 */
export async function changePostMortem(
  ctx: WriteContext,
  id: PostMortemId,
  { details, schedule, grouped, step }: PostMortemChange,
  expected: IfMatch,
  complete: (expected: IfMatch) => Promise<string>,
): Promise<ChangeOutcome> {
  await lockAssignee(ctx, schedule)
  // the version that the caller expects applies to the first change, which increments it
  let version = expected
  if (grouped !== undefined) {
    await groupReport(ctx, id, grouped, version)
    version = null
  }
  if (step?.to === 'draft') await requireDraft(ctx, id)
  if (wereSent(details)) {
    await editPostMortem(ctx, id, details, version)
    version = null
  }
  const isSchedule = Object.values(schedule).some(Boolean)
  // a ticket that was sent before is only scheduled
  if (step?.to === 'sent' && !(isSchedule && (await wasSent(ctx, id)))) {
    await sendPostMortem(ctx, id, { expected: version, ...step.confirmations })
    version = null
    if (!isSchedule) return { message: texts.success.sent }
  }
  // the form of a draft contains an empty schedule
  const schedules = wereSent(schedule) && (isSchedule || (await wasSent(ctx, id)))
  const scheduled = schedules ? await schedulePostMortem(ctx, id, schedule, version) : null
  if (step?.to === 'completed') return { message: await complete(scheduled ? null : version) }
  if (scheduled) return scheduled
  if (version !== null) await requireUnchanged(ctx, id, version)
  return { message: texts.success.dataUpdated }
}

const wereSent = (fields: object): boolean => Object.values(fields).some((value) => value !== undefined)
