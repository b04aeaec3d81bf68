import {
  type AnimalField,
  animalFields,
  definitionOf,
  fieldsBy,
  fieldsOfKind,
  isOption,
  limitsOf,
  storedNumber,
} from '@chisholm/domain/animal-fields'
import { constants, serverConstants } from '@chisholm/domain/constants'
import type { Zone } from '@chisholm/domain/dates'
import { isVet } from '@chisholm/domain/permissions'
import { serverTexts } from '@chisholm/domain/server-texts'
import { texts } from '@chisholm/domain/texts'
import { validateText } from '@chisholm/domain/validation'
import {
  type BodyText,
  readDay,
  readEach,
  readId,
  readNumber,
  readText,
  readTimestamp,
} from '../../http/body-fields.ts'
import { forbidden, invalid } from '../../http/app-error.ts'
import type { SignedInUser } from '../../http/context.ts'
import type { AnimalFields } from './animals.queries.ts'
import type { Body, BodyIds } from './animals.schemas.ts'
import { parseTreatments, type SentTreatment } from './parse-treatments.ts'

/** The fields of an animal in a request; missing fields keep their values. */
export type SentAnimal = AnimalFields & { treatments_given?: SentTreatment[] }

/**
 * Parses the fields of a body. Fields that were not sent are omitted, which keeps their values.
 * @throws forbidden  a client sends fields that only veterinarians write, whatever their values
 */
export function parseAnimalBody(person: Pick<SignedInUser, 'roles'>, body: Body, zone: Zone): SentAnimal {
  if (!isVet(person) && fieldsBy('veterinarian').some((field) => body[field] !== undefined))
    throw forbidden(serverTexts.refusal.vetFieldsOnly)
  const { dateRequired } = texts.validation
  const readers: (readonly [AnimalField, () => unknown])[] = [
    ...fieldsOfKind('text').map((field) => [field, () => readShortOrLongText(field, body[field])] as const),
    ...fieldsOfKind('entry').map((field) => [field, () => readId(field, body[field])] as const),
    ...fieldsOfKind('entries').map((field) => [field, () => readIds(field, body[field])] as const),
    ...fieldsOfKind('number').map((field) => [field, () => readStoredNumber(field, body[field])] as const),
    ...fieldsOfKind('day').map((field) => [field, () => readDay(field, body[field], dateRequired, zone)] as const),
    ...fieldsOfKind('timestamp').map(
      (field) => [field, () => readTimestamp(field, body[field], dateRequired, zone)] as const,
    ),
    ...fieldsOfKind('choice').map((field) => [field, () => readOption(field, body[field])] as const),
  ]
  const all = Object.entries(readEach<Record<string, unknown>>(Object.fromEntries(readers)))
  const treatments = parseTreatments(body.treatments_given, zone)
  return {
    ...Object.fromEntries(all.filter(([, value]) => value !== undefined)),
    ...(treatments && { treatments_given: treatments }),
  }
}

function readStoredNumber(field: ReturnType<typeof fieldsOfKind<'number'>>[number], value: BodyText | undefined) {
  const number = readNumber(field, value, limitsOf(field))
  return number === undefined || number === null ? number : storedNumber(field, number)
}

/** Reads a text; a short one as searches compare it (Unicode NFC). @throws invalid  it is longer than its index holds */
function readShortOrLongText(field: ReturnType<typeof fieldsOfKind<'text'>>[number], value: BodyText | undefined) {
  const text = readText(value)
  if (definitionOf(field).long) return text
  const error = validateText(text ?? null, serverConstants.cell.max)
  if (error) throw invalid({ [field]: [error] })
  return text?.normalize('NFC') ?? text
}

/** Reads a list of unique ids; empty clears it. @throws invalid  an id is not a UUID, or there are too many */
function readIds(field: string, value: BodyIds | undefined): string[] | undefined {
  if (value === undefined) return undefined
  const sent = Array.isArray(value) ? value : [value]
  const ids = sent.flatMap((one) => readId(field, one, `${field} must be UUIDs.`) ?? [])
  const most = constants.dangerSignsMax
  if (ids.length > most) throw invalid({ [field]: [texts.validation.tooManyEntries(most)] })
  return [...new Set(ids)]
}

/** Reads one of the options of a field; empty clears it. @throws invalid  the error names the options */
function readOption(field: ReturnType<typeof fieldsOfKind<'choice'>>[number], value: BodyText | undefined) {
  const text = readText(value)
  if (text && !isOption(field, text)) throw invalid({ [field]: [texts.validation.oneOf(animalFields[field].options)] })
  return text
}
