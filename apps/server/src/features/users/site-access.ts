import { isVet, may } from '@chisholm/domain/permissions'
import { texts } from '@chisholm/domain/texts'
import type { Context } from '../../http/context.ts'
import { isUuid } from '../../http/bodies.ts'
import { checkVersion } from '../../http/etag.ts'
import { conflict, forbidden, invalid, notFound } from '../../http/failures.ts'
import { audit } from '../audit/index.ts'
import { linksOf, offeredAmong, replaceLinks } from './site-access.queries.ts'
import { lockUser, touchUser } from './users.queries.ts'

/**
 * Links a client to these sites and to no others, in this order; its next request is answered by them.
 * @throws forbidden, notFound, stale
 * @throws conflict  veterinarians see every site anyway
 * @throws invalid   a site that is not there, or a retired one it has no access to yet
 */
export async function changeSiteAccess(ctx: Context, id: string, sent: string[], expected: number | null) {
  if (!may(ctx.person, 'users.manage')) throw forbidden()
  const sites = [...new Set(sent.map((site) => site.toLowerCase()))]
  if (!sites.every(isUuid)) throw invalid({ sites: [texts.validation.sitesUnknown] })
  await ctx.db.transaction().execute(async (tx) => {
    const user = await lockUser(tx, id)
    if (!user) throw notFound()
    checkVersion(expected, user.version)
    if (isVet(user)) throw conflict(texts.refusal.sitesForClients)
    const before = (await linksOf(tx, [id])).map((link) => link.id)
    const added = sites.filter((site) => !before.includes(site))
    if ((await offeredAmong(tx, added)).length < added.length) throw invalid({ sites: [texts.validation.sitesUnknown] })
    await replaceLinks(tx, id, sites)
    await touchUser(tx, id)
    await audit(tx, ctx, 'site access changed', { type: 'user', id }, { sites: before }, { sites })
  })
}
