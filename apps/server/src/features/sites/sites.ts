import type { Transaction } from 'kysely'
import { may } from '@chisholm/domain/permissions'
import type { Site } from '@chisholm/domain/schemas/customers-and-sites'
import { type SiteLocation, siteLocationFields, validateSiteLocation } from '@chisholm/domain/sites'
import { serverTexts } from '@chisholm/domain/server-texts'
import { texts } from '@chisholm/domain/texts'
import { withoutUndefined } from '@chisholm/domain/typed-objects'
import type { CustomerId, SiteId } from '../../database/ids.ts'
import { keepVisitDays, lockTimeZones, lockVisits } from '../../database/keep-visit-days.ts'
import type { Tables } from '../../database/tables.ts'
import { isUniqueViolation } from '../../database/constraint-violations.ts'
import { seesSite } from '../../http/authorized-sites.ts'
import type { Context, WriteContext } from '../../http/context.ts'
import { type IfMatch, requireContentMatch } from '../../http/etag.ts'
import { conflict, type FieldErrors, forbidden, idInUse, invalid, notFound } from '../../http/app-error.ts'
import { type NewAuditEntry, recordAddition, recordAudit, wasCreatedAs } from '../audit-recorder/index.ts'
import { auditActionOf, validateName, nextRetiredAt, validateLengths, describeUses } from '../customers/index.ts'
import * as queries from './sites.queries.ts'

const subject = (id: string) => ({ type: 'site', id })
const { validation } = texts
const nameTaken: FieldErrors = { name: [serverTexts.validation.siteNameTaken] }

/** @param zone  the time zone of the practice */
const presentSite = ({ customer_name, retired_at, ...site }: queries.SiteRow, zone: string): Site => ({
  ...site,
  time_zone: site.time_zone ?? zone,
  customer: { id: site.customer_id, name: customer_name },
  retired: retired_at ? 1 : 0,
})

/**
 * Lists the sites that the user may see.
 * @returns one page, and the total
 */
export async function listSites(ctx: Context, list: Parameters<typeof queries.readSitePage>[2]) {
  const { total, rows } = await queries.readSitePage(ctx.db, ctx.person.sites, list)
  const zone = await zoneOfPractice(ctx)
  return { total, sites: rows.map((site) => presentSite(site, zone)) }
}

/** @throws notFound  the site does not exist, or the user may not see it */
export async function readSite(ctx: Context, id: SiteId): Promise<Site> {
  const site = await queries.siteById(ctx.db, ctx.person.sites, id)
  if (!site) throw notFound()
  return presentSite(site, await zoneOfPractice(ctx))
}

const zoneOfPractice = async ({ db, provider }: Pick<Context, 'db' | 'provider'>) => (await provider(db)).time_zone

/** The sites with these ids, for users who see every site, or those to which they are linked. */
export async function presentSites(ctx: Pick<Context, 'db' | 'provider'>, ids: readonly SiteId[]): Promise<Site[]> {
  const zone = await zoneOfPractice(ctx)
  return (await queries.sitesByIds(ctx.db, ids)).map((site) => presentSite(site, zone))
}

type Sent<Fields> = { [F in keyof Fields]: Fields[F] | undefined }

/** The fields of a request. A field that is undefined stays as it is. */
export interface SitePatch extends Sent<SiteLocation> {
  customer_id: CustomerId | null | undefined
  name: string | null | undefined
  region: string | null | undefined
  city: string | null | undefined
}

/**
 * Creates a site. A repeated request with the same id and content changes nothing.
 * @throws forbidden  the user is not an Admin
 * @throws invalid    name or customer is missing, or another site of the customer has the name
 * @throws conflict   the id is in use for something else
 */
export async function createSite(ctx: WriteContext, id: SiteId, sent: SitePatch): Promise<void> {
  if (!may(ctx.person, 'sites.manage')) throw forbidden()
  const fields = await validateSite(ctx.db, sent)
  const site = { ...fields, id, created_by_id: ctx.person.id }
  const created: NewAuditEntry = { action: 'site created', subject: subject(id), after: site }
  if (await queries.insertSite(ctx.db, site)) return recordAddition(ctx.db, ctx, created)
  if (!(await queries.lockSite(ctx.db, id))) throw invalid(nameTaken)
  if (!(await wasCreatedAs(ctx.db, ctx.person, created))) throw idInUse()
}

