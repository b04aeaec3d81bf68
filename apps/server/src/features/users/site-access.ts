import { isVet } from '@chisholm/domain/permissions'
import { serverTexts } from '@chisholm/domain/server-texts'
import { lowerCased, type SiteId, type UserId } from '../../database/ids.ts'
import type { WriteContext } from '../../http/context.ts'
import { isUuid } from '../../http/body-fields.ts'
import type { IfMatch } from '../../http/etag.ts'
import { conflict, invalid } from '../../http/app-error.ts'
import { recordAudit } from '../audit-recorder/index.ts'
import { lockSites, replaceSiteLinks, siteLinksOfUsers } from './site-access.queries.ts'
import { requireAccount, requireUserMatch } from './users.ts'
import { touchUser } from './users.queries.ts'

/**
 * Replaces the sites of a client with these, in this order. The change takes effect with the next request.
 * @throws stale     the user has changed since the caller read it
 * @throws conflict  the user is a veterinarian, who sees every site anyway
 * @throws invalid   a site is unknown, or is retired and not among the client's sites
 * @throws AppError  like `requireAccount`
 */
export async function changeSiteAccess(
  ctx: WriteContext,
  id: UserId,
  requestedSites: string[] | undefined,
  expected: IfMatch,
) {
  const user = await requireAccount(ctx, id)
  await requireUserMatch(ctx, user, expected)
  if (isVet(user)) throw conflict(serverTexts.refusal.sitesForClients)
  if (!requestedSites?.every(isUuid<SiteId>)) throw invalid({ sites: [serverTexts.validation.sitesUnknown] })
  const sites = [...new Set(requestedSites.map(lowerCased))]
  const before = (await siteLinksOfUsers(ctx.db, [id])).map((link) => link.id)
  // those that stay, too: they are inserted anew, and an erasure of their customer would wait for the deleted links
  const locked = new Map((await lockSites(ctx.db, sites)).map((site) => [site.id, site]))
  const isOffered = (site: SiteId) => before.includes(site) || locked.get(site)?.retired === false
  if (!sites.every((site) => locked.has(site) && isOffered(site)))
    throw invalid({ sites: [serverTexts.validation.sitesUnknown] })
  await replaceSiteLinks(ctx.db, id, sites)
  await touchUser(ctx.db, id)
  await recordAudit(ctx.db, ctx, {
    action: 'site access changed',
    subject: { type: 'user', id },
    before: { sites: before },
    after: { sites },
  })
}
