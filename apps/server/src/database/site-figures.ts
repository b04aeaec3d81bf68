import { LRUCache } from 'lru-cache'
import type { Executor } from './executor.ts'
import type { SiteId } from './ids.ts'
import { readSiteChanges } from './site-figures.queries.ts'

const maxBytes = 64 * 1024 * 1024

interface FigureRequest<Value> {
  /** Identifies the figure with all that it depends on except the site. */
  name: string
  /** The values of sites; those without one are left out. */
  compute: (sites: SiteId[]) => Promise<Map<SiteId, Value>>
  /** The approximate memory of a value. */
  bytesOf: (value: Value) => number
}

/** Figures of single sites that this server has computed before. */
export interface SiteFigures {
  /**
   * Reads a figure of sites, and computes it for those that have changed. In a transaction of `inSnapshot` it is that of
   * the snapshot.
   * @returns values that must not be changed
   */
  read<Value extends object>(
    db: Executor,
    sites: readonly SiteId[],
    request: FigureRequest<Value>,
  ): Promise<Map<SiteId, Value>>
}

/** What figures are read from. */
export interface FigureContext {
  db: Executor
  siteFigures: SiteFigures
}

interface Remembered {
  /** Undefined: the site has none. */
  value: object | undefined
  /** That of the snapshot from which it was computed. */
  horizon: number
  bytes: number
}

/**
 * Remembers figures of sites until a change of the site. The triggers that tell open browsers of changes write down each
 * of them in its transaction, so a figure is exact the moment that something is committed, whichever server did it
 * (docs/decisions/0038-remembered-figures.md).
 * @param keptFor  for how many milliseconds `changes` are kept
 */
export function createSiteFigures(keptFor: number): SiteFigures {
  const remembered = new LRUCache<string, Remembered>({ maxSize: maxBytes, sizeCalculation: ({ bytes }) => bytes })
  // null: all sites
  const newestChanges = new Map<SiteId | null, number>()
  let last = { horizon: 0, readAt: 0 }

  /** @returns the horizon of the snapshot */
  const noteChanges = async (db: Executor): Promise<number> => {
    const since = last
    const { horizon, readAt, changes } = await readSiteChanges(db, since.horizon)
    const isRestored = horizon < since.horizon && readAt > since.readAt
    // older changes may be deleted already
    if (isRestored || readAt - since.readAt > keptFor / 2) {
      remembered.clear()
      newestChanges.clear()
      last = { horizon, readAt }
    }
    for (const { site_id, xid } of changes) newestChanges.set(site_id, Math.max(newestChanges.get(site_id) ?? 0, xid))
    last = { horizon: Math.max(last.horizon, horizon), readAt: Math.max(last.readAt, readAt) }
    return horizon
  }
  const lastChangeOf = (site: SiteId) => Math.max(newestChanges.get(site) ?? 0, newestChanges.get(null) ?? 0)

  return {
    async read<Value extends object>(db: Executor, sites: readonly SiteId[], request: FigureRequest<Value>) {
      const horizon = await noteChanges(db)
      const keyOf = (site: SiteId) => `${site} ${request.name}`
      const values = new Map<SiteId, Value>()
      const changed: SiteId[] = []
      for (const site of sites) {
        const known = remembered.get(keyOf(site))
        // no change lies between the two snapshots, whichever is older
        if (!known || lastChangeOf(site) >= Math.min(known.horizon, horizon)) changed.push(site)
        // cast: the name of a figure says what its values are
        else if (known.value) values.set(site, known.value as Value)
      }
      const computed = changed.length > 0 ? await request.compute(changed) : new Map<SiteId, Value>()
      for (const site of changed) {
        const value = computed.get(site)
        if (value) values.set(site, value)
        remembered.set(keyOf(site), { value, horizon, bytes: 400 + (value ? request.bytesOf(value) : 0) })
      }
      return values
    },
  }
}
