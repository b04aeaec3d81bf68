/* The shortest route through the stops of a day (decisions.md section 8). */

export interface Point {
  latitude: number
  longitude: number
}

export interface Stop extends Point {
  /** Duration of the work there, in minutes. */
  workMinutes: number
  /** Latest arrival times in milliseconds, one for each ticket that has one. */
  deadlines: readonly number[]
}

export interface Trip {
  /** Start and end of the route; null: the first and the last stop. */
  base: Point | null
  /** In milliseconds. */
  departure: number
  speedKmh: number
}

/** Arrival and distance of each stop of a route, in order. */
export interface RoutePlan<S extends Stop> {
  legs: { stop: S; arriveAt: number; km: number }[]
  totalKm: number
  backAt: number
  /** Number of missed deadlines. */
  missed: number
}

/** Up to this many stops the order is optimal. */
const exactStops = 16

const earthRadius = 6371.0088
const radians = (degrees: number) => (degrees * Math.PI) / 180

/** Great-circle distance in kilometres. */
export function distanceKm(from: Point, to: Point): number {
  const [lat1, lat2] = [radians(from.latitude), radians(to.latitude)]
  const sinLat = Math.sin((lat2 - lat1) / 2)
  const sinLon = Math.sin(radians(to.longitude - from.longitude) / 2)
  const half = sinLat * sinLat + Math.cos(lat1) * Math.cos(lat2) * sinLon * sinLon
  return 2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(half)))
}

const driveMs = (km: number, { speedKmh }: Trip) => (km / speedKmh) * 3_600_000

/** The route through stops in the given order. */
export function routeThrough<S extends Stop>(stops: readonly S[], trip: Trip): RoutePlan<S> {
  let [at, time, totalKm, missed] = [trip.base, trip.departure, 0, 0]
  const legs = stops.map((stop) => {
    const km = at ? distanceKm(at, stop) : 0
    const arriveAt = time + driveMs(km, trip)
    totalKm += km
    missed += stop.deadlines.filter((deadline) => deadline < arriveAt).length
    at = stop
    time = arriveAt + stop.workMinutes * 60_000
    return { stop, arriveAt, km }
  })
  const backKm = trip.base && at ? distanceKm(at, trip.base) : 0
  return { legs, totalKm: totalKm + backKm, backAt: time + driveMs(backKm, trip), missed }
}

/** Fewer missed deadlines are better, then the shorter route. */
const isBetter = (one: { missed: number; totalKm: number }, other: { missed: number; totalKm: number }) =>
  one.missed < other.missed || (one.missed === other.missed && one.totalKm < other.totalKm - 1e-9)

/**
 * The order of stops that misses the fewest deadlines, and of those the shortest. Exact for up to `exactStops` stops;
 * for more, the best of several constructed orders after local search.
 */
export function bestRoute<S extends Stop>(stops: readonly S[], trip: Trip): RoutePlan<S> {
  const improved = improvedRoute(stops, trip)
  return stops.length <= exactStops ? exactRoute(stops, trip, improved) : improved
}

/** The first part of a route, as a linked list of stop numbers. */
interface PartialRoute extends Cost {
  stop: number
  before: PartialRoute | null
}

/**
 * Extends partial routes by one stop at a time (Held and Karp). Of those with the same stops and the same last stop, it
 * drops those that another one equals or beats in both missed deadlines and distance (arrival times depend on distance).
 * It also drops those that cannot end better than a known route.
 */
