import type { DangerLevel } from '@chisholm/domain/danger-signs'
import { serverTexts } from '@chisholm/domain/server-texts'
import { texts } from '@chisholm/domain/texts'
import { withoutUndefined } from '@chisholm/domain/typed-objects'
import type { CustomerId, PostMortemId, SiteId } from '../../database/ids.ts'
import { allOf } from '../../database/transaction.ts'
import { recordAudit } from '../audit-recorder/index.ts'
import { seesSite } from '../../http/authorized-sites.ts'
import type { WriteContext } from '../../http/context.ts'
import { conflict, type FieldErrors, invalid } from '../../http/app-error.ts'
import type { IfMatch } from '../../http/etag.ts'
import { notify } from '../notifications/index.ts'
import { requireConfirmedProvider } from '../provider/index.ts'
import { requirePhotos } from './require-photos.ts'
import { lockPostMortemFor, lockVisiblePostMortem, requirePostMortemMatch } from './post-mortem-access.ts'
import { sendPreconditions, type SendPreconditions } from './danger.queries.ts'
import * as queries from './post-mortems.queries.ts'

/** Details of a ticket in a request; undefined: not sent. */
export interface PostMortemDetails {
  customer_id?: CustomerId | null | undefined
  site_id?: SiteId | null | undefined
  record_at?: string | null | undefined
  note?: string | null | undefined
  description?: string | null | undefined
  no_vet_visit_requested?: boolean | undefined
}

/** A ticket as the audit log names it. */
export const subject = (id: string) => ({ type: 'post-mortem', id })

/** The site that a request names, locked against deletion; undefined if the user may not see it. */
export const readSite = async (ctx: WriteContext, id: SiteId | null | undefined) =>
  id && seesSite(ctx.person.sites, id) ? queries.siteWithCustomer(ctx.db, id) : undefined

/**
 * Validates date, customer and site in the order of specification section 5. No ticket can be created for a retired
 * site; an existing one stays valid, even if its creation is repeated.
 * @param site             result of `readSite`
 * @param mayOmitCustomer  a client's default is the customer of the site, or of its first linked site
 */
export async function validateDetails(
  ctx: WriteContext,
  id: PostMortemId,
  details: PostMortemDetails,
  site: queries.SiteWithCustomer | undefined,
  { mayOmitCustomer = false } = {},
) {
  const { record_at } = details
  const { validation } = texts
  const errors: FieldErrors = {}
  const hasDefault = mayOmitCustomer && !details.customer_id && ctx.person.sites.ids !== null
  const defaultSite = hasDefault ? (site ?? (await queries.customerOfFirstSite(ctx.db, ctx.person.sites))) : site
  const customer_id = hasDefault ? defaultSite?.customer_id : details.customer_id
  if (!record_at) errors['record_at'] = [validation.dateRequired]
  const isOfSite = site !== undefined && site.customer_id === customer_id
  const hasCustomer = customer_id && (isOfSite || (await queries.maySeeCustomer(ctx.db, ctx.person.sites, customer_id)))
  if (!hasCustomer) errors['customer_id'] = [validation.customerRequired]
  const isUsable =
    site && (!site.retired || (await queries.postMortemByIdIncludingDeleted(ctx.db, id))?.site_id === site.id)
  if (!isUsable || (customer_id && !isOfSite)) errors['site_id'] = [validation.siteRequired]
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
  expected: IfMatch,
) {
  const postMortem = await lockPostMortemFor(ctx, id, 'postMortem.edit', expected)
  const patch = withoutUndefined(details)
  const { record_at, customer_id, site_id } = postMortem
  const merged = { record_at, customer_id, site_id, ...patch }
  const validated = await validateDetails(ctx, id, merged, await readSite(ctx, merged.site_id))
  const change = {
    ...validated,
    note: patch.note === undefined ? postMortem.note : patch.note,
    description: patch.description === undefined ? postMortem.description : patch.description,
    no_vet_visit_requested: patch.no_vet_visit_requested ?? postMortem.no_vet_visit_requested,
  }
  await queries.changePostMortem(ctx.db, id, change)
  await recordAudit(ctx.db, ctx, {
    action: 'post-mortem edited',
    subject: subject(id),
    before: postMortem,
    after: change,
  })
}

/** The confirmations of a ticket's sender. */
export interface Confirmations {
  /** Whether the sender has acknowledged the warning about danger signs. */
  hasReadWarning: boolean
  /** The reason why required photos are missing. */
  photosMissingReason: string | null
}

/**
 * Sends a draft to the veterinarians and notifies them.
 * @throws conflict  it is not a draft, or like `requireSendable`
 */
export async function sendPostMortem(
  ctx: WriteContext,
  id: PostMortemId,
  { expected, ...confirmations }: Confirmations & { expected: IfMatch },
): Promise<void> {
  const postMortem = await lockPostMortemFor(ctx, id, 'postMortem.send', expected)
  const danger = await requireSendable(ctx, postMortem, await sendPreconditions(ctx.db, id), confirmations)
  const change = { ...sentBy(ctx, confirmations), ...(danger && warningReadBy(ctx)) }
  await queries.changePostMortem(ctx.db, id, change)
  await recordAudit(ctx.db, ctx, {
    action: 'post-mortem sent',
    subject: subject(id),
    before: postMortem,
    after: change,
  })
  await notifyOfRequest(ctx, id, danger)
}

