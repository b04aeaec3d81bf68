import {
  type AnimalFieldValues,
  animalFields,
  definitionOf,
  type FieldOfKind,
  fieldsOfKind,
  importedFields,
  isEntryField,
  isOption,
  limitsOf,
  storedNumber,
  referenceOf,
} from '@chisholm/domain/animal-fields'
import { constants } from '@chisholm/domain/constants'
import { type Day, parseTypedDay, dayOf, startOfDay, type Zone } from '@chisholm/domain/dates'
import { validateDeathTimes } from '@chisholm/domain/death'
import type { importColumns } from '@chisholm/domain/import-columns'
import { parseRfid } from '@chisholm/domain/rfid'
import { serverTexts } from '@chisholm/domain/server-texts'
import { texts } from '@chisholm/domain/texts'
import { parseTreatments, type TreatmentGiven } from '@chisholm/domain/treatments-given'
import { validateText, validateYear } from '@chisholm/domain/validation'
import { newId, type PostMortemId, type UserId } from '../../database/ids.ts'
import { parseTimestamp } from '../../http/body-fields.ts'
import { importTexts } from './import-texts.ts'
import { parseFlagCell } from './parse-flag-cell.ts'
import { parseNumberCell } from './parse-number-cell.ts'
import type { ExistingSite } from './imports.queries.ts'
import { findSite, type ReferenceLookup } from './reference-lookup.ts'
import { lookupKey } from './import-plan.ts'

export type PostMortemColumn = (typeof importColumns)['post-mortems'][number]
export type PostMortemCells = Record<PostMortemColumn, string>
type AddProblem = (column: PostMortemColumn, text: string) => void

/** A ticket according to its first line. Properties are named like the columns of the table. */
export type NewPostMortem = NonNullable<ReturnType<typeof parsePostMortem>>

/**
 * Parses the ticket cells of a line.
 * @returns null if there are problems
 */
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
  if (lookupKey(cells.status) === 'draft') reject('status', importTexts.draft)
  const record_at = parseDayCell(cells.record_at, zone, (text) => reject('record_at', text))
  const yearError = validateYear(record_at, now)
  if (yearError) reject('record_at', yearError)
  const [requested, scheduled_at, completed_at] = [
    timestamp('requested_at'),
    timestamp('scheduled_at'),
    timestamp('completed_at'),
  ]
  for (const [column, timestamp] of [['requested_at', requested] as const, ['completed_at', completed_at] as const])
    if (timestamp && timestamp > now) reject(column, importTexts.inFuture)
  if (requested && completed_at && requested > completed_at) reject('completed_at', importTexts.completedBeforeSent)
  const no_vet_visit_requested =
    parseFlagCell(cells.no_vet_visit_requested, (text) => reject('no_vet_visit_requested', text)) ?? false
  const site = findSiteOfPostMortem(cells, lookup, completed_at !== null, reject)
  const [vet, namedCompleter] = (['veterinarian', 'completed_by'] as const).map((column) =>
    findVet(cells, column, lookup, completed_at !== null, reject),
  )
  const completer = completed_at && (namedCompleter ?? vet ?? null)
  if (completed_at && !cells.veterinarian && !cells.completed_by) reject('veterinarian', importTexts.vetForCompleted)
  if (!isValid || !site || !record_at) return null
  const latest = completed_at ?? now
  const requested_at = requested ?? new Date(Math.min(startOfDay(record_at, zone).getTime(), latest.getTime()))
  return {
    id: newId<PostMortemId>(),
    imported_number: cells.number,
    customer_id: site.customer_id,
    site_id: site.id,
    record_at,
    note: cells.note || null,
    description: cells.description || null,
    no_vet_visit_requested,
    draft: false,
    // The ticket keeps its position in lists.
    created_at: requested_at,
    requested_at,
    scheduled_at,
    scheduled_for_id: vet ?? null,
    completed_at,
    completed_by_id: completer,
  }
}

/** The site of a line, which may be retired only if the ticket is completed. */
function findSiteOfPostMortem(
  cells: PostMortemCells,
  lookup: ReferenceLookup,
  isCompleted: boolean,
  addProblem: AddProblem,
): ExistingSite | null {
  if (!cells.customer || !cells.site) return null
  const site = findSite(cells, lookup, addProblem)
  if (!site?.retired || isCompleted) return site
  addProblem('site', importTexts.retiredSite(cells.site))
  return null
}

/** The veterinarian whom a cell names; null if it is empty or names nobody. */
function findVet(
  cells: PostMortemCells,
  column: 'veterinarian' | 'completed_by',
  { vets }: ReferenceLookup,
  isCompleted: boolean,
  addProblem: AddProblem,
): UserId | null {
  if (!cells[column]) return null
  const vet = vets.get(lookupKey(cells[column]))
  if (!vet) addProblem(column, importTexts.unknownVet(cells[column]))
  else if (vet.isDisabled && !isCompleted) addProblem(column, importTexts.disabledVet(cells[column]))
  return vet?.id ?? null
}

