import type { Timestamp } from './dates.ts'
import { keysOf } from './typed-objects.ts'

/** Limits of the practice, in hours since death. */
export interface CarcassLimits {
  /** Up to this age a carcass is fresh. */
  carcass_fresh_hours: number
  /** Up to this age it is fading. */
  carcass_fading_hours: number
  /** Up to this age opening it is worthwhile. */
  carcass_late_hours: number
  /** The same in cold weather. */
  carcass_late_hours_cold: number
}

export const defaultCarcassLimits: CarcassLimits = {
  carcass_fresh_hours: 6,
  carcass_fading_hours: 12,
  carcass_late_hours: 24,
  carcass_late_hours_cold: 48,
}

export const carcassLimitNames = keysOf(defaultCarcassLimits)
/** The valid range of a limit. */
export const carcassLimitRange = { min: 0.5, max: 720 }

const hour = 3_600_000
/** Air temperatures in °C below which a carcass lasts longer, and from which it lasts shorter. */
const [coldBelow, hotFrom] = [5, 25]
/** In hot weather a carcass is fresh for at most this many hours. */
const freshHoursInHeat = 4

export const carcassBands = ['fresh', 'fading', 'poor', 'late'] as const
export type CarcassBand = (typeof carcassBands)[number]

/** Time since death, and how useful it still is to open the carcass. */
export interface Carcass {
  hours: number
  band: CarcassBand
}

export interface DeathFields {
  found_at?: Timestamp | null | undefined
  died_at?: Timestamp | null | undefined
  air_temperature_c?: number | null | undefined
}

/** The fields of an animal that its clock shows. */
export interface ClockFields extends DeathFields {
  /** The stored time, which was computed with the limits at that time; null if it is not known yet. */
  examine_by: Timestamp | null
}

/** The time after which opening a carcass is of little use; null if the time of death is unknown. */
export function examineBy(
  { died_at, found_at, air_temperature_c }: DeathFields,
  { carcass_late_hours, carcass_late_hours_cold }: CarcassLimits,
): Date | null {
  const death = died_at ?? found_at
  if (!death) return null
  const isCold = typeof air_temperature_c === 'number' && air_temperature_c < coldBelow
  return new Date(new Date(death).getTime() + (isCold ? carcass_late_hours_cold : carcass_late_hours) * hour)
}

/** Hours since death and the band of a carcass; null if the time of death is unknown. */
export function carcassOf(
  { died_at, found_at, air_temperature_c, examine_by }: ClockFields,
  limits: CarcassLimits,
  now: Date,
): Carcass | null {
  const death = died_at ?? found_at
  const end = examine_by ?? examineBy({ died_at, found_at, air_temperature_c }, limits)
  if (!death || !end) return null
  const hours = Math.max(0, now.getTime() - new Date(death).getTime()) / hour
  const isHot = typeof air_temperature_c === 'number' && air_temperature_c >= hotFrom
  const freshHours = isHot ? Math.min(freshHoursInHeat, limits.carcass_fresh_hours) : limits.carcass_fresh_hours
  const band = () => {
    if (now > new Date(end)) return 'late'
    if (hours < freshHours) return 'fresh'
    return hours <= limits.carcass_fading_hours ? 'fading' : 'poor'
  }
  return { hours: Math.round(hours * 100) / 100, band: band() }
}

/** A carcass and the time after which opening it is of little use. */
export interface Clock extends Carcass {
  examineBy: Date
}

/** The clock of one animal; null if the time of death is unknown. */
export function clockOf(fields: ClockFields, limits: CarcassLimits, now: Date): Clock | null {
  const carcass = carcassOf(fields, limits, now)
  const end = fields.examine_by ?? examineBy(fields, limits)
  return carcass && end ? { ...carcass, examineBy: new Date(end) } : null
}

/** The clock that represents a ticket: the earliest one that has not expired, else the latest. */
export function decisiveClock(clocks: readonly Clock[], now: Date): Clock | null {
  const sorted = clocks.toSorted((one, other) => one.examineBy.getTime() - other.examineBy.getTime())
  return sorted.find(({ examineBy: end }) => end >= now) ?? sorted.at(-1) ?? null
}

/** The clock of a ticket with these animals. */
export const clockOfAll = (animals: readonly ClockFields[], limits: CarcassLimits, now: Date): Clock | null =>
  decisiveClock(
    animals.flatMap((animal) => clockOf(animal, limits, now) ?? []),
    now,
  )

/**
 * The possible clocks of a ticket of which only `examine_by` is known, the likeliest first. Their bands depend on the
 * weather.
 */
export function possibleClocks(examine_by: Timestamp, limits: CarcassLimits, now: Date): Clock[] {
  const end = new Date(examine_by).getTime()
  const diedBefore = (lateHours: number, air_temperature_c: number | null) =>
    clockOf({ died_at: new Date(end - lateHours * hour), air_temperature_c, examine_by }, limits, now) ?? []
  const inCold = diedBefore(limits.carcass_late_hours_cold, coldBelow - 1)
  // Only a carcass in cold weather has this much time.
  if (end - now.getTime() > limits.carcass_late_hours * hour) return [inCold].flat()
  return [diedBefore(limits.carcass_late_hours, null), diedBefore(limits.carcass_late_hours, hotFrom), inCold].flat()
}