/** Validates the fields of a site in the order of the form. */
async function validateSite(tx: Transaction<Tables>, patch: SitePatch): Promise<queries.SiteFields> {
  const { customer_id, name, region = null, city = null } = patch
  const location = locationOf(patch)
  const errors = {
    ...validateName(name ?? null),
    ...validateLengths({ region, city }),
    ...validateSiteLocation(location),
  }
  const isKnownCustomer = customer_id ? await queries.lockCustomerForShare(tx, customer_id) : false
  if (!isKnownCustomer) errors['customer_id'] = [validation.customerRequired]
  if (!name || !customer_id || Object.keys(errors).length > 0) throw invalid(errors)
  return { customer_id, name, region, city, ...location }
}

const locationOf = (patch: Sent<SiteLocation>) =>
  // cast: a value for each field
  Object.fromEntries(siteLocationFields.map((field) => [field, patch[field] ?? null])) as unknown as SiteLocation

/**
 * Updates, retires or restores a site. Its tickets do not change, except that visits keep their days in another zone.
 * @throws forbidden  the user is not an Admin
 * @throws notFound   there is no such site
 * @throws stale      the site has changed since the caller read it
 * @throws invalid    under the same rules as creating a site
 * @throws conflict   the site has tickets and would move to another customer
 */
export async function changeSite(
  ctx: WriteContext,
  id: SiteId,
  { retired, ...sent }: SitePatch & { retired: boolean | undefined },
  expected: IfMatch,
): Promise<void> {
  if (sent.time_zone !== undefined && may(ctx.person, 'sites.manage')) {
    await lockTimeZones(ctx.db)
    await lockVisits(ctx.db, { siteIds: [id] })
  }
  const before = await requireSite(ctx, id, expected)
  const { customer_id, name, region, city } = before
  const stored = { customer_id, name, region, city, ...locationOf(before) }
  const fields = await validateSite(ctx.db, { ...stored, ...withoutUndefined(sent) })
  if (fields.customer_id !== customer_id && (await queries.hasEverHadPostMortems(ctx.db, id)))
    throw conflict(serverTexts.refusal.siteKeepsCustomer)
  const after = { ...fields, retired_at: nextRetiredAt(before.retired_at, retired) }
  await queries.changeSite(ctx.db, id, after).catch((error: unknown) => {
    throw isUniqueViolation(error, 'sites_by_own_name') ? invalid(nameTaken) : error
  })
  const practiceZone = await zoneOfPractice(ctx)
  const zones = { from: before.time_zone ?? practiceZone, to: after.time_zone ?? practiceZone }
  await keepVisitDays(ctx.db, { siteIds: [id] }, zones)
  await recordAudit(ctx.db, ctx, { action: auditActionOf('site', before, after), subject: subject(id), before, after })
}

/**
 * Deletes a site to which nothing refers.
 * @throws forbidden  the user is not an Admin
 * @throws notFound   there is no such site
 * @throws stale      the site has changed since the caller read it
 * @throws conflict   something refers to it; the message lists what
 */
export async function deleteSite(ctx: WriteContext, id: SiteId, expected: IfMatch): Promise<void> {
  const site = await requireSite(ctx, id, expected)
  const uses = describeUses(await queries.countSiteUses(ctx.db, id))
  if (uses) throw conflict(serverTexts.refusal.stillInUse(site.name, uses))
  await queries.deleteSite(ctx.db, id)
  await recordAudit(ctx.db, ctx, { action: 'site deleted', subject: subject(id), before: site })
}

/**
 * Checks the role before the rest of a change is read.
 * @throws notFound   the user may not see the site
 * @throws forbidden  the user is not an Admin
 */
export function requireMayChange({ person }: Pick<WriteContext, 'person'>, id: SiteId): void {
  if (may(person, 'sites.manage')) return
  throw seesSite(person.sites, id) ? forbidden() : notFound()
}

async function requireSite(ctx: WriteContext, id: SiteId, expected: IfMatch) {
  const site = await queries.lockSite(ctx.db, id)
  if (!site || !seesSite(ctx.person.sites, id)) throw notFound()
  if (!may(ctx.person, 'sites.manage')) throw forbidden()
  const { created_by_id: _maker, ...row } = site
  requireContentMatch(expected, presentSite(row, await zoneOfPractice(ctx)))
  return site
}
