import { sql } from 'kysely'
import type { Animal, Named } from '@chisholm/domain/shapes'
import type { Executor } from '../../http/context.ts'

/** Animals not deleted, of tickets not deleted, with the names of what they refer to. */
export const animalsWithNames = (db: Executor) =>
  db
    .selectFrom('animals as a')
    .innerJoin('post_mortems as t', 't.id', 'a.post_mortem_id')
    .leftJoin('library_entries as tag_color', 'tag_color.id', 'a.tag_color_id')
    .leftJoin('library_entries as customer_diagnosis', 'customer_diagnosis.id', 'a.customer_diagnosis_id')
    .leftJoin('library_entries as vet_diagnosis', 'vet_diagnosis.id', 'a.vet_diagnosis_id')
    .leftJoin('library_entries as breed', 'breed.id', 'a.breed_id')
    .leftJoin('library_entries as animal_color', 'animal_color.id', 'a.animal_color_id')
    .leftJoin('library_entries as animal_group', 'animal_group.id', 'a.animal_group_id')
    .where('a.deleted_at', 'is', null)
    .where('t.deleted_at', 'is', null)
    .selectAll('a')
    .select([
      't.site_id',
      'tag_color.name as tag_color_name',
      'customer_diagnosis.name as customer_diagnosis_name',
      'vet_diagnosis.name as vet_diagnosis_name',
      'breed.name as breed_name',
      'animal_color.name as animal_color_name',
      'animal_group.name as animal_group_name',
      sql<number>`(select count(*)::int from photos p where p.animal_id = a.id and p.deleted_at is null)`.as('photos'),
    ])

export type AnimalRow = Awaited<ReturnType<ReturnType<typeof animalsWithNames>['execute']>>[number]

/** The animals of these tickets in the order they were added, in the shape the API answers. */
export async function animalsOfTickets(db: Executor, ticketIds: string[]): Promise<Animal[]> {
  const rows = await animalsWithNames(db)
    .where(sql<boolean>`a.post_mortem_id = any(${ticketIds}::uuid[])`)
    .orderBy('a.created_at')
    .orderBy('a.id')
    .execute()
  return rows.map(shownAnimal)
}

const named = (id: string | null, name: string | null): Named | null => (id && name ? { id, name } : null)

/** Gives an animal the shape the API answers (decisions.md section 4). */
export const shownAnimal = (animal: AnimalRow): Animal => ({
  id: animal.id,
  veterinary_record_id: animal.post_mortem_id,
  tag: animal.tag,
  rfid: animal.rfid,
  pen: animal.pen,
  lot: animal.lot,
  tag_color_id: animal.tag_color_id,
  tag_color: named(animal.tag_color_id, animal.tag_color_name),
  customer_record_at: animal.customer_record_at,
  customer_notes: animal.customer_notes,
  customer_diagnosis_id: animal.customer_diagnosis_id,
  customer_diagnosis: named(animal.customer_diagnosis_id, animal.customer_diagnosis_name),
  customer_diagnosis_note: animal.customer_diagnosis_note,
  vet_diagnosis_id: animal.vet_diagnosis_id,
  vet_diagnosis: named(animal.vet_diagnosis_id, animal.vet_diagnosis_name),
  vet_diagnosis_note: animal.vet_diagnosis_note,
  vet_findings: animal.vet_findings,
  breed_id: animal.breed_id,
  breed: named(animal.breed_id, animal.breed_name),
  animal_color_id: animal.animal_color_id,
  animal_color: named(animal.animal_color_id, animal.animal_color_name),
  animal_group_id: animal.animal_group_id,
  animal_group: named(animal.animal_group_id, animal.animal_group_name),
  weight: animal.weight,
  temperature: animal.temperature,
  photos: animal.photos,
  created_at: animal.created_at.toISOString(),
  updated_at: animal.updated_at.toISOString(),
})
