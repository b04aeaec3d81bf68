import type { Tables } from './tables.ts'

/**
 * The columns of the larger tables by name. `select *` is never written: a statement that a connection has prepared
 * fails once the table has another column, and a server must go on while the next version migrates its database.
 */
export const ticketColumns = [
  'id',
  'pin',
  'customer_id',
  'site_id',
  'record_at',
  'description',
  'note',
  'no_vet_visit_requested',
  'draft',
  'created_by_id',
  'created_at',
  'updated_at',
  'requested_at',
  'requested_by_id',
  'scheduled_at',
  'scheduled_by_id',
  'scheduled_for_id',
  'completed_at',
  'completed_by_id',
  'deleted_at',
  'version',
  'status',
] as const satisfies (keyof Tables['post_mortems'])[]

/** Those of an animal that are shown (decisions.md section 4). */
export const shownAnimalColumns = [
  'id',
  'post_mortem_id',
  'tag',
  'rfid',
  'pen',
  'lot',
  'tag_color_id',
  'customer_record_at',
  'customer_notes',
  'customer_diagnosis_id',
  'customer_diagnosis_note',
  'vet_diagnosis_id',
  'vet_diagnosis_note',
  'vet_findings',
  'breed_id',
  'animal_color_id',
  'animal_group_id',
  'weight',
  'temperature',
  'created_at',
  'updated_at',
] as const satisfies (keyof Tables['animals'])[]

export const animalColumns = [
  ...shownAnimalColumns,
  'created_by_id',
  'deleted_at',
  'version',
  'site_id',
] as const satisfies (keyof Tables['animals'])[]

/** Those of an animal that refer to an entry of a library list. */
export const libraryColumns = [
  'tag_color_id',
  'customer_diagnosis_id',
  'vet_diagnosis_id',
  'breed_id',
  'animal_color_id',
  'animal_group_id',
] as const satisfies (keyof Tables['animals'])[]

/** The columns under the name a query gives their table: `t.id`. */
export const columnsOf = <A extends string, C extends string>(alias: A, columns: readonly C[]) =>
  columns.map((column) => `${alias}.${column}` as const)
