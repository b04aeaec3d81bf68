import { isVet, may } from '@chisholm/domain/permissions'
import type { PostMortem } from '@chisholm/domain/shapes'
import { texts } from '@chisholm/domain/texts'
import type { CustomerId, PostMortemId, SiteId, UserId } from '../../database/ids.ts'
import { audit, auditAll } from '../audit/index.ts'
import type { Context, Executor, SignedInPerson, WriteContext } from '../../http/context.ts'
import { conflict, type FieldTexts, forbidden, idInUse, invalid, notFound } from '../../http/failures.ts'
import { requireConfirmed } from '../provider/index.ts'
import { lockVisibleTicket, maySeeSite, requireTicket } from './access.ts'
import * as queries from './post-mortems.queries.ts'
import { shownPostMortem } from './shown-post-mortem.ts'
import { ticketCardPage } from './ticket-cards.queries.ts'
import type { TicketList } from './ticket-filters.ts'

/** Details of a ticket as a body gives them; undefined means not sent. */
export interface TicketDetails {
  customer_id?: CustomerId | null | undefined
  site_id?: SiteId | null | undefined
  record_at?: string | null | undefined
  note?: string | null | undefined
  description?: string | null | undefined
  no_vet_visit_requested?: boolean | undefined
}

const subject = (id: string) => ({ type: 'post-mortem', id })

/** Lists the tickets this person may see. @returns the page and how many there are in all */
export async function listPostMortems(
  ctx: Context,
  list: TicketList,
): Promise<{ total: number; postMortems: PostMortem[] }> {
  const { total, tickets } = await queries.ticketPage(ctx.db, ctx.person.sites, list)
  return { total, postMortems: tickets.map(shownPostMortem) }
}

/** The same list with no more of a ticket than a card shows. */
export const listCards = (ctx: Context, list: TicketList) => ticketCardPage(ctx.db, ctx.person.sites, list)

/** @throws notFound  it does not exist, or is not this person's to see */
export async function readPostMortem(
  ctx: { db: Executor; person: Pick<SignedInPerson, 'sites'> },
  id: PostMortemId,
): Promise<{ postMortem: PostMortem; version: number }> {
  const ticket = await queries.ticketById(ctx.db, ctx.person.sites, id)
  if (!ticket) throw notFound()
  return { postMortem: shownPostMortem(ticket), version: ticket.version }
}

/** A ticket as its report tells of it, whoever asks. @throws notFound  it was deleted */
export async function readForReport(db: Executor, id: PostMortemId): Promise<PostMortem> {
  const ticket = await queries.ticketForReport(db, id)
  if (!ticket) throw notFound()
  return shownPostMortem(ticket)
}

/**
 * Creates a draft. Repeating it with the same id and content gives the same ticket (decisions.md section 3).
 * @throws invalid   date, customer or site missing or not this person's, in this order
 * @returns whether it is new
 * @throws conflict  the id is used for something else
 */
export async function createPostMortem(ctx: WriteContext, id: PostMortemId, details: TicketDetails): Promise<boolean> {
  const checked = await checkDetails(ctx, id, await withOwnCustomer(ctx, details))
  const ticket = {
    ...checked,
    id,
    note: details.note ?? null,
    description: details.description ?? null,
    no_vet_visit_requested: details.no_vet_visit_requested ?? false,
    created_by_id: ctx.person.id,
  }
  if (await queries.insertTicket(ctx.db, ticket)) {
    await audit(ctx.db, ctx, 'post-mortem created', subject(id), null, ticket)
    return true
  }
  const existing = await queries.anyTicketById(ctx.db, id)
  const same =
    existing !== undefined &&
    // cast: Object.keys and Object.entries forget which keys there are
    (Object.keys(ticket) as (keyof typeof ticket)[]).every((field) => existing[field] === ticket[field])
  if (!same) throw idInUse()
  return false
}

/** A client that names no customer means its own first linked one. */
async function withOwnCustomer(ctx: WriteContext, details: TicketDetails): Promise<TicketDetails> {
  if (details.customer_id || ctx.person.sites.ids === null) return details
  const site =
    details.site_id && maySeeSite(ctx, details.site_id)
      ? await queries.siteWithCustomer(ctx.db, details.site_id)
      : await queries.customerOfFirstSite(ctx.db, ctx.person.sites)
  return { ...details, customer_id: site?.customer_id }
}

