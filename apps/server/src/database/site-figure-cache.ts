import { LRUCache } from 'lru-cache'
import type { Executor } from './executor.ts'
import type { SiteId } from './ids.ts'
import { readSiteChanges } from './site-figures.queries.ts'

const maxBytes = 64 * 1024 * 1024
/** The approximate memory of an entry besides its value. */
const bytesOfEntry = 400

interface Cached {
  /** Undefined: the site has none. */
  value: object | undefined
  /** The horizon of the snapshot from which it was computed. */
  horizon: number
  bytes: number
}

/**
 * A cache of figures of sites, which are outdated once one of their sites changes.
 * @param keptFor  how long rows of `changes` are kept, in milliseconds
 */
export function createSiteFigureCache(keptFor: number) {
  const figures = new LRUCache<string, Cached>({ maxSize: maxBytes, sizeCalculation: ({ bytes }) => bytes })
  // null: all sites
  const newestChanges = new Map<SiteId | null, number>()
  let last = { horizon: 0, readAt: 0 }

  const lastChangeOf = (site: SiteId) => Math.max(newestChanges.get(site) ?? 0, newestChanges.get(null) ?? 0)

  return {
    /** Reads which sites have changed since the last call. @returns the horizon of the snapshot */
    async noteChanges(db: Executor): Promise<number> {
      const since = last
      const { horizon, readAt, changes } = await readSiteChanges(db, since.horizon)
      const isRestored = horizon < since.horizon && readAt > since.readAt
      // older changes may be deleted already
      if (isRestored || readAt - since.readAt > keptFor / 2) {
        figures.clear()
        newestChanges.clear()
        last = { horizon, readAt }
      }
      for (const { site_id, xid } of changes) newestChanges.set(site_id, Math.max(newestChanges.get(site_id) ?? 0, xid))
      last = { horizon: Math.max(last.horizon, horizon), readAt: Math.max(last.readAt, readAt) }
      return horizon
    },

    /** The cached figure, unless one of its sites has changed since the older of the two snapshots. */
    recall(key: string, sites: readonly SiteId[], horizon: number): Pick<Cached, 'value'> | undefined {
      const known = figures.get(key)
      const isCurrent = known && sites.every((site) => lastChangeOf(site) < Math.min(known.horizon, horizon))
      return isCurrent ? known : undefined
    },

    /** @param bytesOf  the approximate memory of the value */
    remember<Value extends object>(
      key: string,
      value: Value | undefined,
      horizon: number,
      bytesOf: (value: Value) => number,
    ): void {
      figures.set(key, { value, horizon, bytes: bytesOfEntry + (value ? bytesOf(value) : 0) })
    },
  }
}
