import type { TreatmentGiven } from '@chisholm/domain/treatments-given'
import { keysOf } from '@chisholm/domain/typed-objects'
import type { AnimalFields } from './animals.queries.ts'
import type { CheckedAnimal } from './validate-animal.ts'

type StoredAnimal = AnimalFields & { treatments_given: TreatmentGiven[] }

/** Whether a stored animal matches a repeated request. Missing ids and dates were chosen by the server. */
export function isSameAnimal(existing: StoredAnimal, { treatments_given, ...fields }: CheckedAnimal): boolean {
  const fieldNames = keysOf(fields).filter((field) => field !== 'customer_record_at' || fields[field])
  return (
    fieldNames.every((field) => comparable(existing[field]) === comparable(fields[field])) &&
    (!treatments_given ||
      comparable(existing.treatments_given.map(withoutId)) === comparable(treatments_given.map(withoutId)))
  )
}

const withoutId = ({ treatment_id, name, given_at, note }: TreatmentGiven) => [treatment_id, name, given_at, note]

/** A value as JSON, because rows contain dates where requests contain texts. */
const comparable = (value: unknown) => JSON.stringify(value ?? null)
