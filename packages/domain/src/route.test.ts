import { expect, test } from 'vitest'
import { bestRoute, distanceKm, type Point, type Stop, type Trip, routeThrough } from './route.ts'

/** Reproducible pseudo-random numbers. */
function seededRandom(seed: number) {
  let state = seed
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
}

const hour = 3_600_000
const base = { latitude: 50.58, longitude: -113.87 }
const trip: Trip = { base, departure: 0, speedKmh: 60 }

function randomStops(count: number, seed: number, withDeadlines = false): (Stop & { id: number })[] {
  const random = seededRandom(seed)
  return Array.from({ length: count }, (_, id) => ({
    id,
    latitude: 49.2 + random() * 2,
    longitude: -114 + random() * 3,
    workMinutes: 15 + Math.floor(random() * 60),
    deadlines: withDeadlines && random() < 0.6 ? [Math.floor(random() * 10 * hour)] : [],
  }))
}

const permutations = <T>(values: readonly T[]): T[][] =>
  values.length === 0
    ? [[]]
    : values.flatMap((value, index) => permutations(values.toSpliced(index, 1)).map((rest) => [value, ...rest]))

test('distances are great-circle distances', () => {
  const [calgary, lethbridge] = [
    { latitude: 51.0447, longitude: -114.0719 },
    { latitude: 49.6956, longitude: -112.8451 },
  ]
  expect(distanceKm(calgary, lethbridge)).toBeCloseTo(173.6, 0)
  expect(distanceKm({ latitude: 0, longitude: 179.5 }, { latitude: 0, longitude: -179.5 })).toBeCloseTo(111.2, 1)
  expect(distanceKm(calgary, calgary)).toBe(0)
})

test('a route begins at the practice, adds work and driving at the given speed, and ends at the practice', () => {
  const stop = { latitude: 51.58, longitude: -113.87, workMinutes: 30, deadlines: [hour, 2 * hour] }
  const way = routeThrough([stop], trip)
  expect(way.legs[0]?.km).toBeCloseTo(111.2, 1)
  expect(way.legs[0]?.arriveAt).toBeCloseTo((111.195 / 60) * hour, -4)
  expect(way.totalKm).toBeCloseTo(222.39, 1)
  expect(way.backAt).toBeCloseTo((222.39 / 60 + 0.5) * hour, -4)
  expect(way.missed).toBe(1)
})

test.each([0, 1, 2, 3, 4, 5, 6, 7, 8])(
  'of all orders of %i stops the best is found, with and without deadlines',
  (count) => {
    for (const withDeadlines of [false, true]) {
      const stops = randomStops(count, count + 1, withDeadlines)
      const ways = permutations(stops).map((order) => routeThrough(order, trip))
      const missed = Math.min(...ways.map((way) => way.missed))
      const shortest = Math.min(...ways.filter((way) => way.missed === missed).map((way) => way.totalKm))
      const found = bestRoute(stops, trip)
      expect(found.missed).toBe(missed)
      expect(found.totalKm).toBeCloseTo(shortest, 6)
      expect(found.legs.map(({ stop }) => stop.id).toSorted((a, b) => a - b)).toEqual(stops.map(({ id }) => id))
    }
  },
)

/** Tries every order of stops, and gives up on one once it cannot become the best. */
function bestOfAllOrders(stops: readonly Stop[]) {
  let best = { missed: Infinity, totalKm: Infinity }
  const isBetter = (way: typeof best) =>
    way.missed < best.missed || (way.missed === best.missed && way.totalKm < best.totalKm)
  const extend = (order: readonly Stop[], rest: readonly Stop[]) => {
    const { missed, totalKm } = routeThrough(order, trip)
    // by the triangle inequality the way back is never longer than by another stop
    if (!isBetter({ missed, totalKm })) return
    if (rest.length === 0) best = { missed, totalKm }
    for (const stop of rest)
      extend(
        [...order, stop],
        rest.filter((other) => other !== stop),
      )
  }
  extend([], stops)
  return best
}

