import { constants } from '@chisholm/domain/constants'
import { isVet, may } from '@chisholm/domain/permissions'
import type { PostMortem } from '@chisholm/domain/schemas'
import { texts } from '@chisholm/domain/texts'
import type { CustomerId, PostMortemId, SiteId, UserId } from '../../database/ids.ts'
import { recordAudit, recordAuditEntries } from '../audit-recorder/index.ts'
import type { Executor } from '../../database/executor.ts'
import type { SessionReader } from '../../http/authentication.ts'
import type { Context, SignedInUser, WriteContext } from '../../http/context.ts'
import type { Services } from '../../services.ts'
import { conflict, type FieldErrors, forbidden, idInUse, invalid, notFound } from '../../http/app-error.ts'
import { notify } from '../notifications/index.ts'
import { requireConfirmedProvider } from '../provider/index.ts'
import { warningsAboutVisit } from './visit-warnings.ts'
import { requirePhotos } from './require-photos.ts'
import { lockVisiblePostMortem, maySeeSite, lockPostMortemFor } from './post-mortem-access.ts'
import { animalsAndDangerOf } from './danger.queries.ts'
import * as queries from './post-mortems.queries.ts'
import { presentPostMortems } from './post-mortem-presenter.ts'
import type { PhotoOfAnimal } from './animal-rows.queries.ts'
import * as cards from './post-mortem-cards.queries.ts'
import { readTotalOf } from './post-mortem-pagination.queries.ts'
import type { PostMortemListRequest } from './post-mortem-filters.ts'

/** Details of a ticket in a request; undefined: not sent. */
export interface PostMortemDetails {
  customer_id?: CustomerId | null | undefined
  site_id?: SiteId | null | undefined
  record_at?: string | null | undefined
  note?: string | null | undefined
  description?: string | null | undefined
  no_vet_visit_requested?: boolean | undefined
}

const subject = (id: string) => ({ type: 'post-mortem', id })
interface ProviderContext {
  db: Executor
  provider: Services['provider']
}

/** Lists the tickets the user may see. @returns the page and the total */
export async function listPostMortems(
  ctx: Context,
  list: PostMortemListRequest,
): Promise<{ total: number; postMortems: PostMortem[] }> {
  const { total, postMortems } = await queries.readPostMortemPage(ctx.db, ctx.person.sites, list)
  return { total, postMortems: await presentPostMortems(ctx, postMortems) }
}

/** Lists the same tickets as cards. @param query  the query as the user wrote it */
export async function listCards(session: SessionReader, list: PostMortemListRequest, query: string) {
  // a date means another moment when the practice moves to another time zone
  const isFixed = list.filters.every(({ type, op }) => (type !== 'time' && type !== 'day') || op === 'isnull')
  const page =
    (await session.ask(
      ({ sites }) => cards.cardPageInOneStatement(session.db, sites, list),
      isFixed ? query : undefined,
    )) ?? (await readCards(await session.checkedContext(), list))
  const total = page.total ?? (await readTotal(await session.checkedContext(), list, page.count))
  return { ...page, total }
}
const readCards = ({ db, person }: Context, list: PostMortemListRequest) => cards.readCardPage(db, person.sites, list)
const readTotal = ({ db, person }: Context, list: PostMortemListRequest, count: number) =>
  readTotalOf(db, person.sites, list, count)

/** Reads a ticket. @throws notFound  it does not exist, or the user may not see it */
export async function readPostMortem(
  ctx: ProviderContext & { person: Pick<SignedInUser, 'sites'> },
  id: PostMortemId,
): Promise<{ postMortem: PostMortem; version: number }> {
  const row = await queries.postMortemById(ctx.db, ctx.person.sites, id)
  return { postMortem: await presentFound(ctx, row), version: row?.version ?? 0 }
}

/**
 * Reads a ticket and, if wanted, the photos of its animals, and checks the session in the same statement.
 * @throws notFound  it does not exist, or the user may not see it
 */
export async function readPostMortemWithPhotos(
  session: SessionReader,
  id: PostMortemId,
  withPhotos: boolean,
): Promise<{ postMortem: PostMortem; version: number; photos: PhotoOfAnimal[] }> {
  const found = await session.ask(({ sites }) =>
    queries.postMortemTemplate(session.db, sites, id, withPhotos ? 'one with photos' : 'one'),
  )
  if (!found) throw notFound()
  const photos = found.animals.flatMap(({ medias = [] }) => medias)
  return { postMortem: await presentFound(await session.checkedContext(), found), version: found.version, photos }
}