function exactRoute<S extends Stop>(stops: readonly S[], trip: Trip, known: RoutePlan<S>): RoutePlan<S> {
  const { between, fromBase } = distancesOf(stops, trip)
  const msPerKm = driveMs(1, trip)
  // by the set of visited stops (as bits), then by the last stop; sets that no route reaches have no entry
  const partialRoutes: (PartialRoute[][] | undefined)[] = Array.from({ length: 2 ** stops.length })
  const spanningKm: (number | undefined)[] = []
  /**
   * The least that a route can cost that leaves a stop at this time: the way to the nearest stop not yet visited and the
   * spanning tree of all of those and the base; and the deadlines that even the straight way misses.
   */
  const leastCost = ({ missed, totalKm }: Cost, visited: number, stop: number, leavesAt: number): Cost => {
    let [nearest, unavoidable] = [Infinity, 0]
    for (let next = 0; next < stops.length; next++) {
      if (visited & (1 << next)) continue
      const km = between[stop]?.[next] ?? 0
      nearest = Math.min(nearest, km)
      unavoidable += countMissed(stops[next], leavesAt + km * msPerKm)
    }
    if (nearest === Infinity) return costWithReturn({ missed, totalKm, stop }, fromBase)
    const leastKm = (spanningKm[visited] ??= spanningTreeKm(visited, between, fromBase))
    return { missed: missed + unavoidable, totalKm: totalKm + nearest + leastKm }
  }
  const extend = (visited: number, workMs: number, before: PartialRoute | null, stop: number) => {
    const km = (before ? between[before.stop]?.[stop] : fromBase[stop]) ?? 0
    const totalKm = (before?.totalKm ?? 0) + km
    const arriveAt = trip.departure + totalKm * msPerKm + workMs
    const missed = (before?.missed ?? 0) + countMissed(stops[stop], arriveAt)
    const now = visited | (1 << stop)
    const leavesAt = arriveAt + (stops[stop]?.workMinutes ?? 0) * 60_000
    if (!isBetter(leastCost({ missed, totalKm }, now, stop, leavesAt), known)) return
    const byStop = (partialRoutes[now] ??= stops.map(() => []))
    const same = byStop[stop] ?? []
    if (same.some((other) => other.missed <= missed && other.totalKm <= totalKm)) return
    byStop[stop] = [
      ...same.filter((other) => other.missed < missed || other.totalKm < totalKm),
      { missed, totalKm, stop, before },
    ]
  }
  for (let visited = 0; visited < partialRoutes.length; visited++) {
    const isVisited = (stop: number) => (visited & (1 << stop)) !== 0
    const ends = visited === 0 ? [null] : (partialRoutes[visited] ?? []).flat()
    if (ends.length === 0) continue
    const workMs = stops.reduce((sum, { workMinutes }, stop) => sum + (isVisited(stop) ? workMinutes * 60_000 : 0), 0)
    for (const [stop] of stops.entries())
      if (!isVisited(stop)) for (const end of ends) extend(visited, workMs, end, stop)
  }
  const complete = (partialRoutes.at(-1) ?? [])
    .flat()
    .map((route) => ({ route, cost: costWithReturn(route, fromBase) }))
  const best = complete.reduce<{ route: PartialRoute | null; cost: Cost }>(
    (best, candidate) => (isBetter(candidate.cost, best.cost) ? candidate : best),
    { route: null, cost: known },
  )
  return best.route ? routeThrough(stopsInOrder(best.route, stops), trip) : known
}

/** The length of the minimum spanning tree of the base and the stops that are not in the set `visited` (Prim). */
function spanningTreeKm(visited: number, between: readonly number[][], fromBase: readonly number[]): number {
  const distances = new Map([...fromBase.entries()].filter(([stop]) => (visited & (1 << stop)) === 0))
  let total = 0
  while (distances.size > 0) {
    let [nearest, nearestKm] = [-1, Infinity]
    for (const [stop, km] of distances) if (km < nearestKm) [nearest, nearestKm] = [stop, km]
    total += nearestKm
    distances.delete(nearest)
    for (const [stop, km] of distances) distances.set(stop, Math.min(km, between[nearest]?.[stop] ?? 0))
  }
  return total
}

/** The cost including the way back to the base. */
const costWithReturn = (
  { missed, totalKm, stop }: Omit<PartialRoute, 'before'>,
  fromBase: readonly number[],
): Cost => ({
  missed,
  totalKm: totalKm + (fromBase[stop] ?? 0),
})

const countMissed = (stop: Stop | undefined, arriveAt: number): number =>
  stop?.deadlines.filter((deadline) => deadline < arriveAt).length ?? 0

/** The stops of a route from the first to the last. */
function stopsInOrder<S extends Stop>(last: PartialRoute, stops: readonly S[]): S[] {
  const order: S[] = []
  for (let end: PartialRoute | null = last; end; end = end.before) order.push(...stops.slice(end.stop, end.stop + 1))
  return order.toReversed()
}

