import type { Site } from '@chisholm/domain/schemas/customers-and-sites'
import type { PostMortemCard } from '@chisholm/domain/schemas/post-mortems'
import { expect, test } from 'vitest'
import { type FoundStop, restOfRoute } from './rest-of-route.ts'
import type { DayStop } from './stops.ts'

// cast: the fields that these rules use
const siteAt = (id: string, latitude: number | null) => ({ id, latitude, longitude: latitude && -113 }) as Site
const visitAt = (id: string, site: PostMortemCard['site'], duration_minutes = 60) =>
  // cast: likewise
  ({ id, site, duration_minutes }) as PostMortemCard
const [done, near, far, nowhere] = [
  siteAt('done', 50),
  siteAt('near', 50.5),
  siteAt('far', 51),
  siteAt('nowhere', null),
]
const visits = [visitAt('a', done), visitAt('b', near, 30), visitAt('c', far), visitAt('d', nowhere)]
const stop = (site: Site, ...post_mortem_ids: string[]): FoundStop => ({
  post_mortem_ids,
  site,
  arrive_at: '2026-11-30T15:00:00.000Z',
  leg_km: 1,
})
const over = (...ids: string[]): DayStop[] =>
  visits.flatMap((visit) =>
    ids.includes(visit.id) ? [{ site: visit.site, siteDetails: done, visits: [visit] } satisfies DayStop] : [],
  )
const now = Date.parse('2026-11-30T16:00:00Z')
const rest = (stops: FoundStop[], ...ids: string[]) =>
  restOfRoute(stops, { over: over(...ids), visits, now, speedKmh: 60 })

test('what is left of a route begins now at the stop that is over, with the time each visit takes', () => {
  const left = rest([stop(done, 'a'), stop(near, 'b'), stop(far, 'c')], 'a')
  expect(left.map(({ site }) => site.id)).toEqual(['near', 'far'])
  const [first, second] = left
  // half a degree of latitude is 55.6 km, which takes as many minutes
  expect(first?.leg_km).toBeCloseTo(55.6, 1)
  expect(first?.arrive_at.slice(0, 16)).toBe('2026-11-30T16:55')
  expect(second?.arrive_at.slice(0, 16)).toBe('2026-11-30T18:21')
})

test('a stop of which only some visits are over stays, with the others; one without coordinates is left out', () => {
  const left = rest([stop(near, 'a', 'b'), stop(nowhere, 'd')], 'a')
  expect(left.map(({ post_mortem_ids }) => post_mortem_ids)).toEqual([['b']])
})
