import { isVet } from '@chisholm/domain/permissions'
import { texts } from '@chisholm/domain/texts'
import { lowerCased, type SiteId, type UserId } from '../../database/ids.ts'
import type { WriteContext } from '../../http/context.ts'
import { isUuid } from '../../http/bodies.ts'
import { checkVersion } from '../../http/etag.ts'
import { conflict, invalid } from '../../http/failures.ts'
import { audit } from '../audit/index.ts'
import { linksOf, offeredAmong, replaceLinks } from './site-access.queries.ts'
import { requireAccount } from './users.ts'
import { touchUser } from './users.queries.ts'

/**
 * Links a client to these sites and to no others, in this order; its next request is answered by them.
 * @throws as requireAccount; stale
 * @throws conflict  veterinarians see every site anyway
 * @throws invalid   a site that is not there, or a retired one it has no access to yet
 */
export async function changeSiteAccess(
  ctx: WriteContext,
  id: UserId,
  sent: string[] | undefined,
  expected: number | null,
) {
  const user = await requireAccount(ctx, id)
  checkVersion(expected, user.version)
  if (isVet(user)) throw conflict(texts.refusal.sitesForClients)
  if (!sent?.every(isUuid<SiteId>)) throw invalid({ sites: [texts.validation.sitesUnknown] })
  const sites = [...new Set(sent.map(lowerCased))]
  const before = (await linksOf(ctx.db, [id])).map((link) => link.id)
  const added = sites.filter((site) => !before.includes(site))
  if ((await offeredAmong(ctx.db, added)).length < added.length)
    throw invalid({ sites: [texts.validation.sitesUnknown] })
  await replaceLinks(ctx.db, id, sites)
  await touchUser(ctx.db, id)
  await audit(ctx.db, ctx, 'site access changed', { type: 'user', id }, { sites: before }, { sites })
}