test.each([2, 4, 11, 29])('no order of 9 stops with deadlines is better than the one found (seed %i)', (seed) => {
  const stops = randomStops(9, seed, true)
  const { missed, totalKm } = bestOfAllOrders(stops)
  const found = bestRoute(stops, trip)
  expect(found.missed).toBe(missed)
  expect(found.totalKm).toBeCloseTo(totalKm, 6)
})

test('the route through 14 sites is the shortest one, where local search ends 6 % longer', () => {
  const sites = [
    [50.497, -113.444],
    [51.055, -114.112],
    [51.056, -114.692],
    [51.304, -113.812],
    [50.287, -113.33],
    [51.825, -113.796],
    [51.415, -114.601],
    [50.127, -114.024],
    [50.76, -113.6],
    [51.688, -114.182],
    [50.504, -113.199],
    [50.472, -114.65],
    [51.532, -113.152],
    [51.628, -113.882],
  ] as const
  const stops = sites.map(([latitude, longitude]) => ({ latitude, longitude, workMinutes: 60, deadlines: [] }))
  const calgary = { latitude: 51.05, longitude: -114.07 }
  // the length was computed with another program, by dynamic programming without any shortcut
  expect(bestRoute(stops, { ...trip, base: calgary }).totalKm).toBeCloseTo(568.675, 2)
})

test('an unreachable deadline does not prevent meeting another', () => {
  const [near, far] = [
    { latitude: 50.6, longitude: -113.87, workMinutes: 60, deadlines: [2 * hour] },
    { latitude: 52.58, longitude: -113.87, workMinutes: 60, deadlines: [hour] },
  ]
  const way = bestRoute([far, near], trip)
  expect([way.legs[0]?.stop, way.missed]).toEqual([near, 1])
})

/** The length of the minimum spanning tree: no route through all points is shorter. */
function spanningTreeKm(points: readonly Point[]): number {
  const [first, ...rest] = points
  const reached = first ? [first] : []
  let km = 0
  while (rest.length > 0) {
    const distances = rest.map((point) => Math.min(...reached.map((from) => distanceKm(from, point))))
    const nearest = distances.indexOf(Math.min(...distances))
    km += distances[nearest] ?? 0
    reached.push(...rest.splice(nearest, 1))
  }
  return km
}

test.each([20, 40])('the route through %i stops is at most 1.35 times the minimum spanning tree', (count) => {
  for (const seed of [3, 17, 99]) {
    const stops = randomStops(count, seed)
    expect(bestRoute(stops, trip).totalKm).toBeLessThan(1.35 * spanningTreeKm([base, ...stops]))
  }
})

test.each([9, 20, 40])(
  'of %i stops whose deadlines can all be met, all are',
  (count) => {
    for (const seed of [5, 23, 71]) {
      const stops = randomStops(count, seed)
      // A feasible route: each deadline is half an hour after the arrival.
      const possible = routeThrough(
        bestRoute(stops, trip)
          .legs.map(({ stop }) => stop)
          .toReversed(),
        trip,
      )
      const urgent = possible.legs.map(({ stop, arriveAt }, index) => ({
        ...stop,
        deadlines: index % 3 === 0 ? [arriveAt + hour / 2] : [],
      }))
      const way = bestRoute(
        urgent.toSorted((a, b) => a.id - b.id),
        trip,
      )
      expect(way.missed).toBe(0)
      expect(way.totalKm).toBeLessThan(possible.totalKm * 1.2)
    }
  },
  60_000,
)

test('without coordinates of the practice the route begins at the first stop and ends at the last', () => {
  const stops = [0, 2, 1].map((step) => ({ latitude: 50 + step, longitude: -113, workMinutes: 0, deadlines: [] }))
  const way = bestRoute(stops, { ...trip, base: null })
  expect(way.totalKm).toBeCloseTo(222.39, 1)
  expect(way.legs[0]?.km).toBe(0)
})
