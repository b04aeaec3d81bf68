import { animalFields, fieldsOfKind } from '@chisholm/domain/animal-fields'
import type { Zone } from '@chisholm/domain/dates'
import { type DeathTimes, validateDeathTimes } from '@chisholm/domain/death'
import { parseRfid } from '@chisholm/domain/rfid'
import { serverTexts } from '@chisholm/domain/server-texts'
import type { TreatmentGiven } from '@chisholm/domain/treatments-given'
import { newId } from '../../database/ids.ts'
import type { WriteContext } from '../../http/context.ts'
import { invalid } from '../../http/app-error.ts'
import { type EntryReference, requireEntries } from '../library/index.ts'
import type { AnimalFields } from './animals.queries.ts'
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
  const treatmentsBefore = before?.treatments_given ?? []
  const names = await requireEntries(ctx.db, [
    ...newEntries(values, before),
    ...newTreatments(treatments_given ?? [], treatmentsBefore),
  ])
  if (!treatments_given) return values
  return { ...values, treatments_given: nameTreatments(treatments_given, treatmentsBefore, names) }
}

/** The references to entries that the stored animal does not have. It may keep those that were retired later. */
const newEntries = (values: AnimalFields, before: AnimalFields | undefined): EntryReference[] => [
  ...fieldsOfKind('entry').flatMap((field) => {
    const id = values[field]
    return id && id !== before?.[field] ? [{ field, list: animalFields[field].list, id }] : []
  }),
  ...fieldsOfKind('entries').flatMap((field) =>
    (values[field] ?? [])
      .filter((id) => !before?.[field]?.includes(id))
      .map((id) => ({ field, list: animalFields[field].list, id })),
  ),
]

const timeFields = ['found_at', 'died_at', 'last_seen_alive_at', 'arrived_at', 'customer_record_at'] as const

/** Validates the order of times together with those stored, if one of them is sent. */
function requireOrderedTimes(sent: AnimalFields, before: AnimalFields | undefined, zone: Zone): void {
  const times = Object.fromEntries(
    timeFields.map((field) => [field, sent[field] === undefined ? before?.[field] : sent[field]]),
    // cast: every field of that type
  ) as DeathTimes
  // A time that is cleared counts, too: the arrival is compared with the next one then. The date of death is only compared
  // with the arrival.
  const isTimed = timeFields.some((field) =>
    field === 'customer_record_at' ? sent[field] && times.arrived_at : sent[field] !== undefined,
  )
  if (!isTimed) return
  const errors = validateDeathTimes(times, new Date(), zone)
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

const treatmentBefore = (before: TreatmentGiven[], id: string | null) =>
  before.find((one) => id !== null && one.treatment_id === id)

const newTreatments = (treatments: SentTreatment[], before: TreatmentGiven[]): EntryReference[] =>
  treatments.flatMap(({ treatment_id }, index) =>
    treatment_id && !treatmentBefore(before, treatment_id)
      ? [{ field: `treatments_given.${index}.treatment_id`, list: 'treatments', id: treatment_id }]
      : [],
  )

/** Fills in missing names, from the treatment's entry, and missing ids. */
function nameTreatments(
  treatments: SentTreatment[],
  before: TreatmentGiven[],
  names: Map<string, string>,
): TreatmentGiven[] {
  const named = treatments.map(({ id, name, ...treatment }) => {
    const { treatment_id } = treatment
    const entryName = treatmentBefore(before, treatment_id)?.name ?? names.get(treatment_id ?? '')
    return { ...treatment, id: id ?? newId(), name: name ?? entryName ?? '' }
  })
  if (new Set(named.map(({ id }) => id)).size < named.length)
    throw invalid({ treatments_given: [serverTexts.validation.idsRepeated] })
  return named
}
