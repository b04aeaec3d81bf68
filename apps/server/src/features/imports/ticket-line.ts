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
import { dayFromTyped, dayOf, startOfDay, type Zone } from '@chisholm/domain/dates'
import type { importColumns } from '@chisholm/domain/import-columns'
import { readRfid } from '@chisholm/domain/rfid'
import { newId, type PostMortemId, type UserId } from '../../database/ids.ts'
import { parseMoment } from '../../http/bodies.ts'
import { importTexts } from './import-texts.ts'
import type { KnownNames } from './known-names.ts'
import { key } from './plan.ts'

export type TicketColumn = (typeof importColumns)['post-mortems'][number]
export type TicketCells = Record<TicketColumn, string>
type Wrong = (column: TicketColumn, text: string) => void

/** A ticket as its first line makes it; the names are the table's columns. */
export type NewTicket = NonNullable<ReturnType<typeof ticketOf>>

/** @returns null where anything is wrong with it */
export function ticketOf(cells: TicketCells, known: KnownNames, wrong: Wrong) {
  const { zone, now } = known
  let isRight = true
  const refuse: Wrong = (column, text) => {
    isRight = false
    wrong(column, text)
  }
  const moment = (column: TicketColumn) => readMoment(cells[column], zone, (text) => refuse(column, text))
  for (const column of ['customer', 'site', 'record_at'] as const)
    if (!cells[column]) refuse(column, importTexts.required(column))
  const record_at = readDay(cells.record_at, zone, (text) => refuse('record_at', text))
  const [requested, scheduled_at, completed_at] = [
    moment('requested_at'),
    moment('scheduled_at'),
    moment('completed_at'),
  ]
  for (const [column, at] of [['requested_at', requested] as const, ['completed_at', completed_at] as const])
    if (at && at > now) refuse(column, importTexts.future)
  const site = siteOf(cells, known, completed_at !== null, refuse)
  const vet = vetOf(cells, known, completed_at !== null, refuse)
  if (!isRight || !site || !record_at) return null
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
    // it stands in lists where it stood in the old system
    created_at: requested_at,
    requested_at,
    scheduled_at,
    scheduled_for_id: vet,
    completed_at,
    completed_by_id: completed_at && vet,
  }
}

function siteOf(cells: TicketCells, { customers, sites }: KnownNames, isCompleted: boolean, wrong: Wrong) {
  if (!cells.customer || !cells.site) return null
  const [customerId, another] = customers.get(key(cells.customer)) ?? []
  if (customerId === undefined) return wrong('customer', importTexts.unknownCustomer(cells.customer))
  if (another !== undefined) return wrong('customer', importTexts.twoCustomers(cells.customer))
  const [site, twin] = sites.get(key(customerId, cells.site)) ?? []
  if (!site) return wrong('site', importTexts.noSite(cells.site, cells.customer))
  if (twin) return wrong('site', importTexts.twoSites(cells.site))
  if (site.retired && !isCompleted) return wrong('site', importTexts.retiredSite(cells.site))
  return site
}

function vetOf(cells: TicketCells, { vets }: KnownNames, isCompleted: boolean, wrong: Wrong): UserId | null {
  if (!cells.veterinarian) {
    if (isCompleted) wrong('veterinarian', importTexts.vetForCompleted)
    return null
  }
  const vet = vets.get(key(cells.veterinarian))
  if (!vet) wrong('veterinarian', importTexts.unknownVet(cells.veterinarian))
  else if (vet.isDisabled && !isCompleted) wrong('veterinarian', importTexts.disabledVet(cells.veterinarian))
  return vet?.id ?? null
}

/** What a line says of its animal. */
export function animalOf(cells: TicketCells, { entries, zone }: KnownNames, wrong: Wrong): AnimalFacts {
  const text = (field: FieldOfKind<'text'>) => {
    if (field !== 'rfid') return cells[field] || null
    const reading = readRfid(cells.rfid)
    if (!reading.ok) wrong('rfid', reading.mistake)
    return (reading.ok && reading.rfid) || null
    // cast: the loop runs over these columns
    // cast: the loop runs over these columns
  }
  const entry = (field: FieldOfKind<'entry'>) => {
    const column = referenceOf(field)
    const { list } = animalFields[field]
    const id = entries.get(key(list, cells[column])) ?? null
    if (cells[column] && !id) wrong(column, importTexts.unknownEntry(cells[column], list))
    return id
  }
  const number = (field: FieldOfKind<'number'>) => {
    const { min, max } = limitsOf(field)
    const value = Number(cells[field].replace(',', '.'))
    if (!(value >= min && value <= max)) wrong(field, importTexts.number(min, max))
    return cells[field] ? value : null
  }
  const day = (field: FieldOfKind<'day'>) => readDay(cells[field], zone, (why) => wrong(field, why))
  return Object.fromEntries([
    ...fieldsOfKind('text').map((field) => [field, text(field)]),
    ...importedFields.filter(isEntryField).map((field) => [field, entry(field)]),
    ...fieldsOfKind('day').map((field) => [field, day(field)]),
    ...fieldsOfKind('number').map((field) => [field, number(field)]),
    // every kind has its line
  ]) as AnimalFacts
}

function readMoment(text: string, zone: Zone, wrong: (text: string) => void): Date | null {
  if (!text) return null
  const day = dayFromTyped(text)
  const moment = day ? startOfDay(day, zone) : parseMoment(text, zone)
  if (!moment) wrong(importTexts.date(text))
  return moment
}

function readDay(text: string, zone: Zone, wrong: (text: string) => void): string | null {
  const moment = readMoment(text, zone, wrong)
  return moment && dayOf(moment, zone)
}
