import { type AnimalField, fieldsOfKind, limitsOf } from '@chisholm/domain/animal-fields'
import type { Zone } from '@chisholm/domain/dates'
import { texts } from '@chisholm/domain/texts'
import { readDay, readId, readNumber, readText } from '../../http/body-fields.ts'
import type { AnimalFields } from './animals.queries.ts'
import type { Body } from './animals.schemas.ts'

/** Parses the fields of a body. Fields that were not sent are left out, which keeps their values. */
export function parseAnimalBody(body: Body, zone: Zone): AnimalFields {
  const all: [AnimalField, unknown][] = [
    ...fieldsOfKind('text').map((field) => [field, readText(body[field])] as const),
    ...fieldsOfKind('entry').map((field) => [field, readId(field, body[field], `${field} must be a UUID.`)] as const),
    ...fieldsOfKind('number').map((field) => [field, readNumber(field, body[field], limitsOf(field))] as const),
    ...fieldsOfKind('day').map(
      (field) => [field, readDay(field, body[field], texts.validation.dateRequired, zone)] as const,
    ),
  ].map(([field, value]) => [field, value])
  return Object.fromEntries(all.filter(([, value]) => value !== undefined))
}
