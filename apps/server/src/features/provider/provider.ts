import { may } from '@chisholm/domain/permissions'
import { providerMistakes } from '@chisholm/domain/provider'
import type { Provider } from '@chisholm/domain/shapes'
import { NIL } from 'uuid'
import { oneAtATime } from '../../database/one-at-a-time.ts'
import type { Executor, Parts, WriteContext } from '../../http/context.ts'
import { checkVersion } from '../../http/etag.ts'
import { forbidden, invalid } from '../../http/failures.ts'
import { audit } from '../audit/index.ts'
import * as queries from './provider.queries.ts'

/**
 * The one place the practice is read from: what Admins saved, else the defaults. Read anew each time, so that every
 * server on the database tells the same.
 */
export function openProvider(defaults: Provider): Parts['provider'] {
  return async (db, at) => {
    const found = at ? await queries.detailsAt(db, at) : await queries.latestDetails(db)
    return found ? detailsOf(found, defaults) : defaults
  }
}

type Details = Omit<Provider, 'time_zone'> & { time_zone: string | null }

const detailsOf = ({ name, phone, email, url, time_zone }: Details, defaults: Provider): Provider => ({
  name,
  phone,
  email,
  url,
  time_zone: time_zone ?? defaults.time_zone,
})

/** The practice and the version of what it tells; 0 while it is the environment's. */
export async function readProvider(db: Executor, defaults: Provider) {
  const found = await queries.latestDetails(db)
  return { provider: found ? detailsOf(found, defaults) : defaults, version: found?.version ?? 0 }
}

/**
 * Changes what the practice tells of itself; what is not sent stays.
 * @throws forbidden, stale; invalid with the text of each field
 */
export async function changeProvider(
  ctx: WriteContext,
  sent: Partial<Provider>,
  expected: number | null,
): Promise<void> {
  if (!may(ctx.person, 'provider.manage')) throw forbidden()
  await oneAtATime(ctx.db, 'provider')
  const { provider: before, version } = await readProvider(ctx.db, ctx.settings.provider)
  checkVersion(expected, version)
  const after = { ...before, ...sent }
  const mistakes = providerMistakes(after)
  if (Object.keys(mistakes).length > 0) throw invalid(mistakes)
  await queries.keepDefaults(ctx.db, ctx.settings.provider)
  await queries.insertDetails(ctx.db, version + 1, after)
  await audit(ctx.db, ctx, 'provider changed', { type: 'provider', id: NIL }, before, after)
}
