import type { OptionOf } from '@chisholm/domain/animal-fields'
import { formatLongDay, longTimestamp, type Zone } from '@chisholm/domain/dates'
import type { Animal } from '@chisholm/domain/schemas'
import type { TreatmentGiven } from '@chisholm/domain/treatments-given'
import type { ReportHistory } from '../../pdf/report-content.ts'

/** What the report shows of an animal since it knows of death and treatments. */
const shownFields = [
  'found_at',
  'died_at',
  'last_seen_alive_at',
  'death_kind',
  'euthanasia_note',
  'air_temperature_c',
  'arrived_at',
  'treatments_given',
] as const satisfies (keyof Animal)[]

/** Fields of an animal that are hashed by `historyToHash`, or that the report does not show. */
export const fieldsOfHistory: string[] = [
  ...shownFields,
  'days_on_feed',
  'examine_by',
  'carcass',
  'danger_sign_ids',
  'danger_signs',
]

/**
 * Death, treatments and danger signs as they go into the hash of a report. Empty ones are left out, so that older
 * reports keep their hashes. Of danger signs only the names are shown, because level and advice may change later.
 */
export function historyToHash(animal: Animal): object {
  const shown = shownFields.map((field) => [field, animal[field]] as const)
  const filled = shown.filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0))
  const signs = animal.danger_signs.map(({ name }) => name)
  return { ...Object.fromEntries(filled), ...(signs.length > 0 && { danger_signs: signs }) }
}

const deathKinds: Record<OptionOf<'death_kind'>, string> = {
  found_dead: 'Found dead',
  died_observed: 'Seen to die',
  euthanised: 'Euthanised',
}

const treatmentLine = ({ given_at, name, note }: TreatmentGiven) =>
  [given_at && formatLongDay(given_at), name, note].filter(Boolean).join(', ')

/** Death, treatments and danger signs, formatted for print. */
export function reportHistory(animal: Animal, zone: Zone): ReportHistory {
  const timestamp = (moment: string | null) => moment && longTimestamp(moment, zone)
  const { arrived_at, days_on_feed: days, air_temperature_c: temperature } = animal
  return {
    found: timestamp(animal.found_at),
    died: timestamp(animal.died_at),
    lastSeenAlive: timestamp(animal.last_seen_alive_at),
    deathKind: animal.death_kind && deathKinds[animal.death_kind],
    euthanasiaNote: animal.euthanasia_note,
    airTemperature: temperature === null ? null : `${temperature} °C`,
    arrived: arrived_at && formatLongDay(arrived_at),
    daysOnFeed: days === null ? null : String(days),
    treatments: animal.treatments_given.map(treatmentLine).join('\n') || null,
    dangerSigns: animal.danger_signs.map(({ name }) => name).join('\n') || null,
  }
}
