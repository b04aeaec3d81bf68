import { routeThrough } from '@chisholm/domain/route'
import type { Route } from '@chisholm/domain/schemas/planner'
import type { PostMortemCard } from '@chisholm/domain/schemas/post-mortems'
import { type DayStop, pointOf } from './stops.ts'

export type FoundStop = Route['stops'][number]

interface RestOptions {
  over: readonly DayStop[]
  visits: readonly PostMortemCard[]
  /** In milliseconds. */
  now: number
  speedKmh: number
}

/**
 * The stops of a route that are left, in its order, with the times of a drive that begins now at the last stop that is
 * over. The server does not know which ones are: they are ticked off on the device.
 */
export function restOfRoute(stops: readonly FoundStop[], { over, visits, now, speedKmh }: RestOptions): FoundStop[] {
  const gone = new Set(over.flatMap((stop) => stop.visits.map(({ id }) => id)))
  const left = stops.flatMap((stop) => {
    const post_mortem_ids = stop.post_mortem_ids.filter((id) => !gone.has(id))
    const point = pointOf(stop.site)
    if (post_mortem_ids.length === 0 || !point) return []
    const here = visits.filter(({ id }) => post_mortem_ids.includes(id))
    const workMinutes = here.reduce((minutes, visit) => minutes + visit.duration_minutes, 0)
    return [{ ...point, workMinutes, deadlines: [], site: stop.site, post_mortem_ids }]
  })
  const trip = { base: pointOf(over.at(-1)?.siteDetails), departure: now, speedKmh }
  return routeThrough(left, trip).legs.map(({ stop: { site, post_mortem_ids }, arriveAt, km }) => ({
    site,
    post_mortem_ids,
    arrive_at: new Date(arriveAt).toISOString(),
    leg_km: km,
  }))
}
