import type { PostMortemId } from '../../database/ids.ts'
import { holdTimeZones } from '../../database/keep-visit-days.ts'
import { readText } from '../../http/body-fields.ts'
import type { WriteContext } from '../../http/context.ts'
import type { PostMortemChange } from './change-post-mortem.ts'
import { parseChange, siteIdIn, vetActionsIn } from './parse-post-mortem-body.ts'
import { requireRoleFor } from './post-mortem-access.ts'
import type { Body } from './post-mortems.schemas.ts'
import { timeZoneOfPostMortem, timeZoneOfSite } from './site-zones.ts'

/**
 * Reads the change of a ticket that a request asks for. Its days are those of the site that it names, or else of the
 * ticket's site; if it plans a visit, the zone stays as it is until the visit is stored.
 * @throws notFound   the user may not see the ticket
 * @throws forbidden  the role may never do this
 * @throws invalid    fields are invalid; the error names each
 */
export async function readChange(ctx: WriteContext, id: PostMortemId, body: Body): Promise<PostMortemChange> {
  for (const action of vetActionsIn(body)) await requireRoleFor(ctx, id, action)
  if (readText(body.scheduled_at)) await holdTimeZones(ctx.db)
  const siteId = siteIdIn(body)
  const zone = siteId ? await timeZoneOfSite(ctx, siteId) : await timeZoneOfPostMortem(ctx, id)
  return parseChange(body, zone)
}