/** A ticket as its report shows it, the same for every reader. @throws notFound  it was deleted */
export const readForReport = async (ctx: ProviderContext, id: PostMortemId): Promise<PostMortem> =>
  presentFound(ctx, await queries.postMortemForReport(ctx.db, id))

/** @throws notFound  there is no row */
async function presentFound(ctx: ProviderContext, row: queries.PostMortemRow | undefined): Promise<PostMortem> {
  const [postMortem] = row ? await presentPostMortems(ctx, [row]) : []
  if (!postMortem) throw notFound()
  return postMortem
}

/**
 * Creates a draft. A repeated request with the same id and content changes nothing (decisions.md section 3).
 * @throws invalid   date, customer or site are missing or not the user's, in this order
 * @throws conflict  the id is in use for something else
 * @returns whether it is new
 */
export async function createPostMortem(
  ctx: WriteContext,
  id: PostMortemId,
  details: PostMortemDetails,
): Promise<boolean> {
  const validated = await validateDetails(ctx, id, details, { mayOmitCustomer: true })
  const postMortem = {
    ...validated,
    id,
    note: details.note ?? null,
    description: details.description ?? null,
    no_vet_visit_requested: details.no_vet_visit_requested ?? false,
    created_by_id: ctx.person.id,
  }
  if (await queries.insertPostMortem(ctx.db, postMortem)) {
    await recordAudit(ctx.db, ctx, 'post-mortem created', subject(id), null, postMortem)
    return true
  }
  const existing = await queries.postMortemByIdIncludingDeleted(ctx.db, id)
  const isSame =
    existing !== undefined &&
    // cast: Object.keys and Object.entries lose the key type
    (Object.keys(postMortem) as (keyof typeof postMortem)[]).every((field) => existing[field] === postMortem[field])
  if (!isSame) throw idInUse()
  return false
}

/**
 * Validates date, customer and site in the order of specification section 5. Nothing new begins on a retired site; an
 * existing ticket stays valid, also when its creation is repeated.
 * @param mayOmitCustomer  a client's default is the customer of the site, or of its first linked site
 */
async function validateDetails(
  ctx: WriteContext,
  id: PostMortemId,
  details: PostMortemDetails,
  { mayOmitCustomer = false } = {},
) {
  const { record_at, site_id } = details
  const { validation } = texts
  const errors: FieldErrors = {}
  const maySee = site_id && maySeeSite(ctx, site_id)
  const site = maySee ? await queries.siteWithCustomer(ctx.db, site_id) : undefined
  const hasDefault = mayOmitCustomer && !details.customer_id && ctx.person.sites.ids !== null
  const defaultSite = hasDefault && !maySee ? await queries.customerOfFirstSite(ctx.db, ctx.person.sites) : site
  const customer_id = hasDefault ? defaultSite?.customer_id : details.customer_id
  if (!record_at) errors['record_at'] = [validation.dateRequired]
  if (!customer_id) errors['customer_id'] = [validation.customerRequired]
  const isUsable =
    site && (!site.retired || (await queries.postMortemByIdIncludingDeleted(ctx.db, id))?.site_id === site.id)
  if (!isUsable || (customer_id && site.customer_id !== customer_id)) errors['site_id'] = [validation.siteRequired]
  if (!record_at || !customer_id || !site || Object.keys(errors).length > 0) throw invalid(errors)
  return { record_at, customer_id, site_id: site.id }
}

/**
 * Updates the details of a draft.
 * @throws AppError  like `lockPostMortemFor`, and invalid details like a new ticket's
 */
