import type { Markup } from '@chisholm/domain/markup'
import { sql } from 'kysely'
import type { PostMortemId } from '../../database/ids.ts'
import type { Executor } from '../../database/executor.ts'
import type { VisibleSites } from '../../database/visible-sites.ts'

/*
 * While a ticket is being amended, clients see its photos with their slots, captions and markup, and the reasons for
 * missing photos, as they were before, and vet roles what stands now (decisions.md section 7).
 */

const issuedOr = (field: string, issued: ReturnType<typeof sql>) =>
  sql`case when p.issued_facts is not null then ${issued} else ${sql.ref(`p.${field}`)} end`

const current = {
  slot_id: sql<string | null>`p.slot_id`,
  caption: sql<string | null>`p.caption`,
  markup: sql<Markup | null>`p.markup`,
}
const seenByClients: typeof current = {
  slot_id: sql`${issuedOr('slot_id', sql`(p.issued_facts ->> 'slot_id')::uuid`)}`,
  caption: sql`${issuedOr('caption', sql`p.issued_facts ->> 'caption'`)}`,
  markup: sql`${issuedOr('markup', sql`nullif(p.issued_facts -> 'markup', 'null')`)}`,
}

/** Slot, caption and markup of photo `p` as someone with these sites sees them. */
export const visiblePhotoColumns = ({ ids }: VisibleSites) => (ids === null ? current : seenByClients)

/** Whether photo `p` is there for someone with these sites. */
export const isPhotoThere = ({ ids }: VisibleSites) =>
  ids === null ? sql<boolean>`p.deleted_at is null` : sql<boolean>`(p.deleted_at is null or p.issued_facts is not null)`

const currentSkippedSlots = sql`(
  select json_object_agg(s.slot_id, s.skipped_reason) from animal_photo_slots s where s.animal_id = a.id)`

const skippedSlotsSeenByClients = sql`coalesce(a.issued_skipped_slots::json, ${currentSkippedSlots})`

/** The reasons by slot why animal `a` has no photo in it, as someone with these sites sees them; null without any. */
export const skippedSlotsJson = ({ ids }: VisibleSites) =>
  sql<Record<string, string> | null>`${ids === null ? currentSkippedSlots : skippedSlotsSeenByClients}`

/** Freezes the photos of a ticket and the reasons for missing ones as clients see them, until `unfreezePhotosForClients`. */
export async function freezePhotosForClients(tx: Executor, postMortemId: PostMortemId): Promise<void> {
  await sql`update photos p
      set issued_facts = jsonb_build_object('slot_id', p.slot_id, 'caption', p.caption, 'markup', p.markup)
      from animals a where a.id = p.animal_id and a.post_mortem_id = ${postMortemId} and p.deleted_at is null`.execute(
    tx,
  )
  await sql`update animals a set issued_skipped_slots = coalesce(${currentSkippedSlots}, '{}')::jsonb
      where a.post_mortem_id = ${postMortemId} and a.deleted_at is null`.execute(tx)
}

/** Puts the photos of a ticket back as clients see them, deleted ones included. */
export async function restorePhotosOfClients(tx: Executor, postMortemId: PostMortemId): Promise<void> {
  await sql`update photos p
      set slot_id = ${seenByClients.slot_id}, caption = ${seenByClients.caption}, markup = ${seenByClients.markup},
          deleted_at = null, version = p.version + 1
      from animals a
      where a.id = p.animal_id and a.post_mortem_id = ${postMortemId} and p.issued_facts is not null
        and (p.deleted_at is not null or (p.slot_id, p.caption, p.markup)
          is distinct from (${seenByClients.slot_id}, ${seenByClients.caption}, ${seenByClients.markup}))`.execute(tx)
}

/**
 * Shows clients the current photos of a ticket and reasons for missing ones again. Photos that they see otherwise by that
 * have another version.
 */
export async function unfreezePhotosForClients(tx: Executor, postMortemId: PostMortemId): Promise<void> {
  await sql`update photos p set issued_facts = null,
        version = p.version + ((p.slot_id, p.caption, p.markup)
          is distinct from (${seenByClients.slot_id}, ${seenByClients.caption}, ${seenByClients.markup}))::int
      from animals a
      where a.id = p.animal_id and a.post_mortem_id = ${postMortemId} and p.issued_facts is not null`.execute(tx)
  await sql`update animals a set issued_skipped_slots = null
      where a.post_mortem_id = ${postMortemId} and a.issued_skipped_slots is not null`.execute(tx)
}
