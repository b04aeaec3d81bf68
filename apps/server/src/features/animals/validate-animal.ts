import { animalFields, fieldsOfKind } from '@chisholm/domain/animal-fields'
import type { Zone } from '@chisholm/domain/dates'
import { type DeathTimes, validateDeathTimes } from '@chisholm/domain/death'
import { parseRfid } from '@chisholm/domain/rfid'
import { serverTexts } from '@chisholm/domain/server-texts'
import type { TreatmentGiven } from '@chisholm/domain/treatments-given'
import { v7 as uuidv7 } from 'uuid'
import type { WriteContext } from '../../http/context.ts'
import { invalid } from '../../http/app-error.ts'
import { type AnimalFields, libraryEntryById } from './animals.queries.ts'
import type { SentAnimal } from './parse-animal-body.ts'
import type { SentTreatment } from './parse-treatments.ts'

/** A validated animal in its stored form. */
export type CheckedAnimal = AnimalFields & { treatments_given?: TreatmentGiven[] }

/**
 * Normalises the RFID and validates times and references to library entries.
 * @param before  the stored animal, which fields that were not sent are taken from
 * @param zone    of the site, to whose days the times belong
 * @throws invalid
 */
export async function validateAnimal(
  ctx: WriteContext,
  { treatments_given, ...sent }: SentAnimal,
  before: CheckedAnimal | undefined,
  zone: Zone,
): Promise<CheckedAnimal> {
  const values: AnimalFields = { ...sent }
  if (values.rfid) {
    const reading = parseRfid(values.rfid)
    if (!reading.ok) throw invalid({ rfid: [reading.error] })
    values.rfid = reading.rfid
  }
  requireOrderedTimes(values, before, zone)
  for (const field of fieldsOfKind('entry')) {
    const id = values[field]
    // an animal may keep a reference to an entry that was retired later
    if (id && id !== before?.[field]) await requireEntry(ctx, field, animalFields[field].list, id)
  }
  for (const field of fieldsOfKind('entries'))
    for (const id of values[field] ?? [])
      if (!before?.[field]?.includes(id)) await requireEntry(ctx, field, animalFields[field].list, id)
  if (!treatments_given) return values
  return {
    ...values,
    treatments_given: await validateTreatments(ctx, treatments_given, before?.treatments_given ?? []),
  }
}

const timeFields = ['found_at', 'died_at', 'last_seen_alive_at', 'arrived_at', 'customer_record_at'] as const

/** Validates the order of times together with those stored, if one of them is sent. */
function requireOrderedTimes(sent: AnimalFields, before: AnimalFields | undefined, zone: Zone): void {
  const times = Object.fromEntries(
    timeFields.map((field) => [field, sent[field] === undefined ? before?.[field] : sent[field]]),
    // cast: every field of that type
  ) as DeathTimes
  // the date of death is only compared with the arrival
  const isTimed = timeFields.some((field) => sent[field] && (field !== 'customer_record_at' || times.arrived_at))
  if (!isTimed) return
  const errors = validateDeathTimes(times, new Date(), zone)
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

/** Requires an active entry of a list. @returns its name; @throws invalid  there is no such entry, or it is retired */
export async function requireEntry(ctx: WriteContext, field: string, list: string, id: string): Promise<string> {
  const entry = await libraryEntryById(ctx.db, list, id)
  if (!entry) throw invalid({ [field]: [`${field.split('.').at(-1)} is no entry of ${list}.`] })
  if (entry.retired_at) throw invalid({ [field]: [serverTexts.validation.entryRetired] })
  return entry.name
}

/** Fills in missing names, from the treatment's entry, and missing ids. */
async function validateTreatments(
  ctx: WriteContext,
  treatments: SentTreatment[],
  before: TreatmentGiven[],
): Promise<TreatmentGiven[]> {
  const checked: TreatmentGiven[] = []
  for (const [index, { id, name, ...treatment }] of treatments.entries()) {
    const { treatment_id } = treatment
    const known = before.find((one) => treatment_id !== null && one.treatment_id === treatment_id)
    const entryName = treatment_id
      ? (known?.name ?? (await requireEntry(ctx, `treatments_given.${index}.treatment_id`, 'treatments', treatment_id)))
      : null
    checked.push({ ...treatment, id: id ?? uuidv7(), name: name ?? entryName ?? '' })
  }
  if (new Set(checked.map(({ id }) => id)).size < checked.length)
    throw invalid({ treatments_given: [serverTexts.validation.idsRepeated] })
  return checked
}
