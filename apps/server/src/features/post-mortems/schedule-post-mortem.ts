import { constants } from '@chisholm/domain/constants'
import { isVet, may } from '@chisholm/domain/permissions'
import { serverTexts } from '@chisholm/domain/server-texts'
import { texts } from '@chisholm/domain/texts'
import { formatTicketNumber } from '@chisholm/domain/ticket-number'
import type { PostMortemId, UserId } from '../../database/ids.ts'
import { recordAudit, recordAuditEntries } from '../audit-recorder/index.ts'
import type { Executor } from '../../database/executor.ts'
import type { WriteContext } from '../../http/context.ts'
import { forbidden, invalid } from '../../http/app-error.ts'
import type { IfMatch } from '../../http/etag.ts'
import { notify, notifyOfEach } from '../notifications/index.ts'
import { warningsAboutVisit } from './visit-warnings.ts'
import { lockPostMortemFor } from './post-mortem-access.ts'
import * as queries from './post-mortems.queries.ts'
import { subject } from './post-mortems.ts'

export interface Schedule {
  scheduled_at?: Date | null | undefined
  scheduled_for_id?: UserId | null | undefined
  /** Null: the default. */
  duration_minutes?: number | null | undefined
}

/** Locks the user whom a schedule assigns. Users are locked before tickets. */
export const lockAssignee = async ({ db }: WriteContext, { scheduled_for_id: id }: Schedule): Promise<void> => {
  if (id) await queries.lockUserForShare(db, id)
}

/**
 * Sets or clears the date and veterinarian of a sent ticket, and sets the length of the visit. The user is recorded as
 * the one who scheduled it.
 * @returns the text to show (specification 4.2), and warnings (decisions.md section 8)
 * @throws forbidden  a Veterinarian assigns somebody else
 * @throws invalid    the assignee is not an active veterinarian
 */
export async function schedulePostMortem(ctx: WriteContext, id: PostMortemId, schedule: Schedule, expected: IfMatch) {
  await lockAssignee(ctx, schedule)
  const postMortem = await lockPostMortemFor(ctx, id, 'postMortem.schedule', expected)
  const vetId = schedule.scheduled_for_id === undefined ? postMortem.scheduled_for_id : schedule.scheduled_for_id
  const date = schedule.scheduled_at === undefined ? postMortem.scheduled_at : schedule.scheduled_at
  if (vetId !== postMortem.scheduled_for_id) await requireAssignableVet(ctx, vetId)
  const { duration_minutes = postMortem.duration_minutes } = schedule
  const change = {
    scheduled_at: date,
    scheduled_for_id: vetId,
    scheduled_by_id: ctx.person.id,
    duration_minutes: duration_minutes ?? constants.visitMinutes.default,
  }
  await queries.changePostMortem(ctx.db, id, change)
  await recordAudit(ctx.db, ctx, {
    action: 'post-mortem scheduled',
    subject: subject(id),
    before: postMortem,
    after: change,
  })
  await notifyOfSchedule(ctx, postMortem, { vetId, date })
  const message = vetId === null ? texts.success.unassigned : texts.success.scheduled
  return { message, warnings: await warningsAboutVisit(ctx, id) }
}

/** Notifies the requester of a new date, and a veterinarian of a newly assigned ticket or a changed date. */
async function notifyOfSchedule(
  ctx: WriteContext,
  { id, requested_by_id, ...before }: queries.LockedPostMortem,
  { vetId, date }: { vetId: UserId | null; date: Date | null },
): Promise<void> {
  const isAssigned = vetId !== null && vetId !== before.scheduled_for_id
  if (isAssigned) await notifyOfAssigned(ctx, [id], vetId)
  if (!date || date.getTime() === before.scheduled_at?.getTime()) return
  await ctx.jobs.enqueue(ctx.db, 'tell-scheduled', { id })
  await notify(ctx, 'scheduled', id, { people: [requested_by_id, isAssigned ? null : vetId] })
}

async function requireAssignableVet(ctx: WriteContext, vetId: UserId | null): Promise<void> {
  if (vetId === null) return
  if (vetId !== ctx.person.id && !may(ctx.person, 'vet.choose-any')) throw forbidden(serverTexts.refusal.assignSelfOnly)
  if (!(await mayTakePostMortems(ctx, vetId))) throw invalid({ scheduled_for_id: [texts.validation.vetRequired] })
}

/** Whether tickets can be assigned to a user: one with a vet role who is not disabled. */
export async function mayTakePostMortems(ctx: { db: Executor }, id: UserId): Promise<boolean> {
  const person = await queries.assigneeById(ctx.db, id)
  return person !== undefined && person.status !== 'disabled' && isVet(person)
}

/**
 * Reassigns the open tickets of a veterinarian to another one, who is notified by mail, or unassigns them. The caller
 * has locked both users.
 * @returns the numbers of the tickets, like CHM-12
 */
export async function reassignPostMortems(ctx: WriteContext, fromUserId: UserId, to: UserId | null): Promise<string[]> {
  const postMortems = await queries.lockOpenPostMortemsOf(ctx.db, fromUserId)
  await queries.lockCounters(
    ctx.db,
    postMortems.map(({ site_id }) => site_id),
  )
  const ids = postMortems.map(({ id }) => id)
  const change = { scheduled_for_id: to, scheduled_by_id: ctx.person.id }
  await queries.changePostMortems(ctx.db, ids, change)
  await recordAuditEntries(
    ctx.db,
    ctx,
    postMortems.map((postMortem) => ({
      action: 'post-mortem scheduled',
      subject: subject(postMortem.id),
      before: postMortem,
      after: change,
    })),
  )
  if (to !== null) await notifyOfAssigned(ctx, ids, to)
  return postMortems.map(({ pin }) => formatTicketNumber(pin))
}

async function notifyOfAssigned(ctx: WriteContext, ids: PostMortemId[], vetId: UserId): Promise<void> {
  await ctx.jobs.enqueueAll(
    ctx.db,
    'tell-assigned',
    ids.map((id) => ({ id })),
  )
  await notifyOfEach(ctx, 'assigned', ids, { people: [vetId], vetsOnly: true })
}