export async function editPostMortem(
  ctx: WriteContext,
  id: PostMortemId,
  details: PostMortemDetails,
  expected: number | null,
) {
  const postMortem = await lockPostMortemFor(ctx, id, 'postMortem.edit', expected)
  // cast: Object.keys and Object.entries lose the key type
  const patch = Object.fromEntries(
    Object.entries(details).filter(([, value]) => value !== undefined),
  ) as PostMortemDetails
  const validated = await validateDetails(ctx, id, {
    record_at: postMortem.record_at,
    customer_id: postMortem.customer_id,
    site_id: postMortem.site_id,
    ...patch,
  })
  const change = {
    ...validated,
    note: patch.note === undefined ? postMortem.note : patch.note,
    description: patch.description === undefined ? postMortem.description : patch.description,
    no_vet_visit_requested: patch.no_vet_visit_requested ?? postMortem.no_vet_visit_requested,
  }
  await queries.changePostMortem(ctx.db, id, change)
  await recordAudit(ctx.db, ctx, 'post-mortem edited', subject(id), postMortem, change)
}

interface Sending {
  expected: number | null
  /** The sender confirms having read the warning about danger signs. */
  hasReadWarning: boolean
  /** Why photos that the practice demands are missing. */
  photosMissingReason: string | null
}

/**
 * Sends a draft to the veterinarians and notifies them by mail.
 * @throws conflict  it is no draft, has no animal yet (specification 4.2), has a danger sign whose warning was not read,
 *   or demanded photos are missing
 */
export async function sendPostMortem(
  ctx: WriteContext,
  id: PostMortemId,
  { expected, hasReadWarning, photosMissingReason }: Sending,
): Promise<void> {
  const postMortem = await lockPostMortemFor(ctx, id, 'postMortem.send', expected)
  const { animals, danger } = await animalsAndDangerOf(ctx.db, id)
  if (animals === 0) throw conflict(texts.refusal.addAnAnimalFirst)
  if (danger && !hasReadWarning) throw conflict(texts.refusal.confirmDanger, 'danger-not-acknowledged')
  await requirePhotos(ctx, postMortem, photosMissingReason)
  const now = new Date()
  const change = {
    draft: false,
    requested_at: now,
    requested_by_id: ctx.person.id,
    photos_missing_reason: photosMissingReason,
    ...(danger && { danger_acknowledged_at: now, danger_acknowledged_by_id: ctx.person.id }),
  }
  await queries.changePostMortem(ctx.db, id, change)
  await recordAudit(ctx.db, ctx, 'post-mortem sent', subject(id), postMortem, change)
  await ctx.jobs.enqueue(ctx.db, 'tell-vets', { id })
  await notify(ctx, danger ? 'danger' : 'request_sent', id, { vets: true })
}

/**
 * Sends the ticket that the same request has created; a repeated request finds it sent already.
 * @throws as sendPostMortem; conflict  the ticket was created without being sent
 */
export async function sendNewPostMortem(
  ctx: WriteContext,
  { id, isRepeat, ...confirmations }: { id: PostMortemId; isRepeat: boolean } & Omit<Sending, 'expected'>,
) {
  if (!isRepeat) return sendPostMortem(ctx, id, { expected: null, ...confirmations })
  const postMortem = await lockVisiblePostMortem(ctx, id)
  if (postMortem.requested_by_id !== ctx.person.id) throw idInUse()
}

export interface Schedule {
  scheduled_at?: Date | null | undefined
  scheduled_for_id?: UserId | null | undefined
  /** Null: the default. */
  duration_minutes?: number | null | undefined
}

/**
 * Sets or clears the date and veterinarian of a sent ticket, and sets how long the visit takes; the user is recorded as who scheduled it.
 * @returns the text to show (specification 4.2), and warnings (decisions.md section 8)
 * @throws forbidden  a Veterinarian assigns somebody else
 * @throws invalid    the assignee is no active veterinarian
 */
export async function schedulePostMortem(
  ctx: WriteContext,
  id: PostMortemId,
  schedule: Schedule,
  expected: number | null,
) {
  if (schedule.scheduled_for_id) await queries.lockUserForShare(ctx.db, schedule.scheduled_for_id)
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
  await recordAudit(ctx.db, ctx, 'post-mortem scheduled', subject(id), postMortem, change)
  await tellOfSchedule(ctx, postMortem, { vetId, date })
  const message = vetId === null ? texts.success.unassigned : texts.success.scheduled
  return { message, warnings: await warningsAboutVisit(ctx, id) }
}

/**
 * Sets whether the report of a ticket describes animals of one cause together.
 * @throws forbidden  a client
 * @throws conflict   a draft, or completed and not being amended
 */