/**
 * Checks that a ticket may be sent with these confirmations.
 * @throws conflict  it has no animal yet (specification 4.2), has a danger sign with an unacknowledged warning, or
 * required photos are missing
 * @param names  the names of animals in the errors, by id, instead of their ids
 * @returns the strictest level of its danger signs
 */
export async function requireSendable(
  ctx: WriteContext,
  postMortem: { id: PostMortemId; no_vet_visit_requested: boolean },
  { animals, danger, practice_version }: SendPreconditions,
  { hasReadWarning, photosMissingReason }: Confirmations,
  names?: ReadonlyMap<string, string>,
): Promise<DangerLevel | null> {
  if (animals === 0) throw conflict(serverTexts.refusal.addAnAnimalFirst)
  if (danger && !hasReadWarning) throw conflict(texts.refusal.confirmDanger, 'danger-not-acknowledged')
  const { photo_protocol } = await ctx.provider(ctx.db, undefined, practice_version)
  await requirePhotos(ctx, postMortem, photo_protocol, photosMissingReason, names)
  return danger
}

/** The columns of a ticket that is sent now. */
export const sentBy = ({ person }: WriteContext, { photosMissingReason }: Confirmations) => ({
  draft: false,
  requested_at: new Date(),
  requested_by_id: person.id,
  photos_missing_reason: photosMissingReason,
})

/** The columns that record that this user has acknowledged the warning of danger signs. */
export const warningReadBy = ({ person }: WriteContext) => ({
  danger_acknowledged_at: new Date(),
  danger_acknowledged_by_id: person.id,
})

/**
 * E-mails the veterinarians about a request that was sent, and notifies them in the app.
 * @param danger  how dangerous its danger signs are; null: there are none
 */
export async function notifyOfRequest(ctx: WriteContext, id: PostMortemId, danger: DangerLevel | null): Promise<void> {
  await allOf([
    ctx.jobs.enqueue(ctx.db, 'tell-vets', { id }),
    notify(ctx, danger ? 'danger' : 'request_sent', id, { vets: true }),
  ])
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
  expected: IfMatch,
): Promise<void> {
  const before = await lockPostMortemFor(ctx, id, 'report.group', expected)
  if (before.report_grouped === report_grouped) return
  await queries.changePostMortem(ctx.db, id, { report_grouped }, 'vets')
  await recordAudit(ctx.db, ctx, {
    action: 'report grouping changed',
    subject: subject(id),
    before,
    after: { report_grouped },
  })
}

/**
 * Completes a sent ticket at the server's time and notifies the requester. The caller issues its report.
 * @throws conflict  a draft, or completed before; the practice is not set up
 */
export async function completePostMortem(ctx: WriteContext, id: PostMortemId, expected: IfMatch): Promise<string> {
  const postMortem = await lockPostMortemFor(ctx, id, 'postMortem.complete', expected)
  requireConfirmedProvider(await ctx.provider(ctx.db))
  const change = { completed_at: new Date(), completed_by_id: ctx.person.id }
  await queries.changePostMortem(ctx.db, id, change)
  await recordAudit(ctx.db, ctx, {
    action: 'post-mortem completed',
    subject: subject(id),
    before: postMortem,
    after: change,
  })
  await ctx.jobs.enqueue(ctx.db, 'tell-completed', { id })
  return texts.success.completed
}

/** Requires the user to have a name, which signs the report. */
export async function requireSignerName(ctx: Pick<WriteContext, 'db' | 'person'>): Promise<void> {
  const self = await queries.assigneeById(ctx.db, ctx.person.id)
  if (!self?.first_name || !self.last_name) throw conflict(serverTexts.refusal.nameFirst)
}

/** Soft-deletes a ticket; the audit log keeps it. */
export async function deletePostMortem(ctx: WriteContext, id: PostMortemId, expected: IfMatch): Promise<void> {
  const postMortem = await lockPostMortemFor(ctx, id, 'postMortem.delete', expected)
  await queries.changePostMortem(ctx.db, id, { deleted_at: new Date() })
  await recordAudit(ctx.db, ctx, { action: 'post-mortem deleted', subject: subject(id), before: postMortem })
}

/** @throws stale  the ticket has changed since the caller read it */
export async function requireUnchanged(ctx: WriteContext, id: PostMortemId, expected: IfMatch): Promise<void> {
  await lockVisiblePostMortem(ctx, id)
  await requirePostMortemMatch(ctx, id, expected)
}

/** Whether a ticket is no draft; it stays locked. @throws notFound */
export const wasSent = async (ctx: WriteContext, id: PostMortemId): Promise<boolean> =>
  !(await lockVisiblePostMortem(ctx, id)).draft

/** @throws conflict  the ticket was sent and cannot become a draft again */
export async function requireDraft(ctx: WriteContext, id: PostMortemId): Promise<void> {
  await lockPostMortemFor(ctx, id, 'postMortem.edit')
}
