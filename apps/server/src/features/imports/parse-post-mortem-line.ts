import {
  type AnimalFacts,
  animalFields,
  type FieldOfKind,
  fieldsOfKind,
  importedFields,
  isEntryField,
  limitsOf,
  referenceOf,
} from '@chisholm/domain/animal-fields'
import { parseTypedDay, dayOf, startOfDay, type Zone } from '@chisholm/domain/dates'
import type { importColumns } from '@chisholm/domain/import-columns'
import { parseRfid } from '@chisholm/domain/rfid'
import { newId, type PostMortemId, type UserId } from '../../database/ids.ts'
import { parseTimestamp } from '../../http/body-fields.ts'
import { importTexts } from './import-texts.ts'
import type { ReferenceLookup } from './reference-lookup.ts'
import { lookupKey } from './import-plan.ts'

export type PostMortemColumn = (typeof importColumns)['post-mortems'][number]
export type PostMortemCells = Record<PostMortemColumn, string>
type AddProblem = (column: PostMortemColumn, text: string) => void

/** A ticket as its first line makes it; properties are named like the columns of the table. */
export type NewPostMortem = NonNullable<ReturnType<typeof parsePostMortem>>

/** Parses the ticket cells of a line. @returns null when there are problems */
export function parsePostMortem(cells: PostMortemCells, lookup: ReferenceLookup, addProblem: AddProblem) {
  const { zone, now } = lookup
  let isValid = true
  const reject: AddProblem = (column, text) => {
    isValid = false
    addProblem(column, text)
  }
  const timestamp = (column: PostMortemColumn) =>
    parseTimestampCell(cells[column], zone, (text) => reject(column, text))
  for (const column of ['customer', 'site', 'record_at'] as const)
    if (!cells[column]) reject(column, importTexts.required(column))
  const record_at = parseDayCell(cells.record_at, zone, (text) => reject('record_at', text))
  const [requested, scheduled_at, completed_at] = [
    timestamp('requested_at'),
    timestamp('scheduled_at'),
    timestamp('completed_at'),
  ]
  for (const [column, timestamp] of [['requested_at', requested] as const, ['completed_at', completed_at] as const])
    if (timestamp && timestamp > now) reject(column, importTexts.inFuture)
  const site = findSite(cells, lookup, completed_at !== null, reject)
  const vet = findVet(cells, lookup, completed_at !== null, reject)
  if (!isValid || !site || !record_at) return null
  const requested_at = requested ?? new Date(Math.min(startOfDay(record_at, zone).getTime(), now.getTime()))
  return {
    id: newId<PostMortemId>(),
    imported_number: cells.number,
    customer_id: site.customer_id,
    site_id: site.id,
    record_at,
    note: cells.note || null,
    no_vet_visit_requested: false,
    draft: false,
    // keeps its position in lists
    created_at: requested_at,
    requested_at,
    scheduled_at,
    scheduled_for_id: vet,
    completed_at,
    completed_by_id: completed_at && vet,
  }
}

function findSite(
  cells: PostMortemCells,
  { customers, sites }: ReferenceLookup,
  isCompleted: boolean,
  addProblem: AddProblem,
) {
  if (!cells.customer || !cells.site) return null
  const [customerId, duplicateId] = customers.get(lookupKey(cells.customer)) ?? []
  if (customerId === undefined) return addProblem('customer', importTexts.unknownCustomer(cells.customer))
  if (duplicateId !== undefined) return addProblem('customer', importTexts.ambiguousCustomer(cells.customer))
  const [site, duplicate] = sites.get(lookupKey(customerId, cells.site)) ?? []
  if (!site) return addProblem('site', importTexts.unknownSiteOfPostMortem(cells.site, cells.customer))
  if (duplicate) return addProblem('site', importTexts.ambiguousSite(cells.site))
  if (site.retired && !isCompleted) return addProblem('site', importTexts.retiredSite(cells.site))
  return site
}

function findVet(
  cells: PostMortemCells,
  { vets }: ReferenceLookup,
  isCompleted: boolean,
  wrong: AddProblem,
): UserId | null {
  if (!cells.veterinarian) {
    if (isCompleted) wrong('veterinarian', importTexts.vetForCompleted)
    return null
  }
  const vet = vets.get(lookupKey(cells.veterinarian))
  if (!vet) wrong('veterinarian', importTexts.unknownVet(cells.veterinarian))
  else if (vet.isDisabled && !isCompleted) wrong('veterinarian', importTexts.disabledVet(cells.veterinarian))
  return vet?.id ?? null
}

/** Parses the animal of a line; properties are named like the columns of the table. */
export function parseAnimal(
  cells: PostMortemCells,
  { entries, zone }: ReferenceLookup,
  addProblem: AddProblem,
): AnimalFacts {
  const text = (field: FieldOfKind<'text'>) => {
    if (field !== 'rfid') return cells[field] || null
    const rfid = parseRfid(cells.rfid)
    if (!rfid.ok) addProblem('rfid', rfid.error)
    return (rfid.ok && rfid.rfid) || null
    // cast: the loop runs over these columns
    // cast: the loop runs over these columns
  }
  const entry = (field: FieldOfKind<'entry'>) => {
    const column = referenceOf(field)
    const { list } = animalFields[field]
    const id = entries.get(lookupKey(list, cells[column])) ?? null
    if (cells[column] && !id) addProblem(column, importTexts.unknownEntry(cells[column], list))
    return id
  }
  const number = (field: FieldOfKind<'number'>) => {
    const { min, max } = limitsOf(field)
    const value = Number(cells[field].replace(',', '.'))
    if (!(value >= min && value <= max)) addProblem(field, importTexts.number(min, max))
    return cells[field] ? value : null
  }
  const day = (field: FieldOfKind<'day'>) => parseDayCell(cells[field], zone, (why) => addProblem(field, why))
  const facts = [
    ...fieldsOfKind('text').map((field) => [field, text(field)]),
    ...importedFields.filter(isEntryField).map((field) => [field, entry(field)]),
    ...fieldsOfKind('day').map((field) => [field, day(field)]),
    ...fieldsOfKind('number').map((field) => [field, number(field)]),
  ]
  // cast: the table has an entry for every kind
  return Object.fromEntries(facts) as AnimalFacts
}

function parseTimestampCell(text: string, zone: Zone, addProblem: (text: string) => void): Date | null {
  if (!text) return null
  const day = parseTypedDay(text)
  const timestamp = day ? startOfDay(day, zone) : parseTimestamp(text, zone)
  if (!timestamp) addProblem(importTexts.date(text))
  return timestamp
}

function parseDayCell(text: string, zone: Zone, addProblem: (text: string) => void): string | null {
  const timestamp = parseTimestampCell(text, zone, addProblem)
  return timestamp && dayOf(timestamp, zone)
}