export async function groupReport(
  ctx: WriteContext,
  id: PostMortemId,
  report_grouped: boolean,
  expected: number | null,
): Promise<void> {
  const before = await lockPostMortemFor(ctx, id, 'report.group', expected)
  if (before.report_grouped === report_grouped) return
  await queries.changePostMortem(ctx.db, id, { report_grouped })
  await recordAudit(ctx.db, ctx, 'report grouping changed', subject(id), before, { report_grouped })
}

/** Tells the requester of a new date, and a veterinarian of a ticket that is its own now, or whose date has changed. */
async function tellOfSchedule(
  ctx: WriteContext,
  { id, requested_by_id, ...before }: queries.LockedPostMortem,
  { vetId, date }: { vetId: UserId | null; date: Date | null },
): Promise<void> {
  const isAssigned = vetId !== null && vetId !== before.scheduled_for_id
  if (isAssigned) {
    await ctx.jobs.enqueue(ctx.db, 'tell-assigned', { id })
    await notify(ctx, 'assigned', id, { people: [vetId], vetsOnly: true })
  }
  if (!date || date.getTime() === before.scheduled_at?.getTime()) return
  await ctx.jobs.enqueue(ctx.db, 'tell-scheduled', { id })
  await notify(ctx, 'scheduled', id, { people: [requested_by_id, isAssigned ? null : vetId] })
}

async function requireAssignableVet(ctx: WriteContext, vetId: UserId | null): Promise<void> {
  if (vetId === null) return
  if (vetId !== ctx.person.id && !may(ctx.person, 'vet.choose-any')) throw forbidden(texts.refusal.assignSelfOnly)
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
  const change = { scheduled_for_id: to, scheduled_by_id: ctx.person.id }
  for (const { id } of postMortems) await queries.changePostMortem(ctx.db, id, change)
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
  if (to !== null)
    await ctx.jobs.enqueueAll(
      ctx.db,
      'tell-assigned',
      postMortems.map(({ id }) => ({ id })),
    )
  if (to !== null) for (const { id } of postMortems) await notify(ctx, 'assigned', id, { people: [to], vetsOnly: true })
  return postMortems.map(({ pin }) => `CHM-${pin}`)
}

/**
 * Completes a sent ticket at the server's time and notifies the requester.
 * @throws conflict  a draft, or completed before; the practice is not set up, or the user has no name to sign with
 */
export async function completePostMortem(
  ctx: WriteContext,
  id: PostMortemId,
  expected: number | null,
): Promise<string> {
  const postMortem = await lockPostMortemFor(ctx, id, 'postMortem.complete', expected)
  requireConfirmedProvider(await ctx.provider(ctx.db))
  await requireSignerName(ctx)
  const change = { completed_at: new Date(), completed_by_id: ctx.person.id }
  await queries.changePostMortem(ctx.db, id, change)
  await recordAudit(ctx.db, ctx, 'post-mortem completed', subject(id), postMortem, change)
  await ctx.jobs.enqueue(ctx.db, 'tell-completed', { id })
  return texts.success.completed
}

/** Requires the user to have a name, which signs the report. */
export async function requireSignerName(ctx: WriteContext): Promise<void> {
  const self = await queries.assigneeById(ctx.db, ctx.person.id)
  if (!self?.first_name || !self.last_name) throw conflict(texts.refusal.nameFirst)
}

/** The time zone of a ticket's site, in which its dates are read; null: that of the practice. */
export const zoneOfPostMortem = (ctx: WriteContext, id: PostMortemId) => queries.siteZoneOfPostMortem(ctx.db, id)

/** Soft-deletes a ticket; the audit trail keeps it. */
export async function deletePostMortem(ctx: WriteContext, id: PostMortemId, expected: number | null): Promise<void> {
  const postMortem = await lockPostMortemFor(ctx, id, 'postMortem.delete', expected)
  await queries.changePostMortem(ctx.db, id, { deleted_at: new Date() })
  await recordAudit(ctx.db, ctx, 'post-mortem deleted', subject(id), postMortem, null)
}

/** @throws conflict  the ticket was sent and cannot become a draft again */
export async function requireDraft(ctx: WriteContext, id: PostMortemId): Promise<void> {
  await lockPostMortemFor(ctx, id, 'postMortem.edit')
}
