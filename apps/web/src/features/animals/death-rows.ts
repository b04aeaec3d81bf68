import { formatLongDay, formatVisitAtSite, type Zone } from '@chisholm/domain/dates'
import { daysOnFeed } from '@chisholm/domain/death'
import type { Animal } from '@chisholm/domain/schemas/post-mortems'
import { describeTreatment } from '@chisholm/domain/treatments-given'
import { animalTexts } from './animal-texts.ts'
import { deathTexts } from './death-texts.ts'

/**
 * Labelled rows for death, arrival and treatments of an animal. Days on feed are computed here, so that they
 * follow changes that wait in the outbox.
 * @param zone  the time zone of the practice
 */
export function deathRows(animal: Animal, siteZone: Zone, zone: Zone): [name: string, value: string | null][] {
  const timestamp = (time: string | null) => time && formatVisitAtSite(time, { time_zone: siteZone }, zone)
  const { death_kind, arrived_at, air_temperature_c, treatments_given } = animal
  const days = daysOnFeed(animal, siteZone)
  return [
    [deathTexts.found_at, timestamp(animal.found_at)],
    [deathTexts.died_at, timestamp(animal.died_at)],
    [deathTexts.last_seen_alive_at, timestamp(animal.last_seen_alive_at)],
    [deathTexts.kind, death_kind && deathTexts.kinds[death_kind]],
    [deathTexts.euthanasiaNote, animal.euthanasia_note],
    [deathTexts.airTemperature, air_temperature_c === null ? null : animalTexts.degrees(air_temperature_c)],
    [
      deathTexts.arrived,
      arrived_at &&
        [formatLongDay(arrived_at), days !== null && deathTexts.daysOnFeed(days)].filter(Boolean).join(', '),
    ],
    [deathTexts.treatments, treatments_given.map(describeTreatment).join('\n') || null],
  ]
}
