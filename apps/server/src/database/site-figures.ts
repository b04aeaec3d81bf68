import { hash } from 'node:crypto'
import type { Executor } from './executor.ts'
import type { SiteId } from './ids.ts'
import { createSiteFigureCache } from './site-figure-cache.ts'

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

/**
 * Remembers figures of sites until the site changes. The triggers that feed `changes` record each change in its
 * transaction, so a figure is outdated as soon as any server commits one (docs/decisions/0038-remembered-figures.md).
 * @param keptFor  how long rows of `changes` are kept, in milliseconds
 */
export function createSiteFigures(keptFor: number): SiteFigures {
  const { noteChanges, recall, remember } = createSiteFigureCache(keptFor)

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
