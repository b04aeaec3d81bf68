import {
  type AnimalField,
  animalFieldNames,
  type AnimalReference,
  type FieldOfKind,
  fieldsOfKind,
  referenceOf,
} from '@chisholm/domain/animal-fields'
import { readRfid } from '@chisholm/domain/rfid'
import type { Animal, Named } from '@chisholm/domain/shapes'
import type { AnimalFacts, Entry } from '../../api/entries.ts'

/** The record behind an id, with the name it had when chosen. */
export const named = (id: string, names: Entry['names']): Named => ({ id, name: names[id] ?? '…' })

const noFacts = {
  // every field and every reference is named here, as the type says
  ...(Object.fromEntries(animalFieldNames.map((field) => [field, null])) as Record<AnimalField, null>),
  ...referencesOf(() => null),
}

type AnimalEntry = Extract<Entry, { kind: 'add animal' | 'edit animal' }>

/** The animal described by an entry, or null. */
export const animalIn = (entry: Entry): { at: number; animal: Animal } | null =>
  entry.kind === 'add animal' || entry.kind === 'edit animal' ? { at: entry.at, animal: newAnimal(entry) } : null

/** An animal the server does not have yet. */
export function newAnimal({ animalId: id, ticketId, body, at, names }: AnimalEntry): Animal {
  const created_at = new Date(at).toISOString()
  const blank = { ...noFacts, id, veterinary_record_id: ticketId, photos: 0, created_at, updated_at: created_at }
  return withFacts(blank, body, names)
}

export function withFacts(animal: Animal, typed: AnimalFacts, names: Entry['names']): Animal {
  // an emptied field becomes null
  const facts: AnimalFacts = Object.fromEntries(
    Object.entries(typed).map(([field, value]) => [field, value === '' ? null : value]),
  )
  const reading = facts.rfid ? readRfid(facts.rfid) : null
  return {
    ...animal,
    ...facts,
    ...(reading?.ok && { rfid: reading.rfid }),
    ...referencesOf((field, reference) => pointed(facts[field], animal[reference], names)),
  }
}

function pointed(id: string | null | undefined, before: Named | null, names: Entry['names']): Named | null {
  if (id === undefined || id === before?.id) return before
  return id === null ? null : named(id, names)
}

/** The entry each field of that kind refers to. */
function referencesOf<Entry>(entryOf: (field: FieldOfKind<'entry'>, reference: AnimalReference) => Entry) {
  const entries = fieldsOfKind('entry').map((field) => [referenceOf(field), entryOf(field, referenceOf(field))])
  return Object.fromEntries(entries) as Record<AnimalReference, Entry>
}
