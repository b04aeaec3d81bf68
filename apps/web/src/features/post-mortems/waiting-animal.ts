import { readRfid } from '@chisholm/domain/rfid'
import type { Animal, Named } from '@chisholm/domain/shapes'
import type { AnimalFacts, Entry } from '../../api/entries.ts'

/** The record behind an id, with the name it had when chosen. */
export const named = (id: string, names: Entry['names']): Named => ({ id, name: names[id] ?? '…' })

const noFacts = {
  tag: null,
  rfid: null,
  pen: null,
  lot: null,
  tag_color_id: null,
  tag_color: null,
  customer_record_at: null,
  customer_notes: null,
  customer_diagnosis_id: null,
  customer_diagnosis: null,
  customer_diagnosis_note: null,
  vet_diagnosis_id: null,
  vet_diagnosis: null,
  vet_diagnosis_note: null,
  vet_findings: null,
  breed_id: null,
  breed: null,
  animal_color_id: null,
  animal_color: null,
  animal_group_id: null,
  animal_group: null,
  weight: null,
  temperature: null,
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
    tag_color: pointed(facts.tag_color_id, animal.tag_color, names),
    customer_diagnosis: pointed(facts.customer_diagnosis_id, animal.customer_diagnosis, names),
    vet_diagnosis: pointed(facts.vet_diagnosis_id, animal.vet_diagnosis, names),
    breed: pointed(facts.breed_id, animal.breed, names),
    animal_color: pointed(facts.animal_color_id, animal.animal_color, names),
    animal_group: pointed(facts.animal_group_id, animal.animal_group, names),
  }
}

function pointed(id: string | null | undefined, before: Named | null, names: Entry['names']): Named | null {
  if (id === undefined || id === before?.id) return before
  return id === null ? null : named(id, names)
}
