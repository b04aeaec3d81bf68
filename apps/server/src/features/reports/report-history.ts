import type { OptionOf } from '@chisholm/domain/animal-fields'
import { formatLongDay, formatVisitAtSite, type Zone } from '@chisholm/domain/dates'
import type { Animal } from '@chisholm/domain/schemas/post-mortems'
import { describeTreatment } from '@chisholm/domain/treatments-given'
import type { ReportHistory } from '../../pdf/report-content.ts'

const deathKinds: Record<OptionOf<'death_kind'>, string> = {
  found_dead: 'Found dead',
  died_observed: 'Seen to die',
  euthanised: 'Euthanised',
}

/**
 * Death, treatments and danger signs, formatted for print: times in the zone of the site; the start of a day, as an import
 * without times stores it, is the day alone.
 */
export function reportHistory(animal: Animal, site: { time_zone: Zone | null }, zone: Zone): ReportHistory {
  const timestamp = (time: string | null) => time && formatVisitAtSite(time, site, zone)
  const degrees = (temperature: number | null) => (temperature === null ? null : `${temperature} °C`)
  const { arrived_at, days_on_feed: days } = animal
  return {
    found: timestamp(animal.found_at),
    died: timestamp(animal.died_at),
    lastSeenAlive: timestamp(animal.last_seen_alive_at),
    deathKind: animal.death_kind && deathKinds[animal.death_kind],
    euthanasiaNote: animal.euthanasia_note,
    bodyTemperature: degrees(animal.temperature),
    airTemperature: degrees(animal.air_temperature_c),
    arrived: arrived_at && formatLongDay(arrived_at),
    daysOnFeed: days === null ? null : String(days),
    treatments: animal.treatments_given.map(describeTreatment).join('\n') || null,
    dangerSigns: animal.danger_signs.map(({ name }) => name).join('\n') || null,
  }
}
