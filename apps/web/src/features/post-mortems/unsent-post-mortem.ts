import { constants } from '@chisholm/domain/constants'
import type { Animal, PostMortem } from '@chisholm/domain/schemas/post-mortems'
import { strictestLevel } from '@chisholm/domain/danger-signs'
import { statusOf } from '@chisholm/domain/status'
import type { PostMortemDetails } from '../../api/outbox-changes.ts'
import type { OutboxEntry } from '../../api/outbox-entries.ts'
import { isEdit, isHeldBack } from '../../api/outbox-rules.ts'
import { postMortemTexts } from './post-mortem-texts.ts'
import { applyUnsentToAnimals, named } from './unsent-animal.ts'

type Names = OutboxEntry['names']

/**
 * Applies unsent entries to a post-mortem.
 * @param serverCopy  the post-mortem as last read; undefined if the server does not have it
 * @param entries     those of this post-mortem, in order; entries that the server has already processed change nothing
 * @returns undefined if the post-mortem does not exist or is about to be deleted
 */
export const applyUnsentEntries = (
  serverCopy: PostMortem | undefined,
  entries: readonly OutboxEntry[],
): PostMortem | undefined => withoutHeldBackSending(entries).reduce(applyEntry, serverCopy)

/** Entries without a sending that waits until the user has decided on a refused one: until then it is a draft. */
export const withoutHeldBackSending = (entries: readonly OutboxEntry[]): OutboxEntry[] =>
  entries.filter((entry) => entry.kind !== 'send post-mortem' || !isHeldBack(entry, entries))

function applyEntry(postMortem: PostMortem | undefined, entry: OutboxEntry): PostMortem | undefined {
  if (entry.kind === 'create post-mortem') return postMortem ?? newPostMortem(entry)
  // Rejected sends and deletions have no effect.
  if (!postMortem || (entry.refusal && !isEdit(entry))) return postMortem
  switch (entry.kind) {
    case 'edit post-mortem':
      return withDetails(postMortem, entry.body, entry.names)
    case 'send post-mortem':
      return postMortem.draft === 0 ? postMortem : toSent(postMortem)
    case 'delete post-mortem':
      return undefined
    case 'schedule post-mortem':
      return withStatus(postMortem, { ...postMortem.veterinary_record, ...scheduleOf(entry) })
    case 'complete post-mortem':
      return withStatus(postMortem, {
        ...postMortem.veterinary_record,
        completed_at: postMortem.veterinary_record.completed_at ?? entry.body.completed_at,
      })
    case 'write comment':
    case 'add sample':
      return postMortem
    case 'add animal':
    case 'edit animal':
    case 'diagnose animal':
    case 'examine animal':
    case 'skip photo':
    case 'edit photo':
    case 'delete animal':
      return withAnimals(postMortem, (animals) => applyUnsentToAnimals(animals, [entry]))
  }
}

export function scheduleOf({ body, vet }: Extract<OutboxEntry, { kind: 'schedule post-mortem' }>) {
  const { scheduled_at, scheduled_for_id, duration_minutes } = body
  return {
    ...(duration_minutes !== undefined && { duration_minutes }),
    ...(scheduled_at !== undefined && { scheduled_at: scheduled_at || null }),
    ...(scheduled_for_id !== undefined && { scheduled_for_id: scheduled_for_id || null, scheduled_for: vet }),
  }
}

function withStatus(postMortem: PostMortem, record: PostMortem['veterinary_record']): PostMortem {
  const { draft, completed_at: completedAt, scheduled_at: scheduledAt, scheduled_for_id: scheduledForId } = record
  const status = statusOf({ draft: draft === 1, completedAt, scheduledAt, scheduledForId })
  return { ...postMortem, veterinary_record: record, status }
}

const toSent = (postMortem: PostMortem): PostMortem => ({
  ...postMortem,
  draft: 0,
  status: 'Pending',
  veterinary_record: { ...postMortem.veterinary_record, draft: 0 },
})

function withAnimals(postMortem: PostMortem, change: (animals: Animal[]) => Animal[]): PostMortem {
  const animals = change(postMortem.veterinary_record.veterinary_record_animals)
  const danger = strictestLevel(animals.flatMap(({ danger_signs }) => danger_signs))
  const record = { ...postMortem.veterinary_record, danger, veterinary_record_animals: animals }
  return { ...postMortem, danger, animals: animals.length, veterinary_record: record }
}

function withDetails(postMortem: PostMortem, details: Partial<PostMortemDetails>, names: Names): PostMortem {
  const { veterinary_record: record } = postMortem
  const { record_at, note, no_vet_visit_requested, customer_id, site_id } = { ...postMortem, ...details }
  const customer = customer_id === postMortem.customer_id ? postMortem.customer : named(customer_id, names)
  const site = site_id === record.site.id ? record.site : { ...record.site, ...named(site_id, names) }
  const shared = { record_at, note: note || null, no_vet_visit_requested }
  return {
    ...postMortem,
    ...shared,
    customer_id,
    customer,
    site_id,
    veterinary_record: { ...record, ...shared, site, customer: { ...record.customer, ...customer } },
  }
}

/** A post-mortem that the server does not have yet. */
export function newPostMortem({
  postMortemId: id,
  body,
  at,
  names,
}: Extract<OutboxEntry, { kind: 'create post-mortem' }>): PostMortem {
  const created_at = new Date(at).toISOString()
  const { customer_id, site_id, record_at } = body
  const nobody = { completed_by_id: null, completed_by: null, requested_by: null, created_by: null }
  const noDate = { completed_at: null, scheduled_at: null, scheduled_by_id: null, scheduled_for_id: null }
  const noDanger = { danger: null, danger_acknowledged_at: null, danger_acknowledged_by_id: null }
  const shared = {
    id,
    created_at,
    record_at,
    note: null,
    draft: 1,
    no_vet_visit_requested: 0,
    examine_by: null,
    duration_minutes: constants.visitMinutes.default,
    ...noDanger,
  }
  const postMortem: PostMortem = {
    ...shared,
    created_by_id: null,
    updated_at: created_at,
    requested_at: null,
    requested_by_id: null,
    photos_missing_reason: null,
    site_id,
    customer_id,
    customer: named(customer_id, names),
    // The server assigns the number.
    title: postMortemTexts.newPostMortem,
    description: null,
    report_grouped: 0,
    animals: 0,
    status: 'Draft',
    report: null,
    amendment: null,
    veterinary_record: {
      ...shared,
      ...nobody,
      ...noDate,
      pin: 0,
      in_progress: 0,
      scheduled_for: null,
      customer: { ...named(customer_id, names), sites: [] },
      site: { ...named(site_id, names), region: null, city: null, time_zone: null },
      veterinary_record_animals: [],
    },
  }
  return withDetails(postMortem, body, names)
}
