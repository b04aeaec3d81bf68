import { addDays, type Day } from '@chisholm/domain/dates'
import { inTransaction } from '../../database/transaction.ts'
import type { Services } from '../../services.ts'
import { moveSystems } from './deaths-by-system.queries.ts'
import * as queries from './store-figures.queries.ts'

const changesAtOnce = 200_000
/** Means in `head_stored` that no head is stored; no earlier day is ever requested. */
const nothingStored: Day = '0001-01-31'
const dayOfNothing: Day = '0001-01-01'

/**
 * Stores the sums of deaths and the head by month from which figures are read. Figures are the same before and after,
 * because changes that are not stored yet are counted. Several servers may call it concurrently; one of them does the
 * work.
 */
export async function storeFigures(services: Pick<Services, 'db'>, now = new Date()): Promise<void> {
  while ((await storeSome(services, now)) === 'more');
}

const storeSome = (services: Pick<Services, 'db'>, now: Date): Promise<'more' | 'done'> =>
  inTransaction(services, async (services) => {
    const { db } = services
    if (!(await queries.tryLockFigures(db))) return 'done'
    await moveSystems(db)
    const outdated = await queries.addToSums(db, changesAtOnce)
    const isMore = outdated.reduce((sum, { changes }) => sum + changes, 0) === changesAtOnce
    const stored = await queries.headStoredUntil(db)
    // The first head is stored after all deaths, because each batch of deaths affects every month.
    if (isMore && stored === nothingStored) return 'more'
    const until = endOfNextMonth(now)
    if (stored < until) {
      const from = stored === nothingStored ? dayOfNothing : addDays(stored, 1)
      const earlier = new Map(outdated.map(({ site_id, day }) => [site_id, day < from ? day : from]))
      const sites = (await queries.siteIds(db)).map((site_id) => ({ site_id, day: earlier.get(site_id) ?? from }))
      await storeHead(db, sites, until)
      await queries.setHeadStoredUntil(db, until)
    } else
      await storeHead(
        db,
        outdated.filter(({ day }) => day <= stored),
        stored,
      )
    if (!isMore) await queries.storeHeadOfLots(db, stored < until ? until : stored)
    return isMore ? 'more' : 'done'
  })

async function storeHead(
  db: Parameters<typeof queries.storeHead>[0],
  sites: { site_id: string; day: Day }[],
  until: Day,
): Promise<void> {
  const [first] = sites.map(({ day }) => day).toSorted()
  if (first === undefined) return
  await queries.storeHead(db, sites, until)
  await queries.storeHeadOfPractice(db, first)
}

/** Head is stored until the end of the next month, because days of death are near today. */
function endOfNextMonth(now: Date): Day {
  const month = addDays(`${now.toISOString().slice(0, 7)}-01`, 31).slice(0, 7)
  return addDays(`${addDays(`${month}-01`, 31).slice(0, 7)}-01`, -1)
}
