import { constants } from '@chisholm/domain/constants'
import type { Zone } from '@chisholm/domain/dates'
import { texts } from '@chisholm/domain/texts'
import { libraryColumns } from '../../database/columns.ts'
import { readDay, readId, readNumber, readText } from '../../http/bodies.ts'
import type { AnimalFacts } from './animals.queries.ts'
import { type Body, counted, texted } from './animals.schemas.ts'

/** The facts a body carries; what it does not carry stays as it is. */
export function factsOf(body: Body, zone: Zone): AnimalFacts {
  const all = [
    ...texted.map((field) => [field, readText(body[field])]),
    ...libraryColumns.map((field) => [field, readId(field, body[field], `${field} must be a UUID.`)]),
    ...counted.map((field) => [field, readNumber(field, body[field], constants.animal[field])]),
    ['customer_record_at', readDay('customer_record_at', body.customer_record_at, texts.validation.dateRequired, zone)],
  ]
  return Object.fromEntries(all.filter(([, value]) => value !== undefined))
}
