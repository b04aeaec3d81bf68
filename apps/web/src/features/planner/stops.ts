import { formatTimeOfDay, hasTime, type Zone } from '@chisholm/domain/dates'
import { distanceKm, type Point } from '@chisholm/domain/route'
import type { Site } from '@chisholm/domain/schemas/customers-and-sites'
import type { PostMortemCard } from '@chisholm/domain/schemas/post-mortems'
import { siteInFull } from '@chisholm/domain/site-in-full'
import { plannerTexts } from './planner-texts.ts'
import { zoneOfVisit } from './planner-week.ts'

/** Consecutive visits to one site. */
export interface DayStop {
  site: PostMortemCard['site']
  /** Undefined while they are not loaded. */
  siteDetails: Site | undefined
  visits: [PostMortemCard, ...PostMortemCard[]]
}

/** The stops of a day in order of time. */
export function stopsOf(visits: readonly PostMortemCard[], sites: readonly Site[]): DayStop[] {
  const stops: DayStop[] = []
  for (const visit of visits) {
    const last = stops.at(-1)
    if (last?.site.id === visit.site.id) last.visits.push(visit)
    else stops.push({ site: visit.site, siteDetails: sites.find(({ id }) => id === visit.site.id), visits: [visit] })
  }
  return stops
}

export function pointOf(
  location: { latitude: number | null; longitude: number | null } | null | undefined,
): Point | null {
  if (!location) return null
  const { latitude, longitude } = location
  return latitude === null || longitude === null ? null : { latitude, longitude }
}

/** Kilometres to each stop from the previous one, or from the practice; null if coordinates are unknown. */
export function legsOf(stops: readonly DayStop[], base: Point | null): (number | null)[] {
  return stops.map(({ siteDetails }, index) => {
    const [from, to] = [index === 0 ? base : pointOf(stops[index - 1]?.siteDetails), pointOf(siteDetails)]
    return from && to ? distanceKm(from, to) : null
  })
}

/** Kilometres of a whole day, back to the practice; null unless all coordinates are known. */
export function dayKm(stops: readonly DayStop[], base: Point | null): number | null {
  const last = pointOf(stops.at(-1)?.siteDetails)
  const legs = [...legsOf(stops, base), base && last ? distanceKm(last, base) : null]
  return legs.reduce((sum, km) => (sum === null || km === null ? null : sum + km), 0)
}

/** Kilometres of the stops with open visits, which are those that a route has; null unless all coordinates are known. */
export const openKm = (visits: readonly PostMortemCard[], sites: readonly Site[], base: Point | null): number | null =>
  dayKm(
    stopsOf(
      visits.filter(({ completed_at }) => completed_at === null),
      sites,
    ),
    base,
  )

/** New times that swap a stop with the next one: each begins at the other's time. */
export function swappedTimes(one: DayStop, next: DayStop): { visit: PostMortemCard; scheduled_at: string }[] {
  const startOf = ({ visits: [first] }: DayStop) => new Date(first.scheduled_at ?? 0).getTime()
  const shift = startOf(next) - startOf(one)
  const moved = (stop: DayStop, by: number) =>
    stop.visits.map((visit) => ({
      visit,
      scheduled_at: new Date(new Date(visit.scheduled_at ?? 0).getTime() + by).toISOString(),
    }))
  return [...moved(one, shift), ...moved(next, -shift)]
}

/** Whether stops can be swapped: both need a time. */
export const canSwap = (one: DayStop, next: DayStop, practiceZone: Zone) =>
  [one, next].every(({ visits: [first] }) => isTimed(first, practiceZone)) &&
  one.visits[0].scheduled_at !== next.visits[0].scheduled_at

const isTimed = (visit: PostMortemCard, practiceZone: Zone) =>
  visit.scheduled_at !== null && hasTime(visit.scheduled_at, zoneOfVisit(visit, practiceZone))

/** Whether the drive from the end of one stop takes until after the start of the next one. False without their times. */
export function isTooFar(from: DayStop, to: DayStop, driveMinutes: number, practiceZone: Zone): boolean {
  if (!isTimed(to.visits[0], practiceZone)) return false
  const startOf = ({ scheduled_at }: PostMortemCard) => new Date(scheduled_at ?? 0).getTime()
  const timed = from.visits.filter((visit) => isTimed(visit, practiceZone))
  const end = Math.max(...timed.map((visit) => startOf(visit) + visit.duration_minutes * 60_000))
  return end + driveMinutes * 60_000 > startOf(to.visits[0])
}

/** The site of a stop with its customer: several customers have a site of one name. */
export const nameOfStop = ({ site, visits: [first] }: DayStop) => siteInFull(first.customer.name, site.name)

/** Start of a stop, like `2:30 PM`. */
export function arrivalText({ visits: [first] }: DayStop, practiceZone: Zone): string {
  return first.scheduled_at && isTimed(first, practiceZone)
    ? formatTimeOfDay(first.scheduled_at, zoneOfVisit(first, practiceZone))
    : plannerTexts.dayOnly
}

/** A link that opens the device's map app; null if the location is unknown. */
export function mapLink({ siteDetails }: DayStop, userAgent: string): string | null {
  const point = pointOf(siteDetails)
  const target = point ? `${point.latitude},${point.longitude}` : siteDetails?.address
  if (!target) return null
  const query = encodeURIComponent(target.replaceAll('\n', ', '))
  // Apple devices do not support geo: links
  if (/iPhone|iPad|Macintosh/.test(userAgent)) return `https://maps.apple.com/?daddr=${query}`
  return `geo:${point ? target : '0,0'}?q=${query}`
}
