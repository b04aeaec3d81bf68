import { serverConstants } from '@chisholm/domain/constants'
import { addDays, type Day, dayOf, timestampAt } from '@chisholm/domain/dates'
import { may } from '@chisholm/domain/permissions'
import { bestRoute } from '@chisholm/domain/route'
import type { Site } from '@chisholm/domain/schemas/customers-and-sites'
import type { Planner, Route } from '@chisholm/domain/schemas/planner'
import { clashesAmong } from '@chisholm/domain/visits'
import type { PostMortemId, UserId } from '../../database/ids.ts'
import type { InTransaction } from '../../database/transaction.ts'
import type { Context } from '../../http/context.ts'
import { forbidden, notFound } from '../../http/app-error.ts'
import { absencesBetween, mayReadAbsence } from '../absences/index.ts'
import { mayTakePostMortems } from '../post-mortems/index.ts'
import { presentSites } from '../sites/index.ts'
import * as queries from './planner.queries.ts'

/** The planner with its tickets as JSON of cards. */
type PlannerWithCards = Omit<Planner, 'unscheduled' | 'visits'> & { unscheduled: string; visits: string }

function requirePlanner({ person }: Pick<Context, 'person'>): void {
  if (!may(person, 'planner.view')) throw forbidden()
}

/**
 * The visits of these days, and the tickets without a date (decisions.md section 8).
 * @param ctx  of one snapshot, so that a ticket that is scheduled meanwhile is in one of the two
 * @throws forbidden  the user has no vet role
 */
export async function readPlanner(ctx: InTransaction<Context>, from: Day, to: Day): Promise<PlannerWithCards> {
  requirePlanner(ctx)
  const { time_zone: practiceZone } = await ctx.provider(ctx.db)
  const days = { from, to, practiceZone }
  const unscheduled = await queries.unscheduledCards(ctx.db, serverConstants.planner.unscheduledMax)
  const unscheduled_total = await queries.countUnscheduled(ctx.db)
  const visits = await queries.visitCards(ctx.db, days)
  // of the days beside, too, whose visits may last into these days
  const nearby = await queries.visitRows(ctx.db, { from: addDays(from, -1), to: addDays(to, 1), practiceZone })
  const rows = nearby.filter((visit) => {
    const day = dayOf(visit.scheduled_at, visit.time_zone ?? practiceZone)
    return day >= from && day <= to
  })
  const absences = (await absencesBetween(ctx.db, from, to)).map((absence) =>
    mayReadAbsence(ctx, absence) ? absence : { ...absence, note: null },
  )
  const sites = await presentSites(ctx, [...new Set(rows.map(({ site_id }) => site_id))])
  const shown = new Set(rows.map(({ id }) => id))
  const clashes = clashesOf(nearby, practiceZone).filter(({ post_mortem_ids }) =>
    post_mortem_ids.some((id) => shown.has(id)),
  )
  return { unscheduled, unscheduled_total, visits, absences, clashes, sites }
}

function clashesOf(
  rows: queries.VisitRow[],
  practiceZone: string,
): { user_id: UserId; post_mortem_ids: PostMortemId[] }[] {
  const byVet = Map.groupBy(
    rows.filter(({ isOpen }) => isOpen),
    ({ scheduled_for_id }) => scheduled_for_id,
  )
  return [...byVet].flatMap(([user_id, visits]) => {
    if (user_id === null) return []
    const groups = clashesAmong(
      visits.map(({ id, scheduled_at, duration_minutes, time_zone }) => ({
        id,
        scheduledAt: scheduled_at,
        durationMinutes: duration_minutes,
        zone: time_zone ?? practiceZone,
      })),
    )
    return groups.map((group) => ({ user_id, post_mortem_ids: group.map(({ id }) => id) }))
  })
}

const roundKm = (km: number) => Math.round(km * 100) / 100

/**
 * The shortest route of a veterinarian through the open visits of a day that misses as few `examine_by` as possible. It
 * begins at 8:00 in the practice's time zone, or now if that is later today.
 * @throws forbidden  the user has no vet role; notFound  there is no such veterinarian
 */
export async function readRoute(ctx: Context, day: Day, userId: UserId): Promise<Route> {
  requirePlanner(ctx)
  if (!(await mayTakePostMortems(ctx, userId))) throw notFound()
  const provider = await ctx.provider(ctx.db)
  const { time_zone: practiceZone, latitude, longitude, travel_speed_kmh: speedKmh } = provider
  const visits = await queries.openVisitsOf(ctx.db, userId, { from: day, to: day, practiceZone })
  const sites = await presentSites(ctx, [...new Set(visits.map(({ site_id }) => site_id))])
  const base = latitude === null || longitude === null ? null : { latitude, longitude }
  const route = bestRoute(
    sites.flatMap((site) => stopAt(site, visits)),
    { base, speedKmh, departure: departureOn(day, practiceZone) },
  )
  return {
    stops: route.legs.map(({ stop, arriveAt, km }) => ({
      post_mortem_ids: stop.postMortemIds,
      site: stop.site,
      arrive_at: new Date(arriveAt).toISOString(),
      leg_km: roundKm(km),
    })),
    total_km: roundKm(route.totalKm),
    back_at: route.legs.length > 0 ? new Date(route.backAt).toISOString() : null,
    unplaced: sites.flatMap((site) => (site.latitude === null ? [site.id] : [])),
  }
}

function departureOn(day: Day, practiceZone: string): number {
  const begins = timestampAt(day, serverConstants.planner.dayBegins, practiceZone).getTime()
  return day === dayOf(new Date(), practiceZone) ? Math.max(begins, Date.now()) : begins
}

/** The stop at a site, or no stop if the site has no coordinates. */
function stopAt(site: Site, visits: readonly queries.OpenVisitRow[]) {
  const { latitude, longitude } = site
  if (latitude === null || longitude === null) return []
  const here = visits.filter(({ site_id }) => site_id === site.id)
  return [
    {
      site,
      latitude,
      longitude,
      postMortemIds: here.map(({ id }) => id),
      workMinutes: here.reduce((minutes, visit) => minutes + visit.duration_minutes, 0),
      deadlines: here.flatMap(({ examine_by }) => examine_by?.getTime() ?? []),
    },
  ]
}
