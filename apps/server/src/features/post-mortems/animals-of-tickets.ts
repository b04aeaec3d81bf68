import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { animalColumns, columnsOf, shownAnimalColumns } from '../../database/columns.ts'
import type { Animal, Named } from '@chisholm/domain/shapes'
import type { Executor } from '../../http/context.ts'

/**
 * Name and id of the library entry a column refers to. A lookup for each row and not a join: PostgreSQL tries joins in
 * every order, and planning seven of them took longer than reading the page.
 */
const entryOf = (column: string) =>
  sql<Named | null>`case when ${sql.ref(column)} is not null then
    (select json_build_object('id', l.id, 'name', l.name) from library_entries l where l.id = ${sql.ref(column)}) end`

const shownAnimals = (db: Executor) =>
  db
    .selectFrom('animals as a')
    .where('a.deleted_at', 'is', null)
    .select(columnsOf('a', shownAnimalColumns))
    .select([
      entryOf('a.tag_color_id').as('tag_color'),
      entryOf('a.customer_diagnosis_id').as('customer_diagnosis'),
      entryOf('a.vet_diagnosis_id').as('vet_diagnosis'),
      entryOf('a.breed_id').as('breed'),
      entryOf('a.animal_color_id').as('animal_color'),
      entryOf('a.animal_group_id').as('animal_group'),
      sql<number>`(select count(*)::int from photos p where p.animal_id = a.id and p.deleted_at is null)`.as('photos'),
    ])

/** Animals not deleted, with the names of what they refer to. Those of a deleted ticket are deleted with it. */
export const animalsWithNames = (db: Executor) => shownAnimals(db).select(columnsOf('a', animalColumns))

type FromTable = Awaited<ReturnType<ReturnType<typeof shownAnimals>['execute']>>[number]
/** As a row, or as JSON within the row of its ticket: times are texts there. */
export type AnimalRow = Omit<FromTable, 'created_at' | 'updated_at'> & {
  created_at: Date | string
  updated_at: Date | string
}

/** The animals of the ticket that an outer query calls `t`, in the order they were added, as one JSON array. */
export const animalsOfTicket = (db: Executor) =>
  jsonArrayFrom(shownAnimals(db).where(sql<boolean>`a.post_mortem_id = t.id`).orderBy('a.created_at').orderBy('a.id'))

/** Gives an animal the shape the API answers (decisions.md section 4). */
export const shownAnimal = (animal: AnimalRow): Animal => ({
  id: animal.id,
  veterinary_record_id: animal.post_mortem_id,
  tag: animal.tag,
  rfid: animal.rfid,
  pen: animal.pen,
  lot: animal.lot,
  tag_color_id: animal.tag_color_id,
  tag_color: animal.tag_color,
  customer_record_at: animal.customer_record_at,
  customer_notes: animal.customer_notes,
  customer_diagnosis_id: animal.customer_diagnosis_id,
  customer_diagnosis: animal.customer_diagnosis,
  customer_diagnosis_note: animal.customer_diagnosis_note,
  vet_diagnosis_id: animal.vet_diagnosis_id,
  vet_diagnosis: animal.vet_diagnosis,
  vet_diagnosis_note: animal.vet_diagnosis_note,
  vet_findings: animal.vet_findings,
  breed_id: animal.breed_id,
  breed: animal.breed,
  animal_color_id: animal.animal_color_id,
  animal_color: animal.animal_color,
  animal_group_id: animal.animal_group_id,
  animal_group: animal.animal_group,
  weight: animal.weight,
  temperature: animal.temperature,
  photos: animal.photos,
  created_at: new Date(animal.created_at).toISOString(),
  updated_at: new Date(animal.updated_at).toISOString(),
})
