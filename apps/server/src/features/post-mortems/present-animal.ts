import type { Animal } from '@chisholm/domain/schemas'
import type { AnimalRow } from './animal-rows.queries.ts'

/** Builds the API response for an animal (decisions.md section 4). */
export function presentAnimal(row: AnimalRow): Animal {
  const { post_mortem_id, created_by_id, deleted_at, version, site_id, ...animal } = row
  return {
    ...animal,
    veterinary_record_id: post_mortem_id,
    created_at: new Date(animal.created_at).toISOString(),
    updated_at: new Date(animal.updated_at).toISOString(),
  }
}
