import type { PostMortemId, UserId } from '../../database/ids.ts'
import { allOf } from '../../database/transaction.ts'
import type { WriteContext } from '../../http/context.ts'
import { idInUse } from '../../http/app-error.ts'
import { type NewAuditEntry, recordAuditEntries, wasCreatedAs } from '../audit-recorder/index.ts'
import { sendPreconditions, type SendPreconditions } from './danger.queries.ts'
import { lockVisiblePostMortem, requireAllowedOnNewDraft } from './post-mortem-access.ts'
import {
  type Confirmations,
  notifyOfRequest,
  type PostMortemDetails,
  requireSendable,
  sentBy,
  subject,
  validateDetails,
  warningReadBy,
} from './post-mortems.ts'
import * as queries from './post-mortems.queries.ts'
import type { AddedAnimals } from './related-features.ts'
import { keysOf } from '@chisholm/domain/typed-objects'

interface NewPostMortem {
  details: PostMortemDetails
  /** Result of `readSite`. */
  site: queries.SiteWithCustomer | undefined
  /** Adds its animals. `isRepeat`: they must exist already. */
  addAnimals(isRepeat: boolean): Promise<AddedAnimals>
  /** Null: it stays a draft. */
  confirmations: Confirmations | null
}

/**
 * Creates a ticket with its animals, as a draft or sent. A repeated request with the same id and content changes nothing
 * (decisions.md section 3).
 * @param answer  reads what the response shows, given the RFIDs of the animals; it runs together with the statements
 * that do not change it
 * @throws invalid   date, customer or site are missing or not the user's, in this order; or like `addAnimals`
 * @throws conflict  the id is in use for something else, or the ticket cannot be sent
 */
export async function createPostMortem<Answer>(
  ctx: WriteContext,
  id: PostMortemId,
  { details, site, addAnimals, confirmations }: NewPostMortem,
  answer: (rfids: AddedAnimals['rfids']) => Promise<Answer>,
): Promise<Answer> {
  const validated = await validateDetails(ctx, id, details, site, { mayOmitCustomer: true })
  const postMortem = {
    ...validated,
    id,
    note: details.note ?? null,
    description: details.description ?? null,
    no_vet_visit_requested: details.no_vet_visit_requested ?? false,
    created_by_id: ctx.person.id,
  }
  const sending = confirmations && { confirmations, change: sentBy(ctx, confirmations) }
  const created = { action: 'post-mortem created', subject: subject(id), after: postMortem } satisfies NewAuditEntry
  if (!(await queries.insertPostMortem(ctx.db, { ...postMortem, ...sending?.change })))
    return confirmRepeat(ctx, created, { addAnimals, isSent: sending !== null }).then(answer)
  const animals = await addAnimals(false)
  const entries: NewAuditEntry[] = [created, ...animals.entries]
  if (!sending) return (await allOf([answer(animals.rfids), recordAuditEntries(ctx.db, ctx, entries)]))[0]
  requireAllowedOnNewDraft(ctx, 'postMortem.send')
  const preconditions = await preconditionsOfNew(ctx, id, site, animals)
  const danger = await requireSendable(ctx, postMortem, preconditions, sending.confirmations, animals.errorNames)
  const warning = danger && warningReadBy(ctx)
  if (warning) await queries.changePostMortem(ctx.db, id, warning)
  const change = { ...sending.change, ...warning }
  const sent: NewAuditEntry = { action: 'post-mortem sent', subject: subject(id), before: unsent, after: change }
  const [answered] = await allOf([
    answer(animals.rfids),
    recordAuditEntries(ctx.db, ctx, [...entries, sent]),
    notifyOfRequest(ctx, id, danger),
  ])
  return answered
}

/** What sending checks of a ticket with these new animals, read only if one has a danger sign, because most have none. */
const preconditionsOfNew = async (
  { db }: WriteContext,
  id: PostMortemId,
  site: queries.SiteWithCustomer | undefined,
  { entries, haveDangerSigns }: AddedAnimals,
): Promise<SendPreconditions> =>
  haveDangerSigns || !site
    ? sendPreconditions(db, id)
    : { animals: entries.length, danger: null, practice_version: site.practice_version }

/** The columns that sending changes, with their values in a draft. */
const unsent = { draft: true, requested_at: null, requested_by_id: null, photos_missing_reason: null }

/**
 * Confirms that a repeated request created this ticket and its animals, whatever was changed since.
 * @param created  the audit entry of the creation
 * @returns the RFIDs in the request
 * @throws conflict  the id is in use for something else, the ticket was deleted, or it was created without being sent
 */
async function confirmRepeat(
  ctx: WriteContext,
  created: NewAuditEntry & { after: PostMortemDetails & { id: PostMortemId; created_by_id: UserId } },
  { addAnimals, isSent }: Pick<NewPostMortem, 'addAnimals'> & { isSent: boolean },
): Promise<AddedAnimals['rfids']> {
  const postMortem = created.after
  const existing = await queries.postMortemByIdIncludingDeleted(ctx.db, postMortem.id)
  if (!existing || existing.deleted_at !== null) throw idInUse()
  const isUnchanged = keysOf(postMortem).every((field) => existing[field] === postMortem[field])
  if (!isUnchanged && !(await wasCreatedAs(ctx.db, ctx.person, created))) throw idInUse()
  const { rfids } = await addAnimals(true)
  const addedThen = await queries.countAnimalsAddedWith(ctx.db, postMortem.id)
  if (addedThen !== null && addedThen !== rfids.length) throw idInUse()
  if (!isSent) return rfids
  const { requested_by_id } = await lockVisiblePostMortem(ctx, postMortem.id)
  if (requested_by_id !== ctx.person.id) throw idInUse()
  return rfids
}
