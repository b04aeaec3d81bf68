import type { Animal, PostMortem, PostMortemCard } from '@chisholm/domain/schemas/post-mortems'
import type { PostMortemState } from '@chisholm/domain/status'

const maxFirstAnimals = 3

type FirstAnimal = PostMortemCard['first_animals'][number]

export const toFirstAnimal = ({ id, tag, rfid, medias }: Animal): FirstAnimal => ({
  id,
  tag,
  rfid,
  thumbnail: medias?.[0]?.thumbnail ?? null,
})

export const firstAnimals = (animals: readonly FirstAnimal[]): FirstAnimal[] => animals.slice(0, maxFirstAnimals)

/** A complete post-mortem in the form that lists show. */
export function toCard(postMortem: PostMortem): PostMortemCard {
  const { veterinary_record: record, customer } = postMortem
  const { pin, record_at, scheduled_at, duration_minutes, completed_at, scheduled_for, site } = record
  const { id, title, status, draft, no_vet_visit_requested, requested_at, examine_by, danger } = postMortem
  const animals = record.veterinary_record_animals
  return {
    id,
    pin,
    title,
    status,
    draft,
    no_vet_visit_requested,
    record_at,
    requested_at,
    scheduled_at,
    duration_minutes,
    completed_at,
    examine_by,
    danger,
    customer: { id: customer.id, name: customer.name },
    site: { id: site.id, name: site.name, city: site.city, time_zone: site.time_zone },
    scheduled_for,
    animals: animals.length,
    photos: animals.reduce((sum, { photos }) => sum + photos, 0),
    first_animals: firstAnimals(animals.map(toFirstAnimal)),
  }
}

/** The fields that determine the badge of a card. */
export const toState = (card: PostMortemCard): PostMortemState => ({
  draft: card.draft === 1,
  completedAt: card.completed_at,
  scheduledAt: card.scheduled_at,
  scheduledForId: card.scheduled_for?.id ?? null,
})