/**
 * Checks date, customer and site of a ticket in the order of specification section 5. Nothing new begins on a retired
 * site; a ticket that is there stays, also when its creation is sent once more.
 */
async function checkDetails(ctx: WriteContext, id: PostMortemId, details: TicketDetails) {
  const { record_at, customer_id, site_id } = details
  const { validation } = texts
  const errors: FieldTexts = {}
  if (!record_at) errors['record_at'] = [validation.dateRequired]
  if (!customer_id) errors['customer_id'] = [validation.customerRequired]
  const site = site_id && maySeeSite(ctx, site_id) ? await queries.siteWithCustomer(ctx.db, site_id) : undefined
  const isOpen = site && (!site.retired || (await queries.anyTicketById(ctx.db, id))?.site_id === site.id)
  if (!isOpen || (customer_id && site.customer_id !== customer_id)) errors['site_id'] = [validation.siteRequired]
  if (!record_at || !customer_id || !site || Object.keys(errors).length > 0) throw invalid(errors)
  return { record_at, customer_id, site_id: site.id }
}

/** Changes the details of a draft. @throws as requireTicket; invalid as for a new ticket */
export async function editPostMortem(
  ctx: WriteContext,
  id: PostMortemId,
  details: TicketDetails,
  expected: number | null,
) {
  const ticket = await requireTicket(ctx, id, 'postMortem.edit', expected)
  // cast: Object.keys and Object.entries forget which keys there are
  const sent = Object.fromEntries(Object.entries(details).filter(([, value]) => value !== undefined)) as TicketDetails
  const checked = await checkDetails(ctx, id, {
    record_at: ticket.record_at,
    customer_id: ticket.customer_id,
    site_id: ticket.site_id,
    ...sent,
  })
  const change = {
    ...checked,
    note: sent.note === undefined ? ticket.note : sent.note,
    description: sent.description === undefined ? ticket.description : sent.description,
    no_vet_visit_requested: sent.no_vet_visit_requested ?? ticket.no_vet_visit_requested,
  }
  await queries.changeTicket(ctx.db, id, change)
  await audit(ctx.db, ctx, 'post-mortem edited', subject(id), ticket, change)
}

/**
 * Sends a draft to the veterinarians and tells them by mail.
 * @throws conflict  it is no draft, or has no animal yet (specification 4.2)
 */
export async function sendPostMortem(ctx: WriteContext, id: PostMortemId, expected: number | null): Promise<void> {
  const ticket = await requireTicket(ctx, id, 'postMortem.send', expected)
  if ((await queries.animalsOnTicket(ctx.db, id)) === 0) throw conflict(texts.refusal.addAnAnimalFirst)
  const change = { draft: false, requested_at: new Date(), requested_by_id: ctx.person.id }
  await queries.changeTicket(ctx.db, id, change)
  await audit(ctx.db, ctx, 'post-mortem sent', subject(id), ticket, change)
  await ctx.jobs.enqueue(ctx.db, 'tell-vets', { id })
}

/**
 * Sends the ticket a request has just created; when it was created by the same request before, it is sent already.
 * @throws as sendPostMortem; conflict  the ticket was created without being sent
 */
export async function sendNewPostMortem(ctx: WriteContext, { id, isRepeat }: { id: PostMortemId; isRepeat: boolean }) {
  if (!isRepeat) return sendPostMortem(ctx, id, null)
  const ticket = await lockVisibleTicket(ctx, id)
  if (ticket.requested_by_id !== ctx.person.id) throw idInUse()
}

export interface Schedule {
  scheduled_at?: Date | null | undefined
  scheduled_for_id?: UserId | null | undefined
}

/**
 * Sets or clears the date and the veterinarian of a sent ticket; the caller is who scheduled it.
 * @returns the text to show (specification 4.2)
 * @throws forbidden  a Veterinarian assigns somebody else
 * @throws invalid    the person assigned is no active veterinarian
 */
