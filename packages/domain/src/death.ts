import { type Day, dayOf, daysBetween, type Timestamp, type Zone } from './dates.ts'
import { type ValidationErrors, collectErrors, validateYear } from './validation.ts'
import { texts } from './texts.ts'

/** The times at which an animal arrived, was last seen alive, died and was found. */
export interface DeathTimes {
  found_at?: Timestamp | null | undefined
  died_at?: Timestamp | null | undefined
  last_seen_alive_at?: Timestamp | null | undefined
  arrived_at?: Day | null | undefined
  /** Date of death recorded by the customer, used if no time is known. */
  customer_record_at?: Day | null | undefined
}

const clockTolerance = 5 * 60_000

const isAfter = (one: Timestamp | null | undefined, other: Timestamp | null | undefined) =>
  Boolean(one && other && new Date(one) > new Date(other))

/** The day of death in a zone, or null. */
const dayOfDeath = ({ died_at, found_at, customer_record_at }: DeathTimes, zone: Zone): Day | null => {
  const death = died_at ?? found_at
  return death ? dayOf(death, zone) : (customer_record_at ?? null)
}

/** Validates the order of times (decisions.md section 6). Clocks of phones may be up to five minutes fast. */
export function validateDeathTimes(times: DeathTimes, now: Date, zone: Zone): ValidationErrors {
  const latest = new Date(now.getTime() + clockTolerance)
  const { found_at, died_at, last_seen_alive_at, arrived_at } = times
  const death = dayOfDeath(times, zone)
  const isLate = arrived_at && (arrived_at > dayOf(latest, zone) || (death !== null && arrived_at > death))
  const textIf = (isWrong: unknown) => (isWrong ? texts.validation.checkTimes : null)
  return collectErrors({
    found_at: textIf(isAfter(found_at, latest)),
    died_at: textIf(isAfter(died_at, latest) || isAfter(died_at, found_at)),
    last_seen_alive_at: textIf([latest, died_at, found_at].some((time) => isAfter(last_seen_alive_at, time))),
    arrived_at: textIf(isLate) ?? validateYear(arrived_at, now),
  })
}

/** Days from arrival to death, or null if either is unknown. The day of arrival counts as 0. */
export function daysOnFeed(times: DeathTimes, zone: Zone): number | null {
  const death = dayOfDeath(times, zone)
  if (!times.arrived_at || !death) return null
  return daysBetween(times.arrived_at, death)
}