/** The cost of an order. Stops are numbers with precomputed distances, because thousands of orders are tried. */
interface Cost {
  missed: number
  totalKm: number
}
type CostOf = (order: readonly number[]) => Cost

function distancesOf(stops: readonly Stop[], { base }: Trip) {
  return {
    between: stops.map((from) => stops.map((to) => distanceKm(from, to))),
    fromBase: stops.map((stop) => (base ? distanceKm(base, stop) : 0)),
  }
}

function createCost(stops: readonly Stop[], trip: Trip): CostOf {
  const { between, fromBase } = distancesOf(stops, trip)
  const msPerKm = driveMs(1, trip)
  return (order) => {
    let [totalKm, time, missed, at] = [0, trip.departure, 0, -1]
    for (const stop of order) {
      const km = (at < 0 ? fromBase[stop] : between[at]?.[stop]) ?? 0
      totalKm += km
      time += km * msPerKm
      for (const deadline of stops[stop]?.deadlines ?? []) if (deadline < time) missed++
      time += (stops[stop]?.workMinutes ?? 0) * 60_000
      at = stop
    }
    return { missed, totalKm: totalKm + (fromBase[at] ?? 0) }
  }
}

/** Inserts stops one by one, each at its cheapest position. */
function byInsertion(stops: readonly number[], costOf: CostOf): number[] {
  let order: number[] = []
  for (const stop of stops) {
    const candidates = Array.from({ length: order.length + 1 }, (_, position) => order.toSpliced(position, 0, stop))
    order = cheapest(candidates, costOf)
  }
  return order
}

const cheapest = (orders: readonly number[][], costOf: CostOf): number[] =>
  orders.reduce<{ order: number[]; cost: Cost }>(
    (best, order) => {
      const cost = costOf(order)
      return isBetter(cost, best.cost) ? { order, cost } : best
    },
    { order: [], cost: { missed: Infinity, totalKm: Infinity } },
  ).order

type OrderChange = (order: readonly number[]) => number[]

/** Changes of an order: reversing a section, or moving up to three stops (2-opt and Or-opt). */
function orderChanges(count: number): OrderChange[] {
  const changes: OrderChange[] = []
  for (let from = 0; from < count; from++) {
    for (let to = from + 2; to <= count; to++)
      changes.push((order) => [...order.slice(0, from), ...order.slice(from, to).toReversed(), ...order.slice(to)])
    for (let length = 1; length <= Math.min(3, count - from); length++)
      for (let target = 0; target <= count - length; target++)
        if (target !== from)
          changes.push((order) =>
            order.toSpliced(from, length).toSpliced(target, 0, ...order.slice(from, from + length)),
          )
  }
  return changes
}

/** Applies every change that improves the order, until none does. */
function improve(start: number[], costOf: CostOf): number[] {
  const changes = orderChanges(start.length)
  let [best, cost] = [start, costOf(start)]
  for (let found = true; found; ) {
    found = false
    for (const change of changes) {
      const order = change(best)
      const next = costOf(order)
      if (isBetter(next, cost)) [best, cost, found] = [order, next, true]
    }
  }
  return best
}

function improvedRoute<S extends Stop>(stops: readonly S[], trip: Trip): RoutePlan<S> {
  const costOf = createCost(stops, trip)
  const firstDeadline = (stop: number) => Math.min(Infinity, ...(stops[stop]?.deadlines ?? []))
  const baseDistances = stops.map((stop) => (trip.base ? distanceKm(trip.base, stop) : 0))
  const all = stops.map((_, stop) => stop)
  const urgentFirst = all.toSorted((a, b) => firstDeadline(a) - firstDeadline(b) || 0)
  const farthestFirst = all.toSorted((a, b) => (baseDistances[b] ?? 0) - (baseDistances[a] ?? 0))
  const starts = [urgentFirst, byInsertion(urgentFirst, costOf), byInsertion(farthestFirst, costOf)]
  const order = cheapest(
    starts.map((start) => improve(start, costOf)),
    costOf,
  )
  return routeThrough(
    order.flatMap((stop) => stops[stop] ?? []),
    trip,
  )
}