export async function schedulePostMortem(
  ctx: WriteContext,
  id: PostMortemId,
  schedule: Schedule,
  expected: number | null,
) {
  if (schedule.scheduled_for_id) await queries.holdPerson(ctx.db, schedule.scheduled_for_id)
  const ticket = await requireTicket(ctx, id, 'postMortem.schedule', expected)
  const vetId = schedule.scheduled_for_id === undefined ? ticket.scheduled_for_id : schedule.scheduled_for_id
  const date = schedule.scheduled_at === undefined ? ticket.scheduled_at : schedule.scheduled_at
  if (vetId !== ticket.scheduled_for_id) await requireAssignable(ctx, vetId)
  const change = { scheduled_at: date, scheduled_for_id: vetId, scheduled_by_id: ctx.person.id }
  await queries.changeTicket(ctx.db, id, change)
  await audit(ctx.db, ctx, 'post-mortem scheduled', subject(id), ticket, change)
  if (vetId && vetId !== ticket.scheduled_for_id) await ctx.jobs.enqueue(ctx.db, 'tell-assigned', { id })
  if (date && date.getTime() !== ticket.scheduled_at?.getTime())
    await ctx.jobs.enqueue(ctx.db, 'tell-scheduled', { id })
  return vetId === null ? texts.success.unassigned : texts.success.scheduled
}

async function requireAssignable(ctx: WriteContext, vetId: UserId | null): Promise<void> {
  if (vetId === null) return
  if (vetId !== ctx.person.id && !may(ctx.person, 'vet.choose-any')) throw forbidden(texts.refusal.assignSelfOnly)
  if (!(await mayTakeTickets(ctx, vetId))) throw invalid({ scheduled_for_id: [texts.validation.vetRequired] })
}

/** Whether tickets can be assigned to a person: somebody with a vet role who is not disabled. */
export async function mayTakeTickets(ctx: Pick<WriteContext, 'db'>, id: UserId): Promise<boolean> {
  const person = await queries.personById(ctx.db, id)
  return person !== undefined && person.status !== 'disabled' && isVet(person)
}

/**
 * Gives the open tickets of a veterinarian to another one, who is told by mail as ever, or to nobody.
 * Both people are held by the caller before.
 * @returns numbers of the tickets, like CHM-12
 */
export async function reassignTickets(ctx: WriteContext, from: UserId, to: UserId | null): Promise<string[]> {
  const tickets = await queries.lockOpenTicketsOf(ctx.db, from)
  const change = { scheduled_for_id: to, scheduled_by_id: ctx.person.id }
  for (const { id } of tickets) await queries.changeTicket(ctx.db, id, change)
  await auditAll(
    ctx.db,
    ctx,
    tickets.map((ticket) => ({
      action: 'post-mortem scheduled',
      subject: subject(ticket.id),
      before: ticket,
      after: change,
    })),
  )
  if (to !== null)
    await ctx.jobs.enqueueAll(
      ctx.db,
      'tell-assigned',
      tickets.map(({ id }) => ({ id })),
    )
  return tickets.map(({ pin }) => `CHM-${pin}`)
}

/**
 * Completes a sent ticket by the server's clock and tells the requester.
 * @throws conflict  a draft, or completed before; nobody has named the practice, or the caller has no name to sign with
 */
export async function completePostMortem(
  ctx: WriteContext,
  id: PostMortemId,
  expected: number | null,
): Promise<string> {
  const ticket = await requireTicket(ctx, id, 'postMortem.complete', expected)
  requireConfirmed(await ctx.provider(ctx.db))
  await requireOwnName(ctx)
  const change = { completed_at: new Date(), completed_by_id: ctx.person.id }
  await queries.changeTicket(ctx.db, id, change)
  await audit(ctx.db, ctx, 'post-mortem completed', subject(id), ticket, change)
  await ctx.jobs.enqueue(ctx.db, 'tell-completed', { id })
  return texts.success.completed
}

/** A report is signed by somebody. */
async function requireOwnName(ctx: WriteContext): Promise<void> {
  const self = await queries.personById(ctx.db, ctx.person.id)
  if (!self?.first_name || !self.last_name) throw conflict(texts.refusal.nameFirst)
}

/** Takes a ticket out of every list; it is kept for the audit trail. */
export async function deletePostMortem(ctx: WriteContext, id: PostMortemId, expected: number | null): Promise<void> {
  const ticket = await requireTicket(ctx, id, 'postMortem.delete', expected)
  await queries.changeTicket(ctx.db, id, { deleted_at: new Date() })
  await audit(ctx.db, ctx, 'post-mortem deleted', subject(id), ticket, null)
}

/** @throws conflict  the ticket is sent: it cannot become a draft again */
export async function requireDraft(ctx: WriteContext, id: PostMortemId): Promise<void> {
  await requireTicket(ctx, id, 'postMortem.edit')
}
