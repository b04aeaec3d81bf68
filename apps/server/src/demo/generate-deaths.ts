import type { OptionOf } from '@chisholm/domain/animal-fields'
import { addDays, type Day, dayOf, type Zone } from '@chisholm/domain/dates'
import type { DangerLevel } from '@chisholm/domain/danger-signs'
import { type AnimalId, newId } from '../database/ids.ts'
import type { SeededRandom } from './seeded-random.ts'

const hour = 3_600_000

/** A waiting ticket of the demo: hours since the death of its animals, and their danger sign. */
interface ClockCase {
  hours: number
  airTemperature: number
  danger: DangerLevel | null
}

/** The newest waiting tickets, oldest first: a carcass in each band, and a danger sign of each level. */
export const clockCases: ClockCase[] = [
  { hours: 30, airTemperature: 14, danger: null },
  { hours: 26, airTemperature: -6, danger: 'call' },
  { hours: 17, airTemperature: 11, danger: null },
  { hours: 9, airTemperature: 16, danger: null },
  { hours: 2.5, airTemperature: 12, danger: 'stop' },
]

/** Generates the times of arrival, death and discovery of an animal, and its date of death. */
export function generateDeath(
  createdAt: Date,
  clockCase: ClockCase | undefined,
  random: SeededRandom,
  { now, zone }: { now: Date; zone: Zone },
) {
  const foundAt = new Date(createdAt.getTime() - 0.5 * hour)
  const diedAt = clockCase
    ? new Date(now.getTime() - clockCase.hours * hour)
    : new Date(foundAt.getTime() - random.integerBetween(1, 8) * hour)
  const isEuthanised = random.withProbability(0.15)
  const isObserved = random.withProbability(0.2)
  const kind: OptionOf<'death_kind'> = isEuthanised ? 'euthanised' : isObserved ? 'died_observed' : 'found_dead'
  const dayOfDeath = dayOf(diedAt, zone)
  return {
    found_at: foundAt,
    died_at: diedAt,
    last_seen_alive_at: new Date(diedAt.getTime() - random.integerBetween(1, 12) * hour),
    death_kind: kind,
    euthanasia_note: isEuthanised ? 'Captive bolt, no barbiturate.' : null,
    air_temperature_c: clockCase?.airTemperature ?? random.integerBetween(-12, 22),
    customer_record_at: dayOfDeath,
    arrived_at: addDays(dayOfDeath, -random.integerBetween(12, 190)),
  }
}

/** Treatments before death, for about half of the animals. */
export function generateTreatments(
  animalId: AnimalId,
  dayOfDeath: Day,
  treatments: { id: string; name: string }[],
  random: SeededRandom,
) {
  const count = random.withProbability(0.5) ? random.integerBetween(1, 3) : 0
  return Array.from({ length: count }, (_, position) => {
    const { id, name } = random.pick(treatments)
    const given_at = addDays(dayOfDeath, -random.integerBetween(1, 9))
    return { id: newId(), animal_id: animalId, position, treatment_id: id, name, given_at, note: null }
  })
}