type ImportedAnimal = AnimalFieldValues & { treatments_given: TreatmentGiven[] }

/**
 * Parses the animal of a line; properties are named like the columns of the table.
 * @param dayOfTicket the date of death if the line has none
 */
export function parseAnimal(
  cells: PostMortemCells,
  dayOfTicket: Day | null,
  { entries, zone, now }: ReferenceLookup,
  addProblem: AddProblem,
): ImportedAnimal {
  const text = (field: FieldOfKind<'text'>) => {
    if (field !== 'rfid') return (definitionOf(field).long ? cells[field] : cells[field].normalize('NFC')) || null
    const rfid = parseRfid(cells.rfid)
    if (!rfid.ok) addProblem('rfid', rfid.error)
    return (rfid.ok && rfid.rfid) || null
  }
  const entry = (field: FieldOfKind<'entry'>) => {
    const column = referenceOf(field)
    const { list } = animalFields[field]
    const id = entries.get(lookupKey(list, cells[column])) ?? null
    if (cells[column] && !id) addProblem(column, importTexts.unknownEntry(cells[column], list))
    return id
  }
  const number = (field: FieldOfKind<'number'>) => {
    const value = parseNumberCell(cells[field], limitsOf(field), (why) => addProblem(field, why))
    return value === null ? null : storedNumber(field, value)
  }
  const day = (field: FieldOfKind<'day'>) => parseDayCell(cells[field], zone, (why) => addProblem(field, why))
  const timestamp = (field: FieldOfKind<'timestamp'>) =>
    parseTimestampCell(cells[field], zone, (why) => addProblem(field, why))
  const choice = (field: FieldOfKind<'choice'>) => {
    const option = cells[field].toLowerCase()
    if (option && !isOption(field, option)) addProblem(field, texts.validation.oneOf(animalFields[field].options))
    return option || null
  }
  const fields = [
    ...fieldsOfKind('text').map((field) => [field, text(field)]),
    ...importedFields.filter(isEntryField).map((field) => [field, entry(field)]),
    ...fieldsOfKind('day').map((field) => [field, day(field)]),
    ...fieldsOfKind('number').map((field) => [field, number(field)]),
    ...fieldsOfKind('timestamp').map((field) => [field, timestamp(field)]),
    ...fieldsOfKind('choice').map((field) => [field, choice(field)]),
    ['danger_sign_ids', readDangerSigns(cells.danger_signs, entries, addProblem)],
  ]
  // cast: the table has an entry for every kind
  const animal = Object.fromEntries(fields) as AnimalFieldValues
  const yearError = validateYear(animal.customer_record_at, now)
  if (yearError) addProblem('customer_record_at', yearError)
  animal.customer_record_at ??= dayOfTicket
  const misplaced = Object.entries(validateDeathTimes(animal, now, zone))
  // cast: the fields of an animal are columns
  for (const [field, [text = '']] of misplaced) addProblem(field as PostMortemColumn, text)
  return { ...animal, treatments_given: readTreatments(cells.treatments_given, entries, addProblem) }
}

/** The ids of the danger signs named in a cell. */
function readDangerSigns(cell: string, entries: ReferenceLookup['entries'], addProblem: AddProblem): string[] {
  const ids = cell.split(';').flatMap((part) => {
    const name = part.trim()
    const id = entries.get(lookupKey('danger-signs', name))
    if (name && !id) addProblem('danger_signs', importTexts.unknownEntry(name, 'danger-signs'))
    return id ?? []
  })
  const most = constants.dangerSignsMax
  if (ids.length > most) addProblem('danger_signs', texts.validation.tooManyEntries(most))
  return [...new Set(ids)]
}

/** Parses the treatments of a cell. Those with a name from the list of treatments are linked to it. */
function readTreatments(cell: string, entries: ReferenceLookup['entries'], addProblem: AddProblem): TreatmentGiven[] {
  const { max, nameMax, noteMax } = constants.treatmentsGiven
  const treatments = parseTreatments(cell)
  if (treatments.length > max) addProblem('treatments_given', serverTexts.validation.tooManyTreatments(max))
  for (const { name, note } of treatments) {
    const problem = validateText(name, nameMax, importTexts.treatment) ?? validateText(note, noteMax)
    if (problem) addProblem('treatments_given', problem)
  }
  return treatments.map((treatment) => ({
    ...treatment,
    id: newId(),
    treatment_id: entries.get(lookupKey('treatments', treatment.name)) ?? null,
  }))
}

function parseTimestampCell(text: string, zone: Zone, addProblem: (text: string) => void): Date | null {
  if (!text) return null
  const day = parseTypedDay(text)
  const timestamp = day ? startOfDay(day, zone) : parseTimestamp(text, zone)
  if (!timestamp) addProblem(importTexts.date(text))
  return timestamp
}

/** Parses a day. Returns null for an empty cell, and for an invalid one, which is also reported. */
export function parseDayCell(text: string, zone: Zone, addProblem: (text: string) => void): string | null {
  const timestamp = parseTimestampCell(text, zone, addProblem)
  return timestamp && dayOf(timestamp, zone)
}
