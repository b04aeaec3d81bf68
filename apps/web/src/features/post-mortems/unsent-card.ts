import type { PostMortemCard } from '@chisholm/domain/schemas/post-mortems'
import { strictestLevel } from '@chisholm/domain/danger-signs'
import { statusOf } from '@chisholm/domain/status'
import type { OutboxEntry } from '../../api/outbox-entries.ts'
import { isEdit } from '../../api/outbox-rules.ts'
import { firstAnimals, toCard, toFirstAnimal, toState } from './cards.ts'
import { dangerSignsOf, named, newAnimal } from './unsent-animal.ts'
import { newPostMortem, scheduleOf, withoutHeldBackSending } from './unsent-post-mortem.ts'

/**
 * Applies unsent entries to a card.
 * @param serverCopy  the card as last read; undefined if the server does not have it
 * @param entries     those of this post-mortem, in order
 * @returns undefined if the post-mortem does not exist or is about to be deleted
 */
export const applyUnsentToCard = (
  serverCopy: PostMortemCard | undefined,
  entries: readonly OutboxEntry[],
): PostMortemCard | undefined => withoutHeldBackSending(entries).reduce(applyEntry, serverCopy)

function applyEntry(card: PostMortemCard | undefined, entry: OutboxEntry): PostMortemCard | undefined {
  if (entry.kind === 'create post-mortem') return card ?? toCard(newPostMortem(entry))
  // Rejected sends and deletions have no effect.
  if (!card || (entry.refusal && !isEdit(entry))) return card
  switch (entry.kind) {
    case 'edit post-mortem': {
      const { record_at = card.record_at, no_vet_visit_requested = card.no_vet_visit_requested } = entry.body
      const { customer_id = card.customer.id, site_id = card.site.id } = entry.body
      const customer = customer_id === card.customer.id ? card.customer : named(customer_id, entry.names)
      const site =
        site_id === card.site.id ? card.site : { ...named(site_id, entry.names), city: null, time_zone: null }
      return { ...card, record_at, no_vet_visit_requested, customer, site }
    }
    case 'send post-mortem':
      return card.draft === 0 ? card : { ...card, draft: 0, status: 'Pending' }
    case 'delete post-mortem':
      return undefined
    case 'schedule post-mortem': {
      const { scheduled_for_id: _, ...schedule } = scheduleOf(entry)
      return withStatus({ ...card, ...schedule })
    }
    case 'complete post-mortem':
      return withStatus({ ...card, completed_at: card.completed_at ?? entry.body.completed_at })
    case 'diagnose animal':
    case 'examine animal':
    case 'write comment':
    case 'add sample':
      return card
    case 'add animal':
      return namesAnimal(card, entry.animalId)
        ? card
        : withAnimals(withDanger(card, entry), 1, [...card.first_animals, toFirstAnimal(newAnimal(entry))])
    case 'edit animal': {
      const { tag, rfid } = newAnimal(entry)
      const { body } = entry
      const edited = { ...('tag' in body && { tag }), ...('rfid' in body && { rfid }) }
      const animals = card.first_animals.map((one) => (one.id === entry.animalId ? { ...one, ...edited } : one))
      return withAnimals(withDanger(card, entry), 0, animals)
    }
    case 'delete animal': {
      // Only a card that contains all its animals shows whether this one is already deleted.
      const isThere = namesAnimal(card, entry.animalId) || card.animals > card.first_animals.length
      const animals = card.first_animals.filter(({ id }) => id !== entry.animalId)
      return withAnimals(card, isThere ? -1 : 0, animals)
    }
  }
}

/** A card does not contain the danger of each animal, so an unsent change can only raise it. */
const withDanger = (card: PostMortemCard, entry: OutboxEntry): PostMortemCard => ({
  ...card,
  danger: strictestLevel([...(card.danger ? [{ level: card.danger }] : []), ...(dangerSignsOf(entry) ?? [])]),
})

const withStatus = (card: PostMortemCard): PostMortemCard => ({ ...card, status: statusOf(toState(card)) })

const namesAnimal = (card: PostMortemCard, animalId: string) => card.first_animals.some(({ id }) => id === animalId)

const withAnimals = (
  card: PostMortemCard,
  change: number,
  animals: PostMortemCard['first_animals'],
): PostMortemCard => ({ ...card, animals: card.animals + change, first_animals: firstAnimals(animals) })
