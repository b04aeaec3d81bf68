import type { Zone } from '@chisholm/domain/dates'
import type { OpenedAnimals } from '@chisholm/domain/schemas/insight'
import type { FigureContext } from '../../database/site-figures.ts'
import type { SiteId } from '../../database/ids.ts'
import type { InsightScope } from './insight-scope.ts'
import { figureName, idsOf, type SiteInScope, sitesInScope } from './insight-scope.queries.ts'
import { createRangeOf } from './sent-post-mortems.ts'
import {
  isFilteredByDeaths,
  type OpenedColumns,
  readMatchingOpenedColumns,
  readOpenedColumns,
} from './sent-post-mortems.queries.ts'

/** The tickets of a site with opened animals in the order in which they were sent. */
interface OpenedOfSite {
  /** Seconds since 1970. */
  requestedAt: Float64Array
  animals: Uint16Array
  inTime: Uint16Array
}

/**
 * How many animals of a scope's tickets were examined at their site, and how many of them before the carcass clock had
 * run out (decisions.md section 6). It counts current examinations, which clients do not see.
 */
export async function readOpenedAnimals(
  ctx: FigureContext,
  scope: InsightScope,
  practiceZone: Zone,
): Promise<OpenedAnimals> {
  const sites = await sitesInScope(ctx.db, scope)
  return ctx.siteFigures.readTogether(ctx.db, idsOf(sites), {
    name: figureName(scope, 'opened animals', practiceZone),
    compute: () => countOpened(ctx, scope, sites, practiceZone),
    bytesOf: () => 100,
  })
}

async function countOpened(
  ctx: FigureContext,
  scope: InsightScope,
  sites: readonly SiteInScope[],
  practiceZone: Zone,
): Promise<OpenedAnimals> {
  const openedBySite = isFilteredByDeaths(scope)
    ? bySite(await readMatchingOpenedColumns(ctx.db, scope, idsOf(sites)))
    : await readRemembered(ctx, idsOf(sites))
  const rangeOf = createRangeOf(scope)
  const counted = { animals: 0, in_time: 0 }
  for (const { id, time_zone } of sites) {
    const opened = openedBySite.get(id)
    if (!opened) continue
    const { start, end } = rangeOf(opened, time_zone ?? practiceZone)
    for (let position = start; position < end; position++) {
      counted.animals += opened.animals[position] ?? 0
      counted.in_time += opened.inTime[position] ?? 0
    }
  }
  return counted
}

const readRemembered = ({ db, siteFigures }: FigureContext, sites: SiteId[]) =>
  siteFigures.read(db, sites, {
    name: 'opened animals',
    compute: async (changed) => bySite(await readOpenedColumns(db, changed)),
    bytesOf: ({ animals }: OpenedOfSite) => animals.length * 12,
  })

const bySite = (columns: OpenedColumns[]): Map<SiteId, OpenedOfSite> =>
  new Map(
    columns.map(({ site_id, requested_at, animals, in_time }) => [
      site_id,
      {
        requestedAt: Float64Array.from(requested_at),
        animals: Uint16Array.from(animals),
        inTime: Uint16Array.from(in_time),
      },
    ]),
  )
