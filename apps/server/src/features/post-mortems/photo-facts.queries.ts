import type { Markup } from '@chisholm/domain/markup'
import { sql } from 'kysely'
import type { PostMortemId } from '../../database/ids.ts'
import type { Executor } from '../../database/executor.ts'

/*
 * While a ticket is being amended, clients see slot, caption and markup of its photos as they were before, and vet roles
 * what stands now (decisions.md section 7).
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
export const photoFacts = ({ ids }: { ids: string[] | null }) => (ids === null ? current : seenByClients)

/** Keeps the photos of a ticket for clients as they are, until `showCurrentPhotoFacts`. */
export const keepPhotoFactsForClients = (tx: Executor, postMortemId: PostMortemId) =>
  sql`update photos p
      set issued_facts = jsonb_build_object('slot_id', p.slot_id, 'caption', p.caption, 'markup', p.markup)
      from animals a where a.id = p.animal_id and a.post_mortem_id = ${postMortemId} and p.deleted_at is null`.execute(
    tx,
  )

/** Shows clients the photos of a ticket as they are. */
export const showCurrentPhotoFacts = (tx: Executor, postMortemId: PostMortemId) =>
  sql`update photos p set issued_facts = null from animals a
      where a.id = p.animal_id and a.post_mortem_id = ${postMortemId} and p.issued_facts is not null`.execute(tx)
