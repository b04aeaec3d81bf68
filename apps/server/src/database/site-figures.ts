import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Executor } from './executor.ts'
import type { SiteId } from './ids.ts'
import { readSiteChanges } from './site-figures.queries.ts'

const maxBytes = 64 * 1024 * 1024

interface FigureRequest<Value, Computed> {
  /** Identifies the figure with all that it depends on except the sites. */
  name: string
  compute: (sites: SiteId[]) => Promise<Computed>
  /** The approximate memory of a value. */
  bytesOf: (value: Value) => number
}

/**
 * Figures that this server has computed before. In a transaction of `inSnapshot` they are those of the snapshot. Values
 * must not be changed.
 */
export interface SiteFigures {
  /**
   * Reads a figure of each of several sites, and computes it for those that have changed. Sites for which it computes
   * nothing are left out.
   */
  read<Value extends object>(
    db: Executor,
    sites: readonly SiteId[],
    request: FigureRequest<Value, Map<SiteId, Value>>,
  ): Promise<Map<SiteId, Value>>
  /** Reads a figure of several sites together, and computes it if one of them has changed. */
  readTogether<Value extends object>(
    db: Executor,
    sites: readonly SiteId[],
    request: FigureRequest<Value, Value>,
  ): Promise<Value>
}

/** The sources of figures. */
export interface FigureContext {
  db: Executor
  siteFigures: SiteFigures
}

interface Remembered {
  /** Undefined: the site has none. */
  value: object | undefined
  /** The horizon of the snapshot from which it was computed. */
  horizon: number
  bytes: number
}

/**
 * Remembers figures of sites until the site changes. The triggers that feed `changes` record each change in its
 * transaction, so a figure is outdated as soon as any server commits one (docs/decisions/0038-remembered-figures.md).
 * @param keptFor  how long rows of `changes` are kept, in milliseconds
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
  /** The remembered figure, unless one of its sites has changed since the older of the two snapshots. */
  const recall = (key: string, sites: readonly SiteId[], horizon: number): Remembered | undefined => {
    const known = remembered.get(key)
    const isCurrent = known && sites.every((site) => lastChangeOf(site) < Math.min(known.horizon, horizon))
    return isCurrent ? known : undefined
  }
  const remember = <Value extends object>(
    key: string,
    value: Value | undefined,
    horizon: number,
    bytesOf: (value: Value) => number,
  ) => remembered.set(key, { value, horizon, bytes: 400 + (value ? bytesOf(value) : 0) })

  return {
    async read<Value extends object>(
      db: Executor,
      sites: readonly SiteId[],
      { name, compute, bytesOf }: FigureRequest<Value, Map<SiteId, Value>>,
    ) {
      const horizon = await noteChanges(db)
      const keyOf = (site: SiteId) => `${site} ${name}`
      const values = new Map<SiteId, Value>()
      const changed: SiteId[] = []
      for (const site of sites) {
        const known = recall(keyOf(site), [site], horizon)
        if (!known) changed.push(site)
        // cast: the name of a figure says what its values are
        else if (known.value) values.set(site, known.value as Value)
      }
      const computed = changed.length > 0 ? await compute(changed) : new Map<SiteId, Value>()
      for (const site of changed) {
        const value = computed.get(site)
        if (value) values.set(site, value)
        remember(keyOf(site), value, horizon, bytesOf)
      }
      return values
    },

    async readTogether<Value extends object>(
      db: Executor,
      sites: readonly SiteId[],
      { name, compute, bytesOf }: FigureRequest<Value, Value>,
    ) {
      const horizon = await noteChanges(db)
      const key = `${hash('sha256', sites.join())} ${name}`
      const known = recall(key, sites, horizon)
      // cast: the name of a figure says what its values are
      if (known?.value) return known.value as Value
      const value = await compute([...sites])
      remember(key, value, horizon, bytesOf)
      return value
    },
  }
}
