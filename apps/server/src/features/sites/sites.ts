import { may } from '@chisholm/domain/permissions'
import type { Site } from '@chisholm/domain/shapes'
import { texts } from '@chisholm/domain/texts'
import type { CustomerId, SiteId } from '../../database/ids.ts'
import type { Context, Executor, WriteContext } from '../../http/context.ts'
import { checkContent } from '../../http/etag.ts'
import { conflict, type FieldTexts, forbidden, idInUse, invalid, notFound } from '../../http/failures.ts'
import { audit } from '../audit/index.ts'
import { actionOf, isNameTaken, nameMistake, retiredAt, tooLong, usesInWords } from '../customers/index.ts'
import * as queries from './sites.queries.ts'

const subject = (id: string) => ({ type: 'site', id })
const { validation, refusal } = texts
const nameTaken: FieldTexts = { name: [validation.siteNameTaken] }

const shownSite = ({ customer_name, retired_at, ...site }: queries.SiteRow): Site => ({
  ...site,
  customer: { id: site.customer_id, name: customer_name },
  retired: retired_at ? 1 : 0,
})

/** Lists the sites this person may see. @returns the page and how many there are in all */
export async function listSites(ctx: Context, list: Parameters<typeof queries.sitePage>[2]) {
  const { total, rows } = await queries.sitePage(ctx.db, ctx.person.sites, list)
  return { total, sites: rows.map(shownSite) }
}

/** @throws notFound  there is none, or it is not this person's to see */
export async function readSite(ctx: Context, id: SiteId): Promise<Site> {
  const site = await queries.siteById(ctx.db, ctx.person.sites, id)
  if (!site) throw notFound()
  return shownSite(site)
}

const isVisible = ({ person }: Context, id: SiteId) => person.sites.ids === null || person.sites.ids.includes(id)

/** What a body says of a site; undefined means not sent. */
export interface SentSite {
  customer_id: CustomerId | null | undefined
  name: string | null | undefined
  region: string | null | undefined
  city: string | null | undefined
}

/**
 * Makes a site of a customer. Repeating it with the same id and content gives the same site.
 * @throws forbidden  the person is no Admin
 * @throws invalid    no name or customer, or a name that another site of the customer has
 * @throws conflict   the id is used for something else
 */
export async function createSite(ctx: WriteContext, id: SiteId, sent: SentSite): Promise<void> {
  if (!may(ctx.person, 'sites.manage')) throw forbidden()
  const facts = await checkedFacts(ctx.db, sent)
  const site = { ...facts, id, created_by_id: ctx.person.id }
  if (await queries.insertSite(ctx.db, site)) return audit(ctx.db, ctx, 'site created', subject(id), null, site)
  const known = await queries.lockSite(ctx.db, id)
  if (!known) throw invalid(nameTaken)
  // cast: Object.keys and Object.entries forget which keys there are
  const same = (Object.keys(site) as (keyof typeof site)[]).every((field) => known[field] === site[field])
  if (!same) throw idInUse()
}

/** Checks what a site is to be made of, in the order of the form. */
async function checkedFacts(tx: Executor, sent: SentSite): Promise<queries.SiteFacts> {
  const { customer_id, name, region = null, city = null } = sent
  const errors = { ...nameMistake(name ?? null), ...tooLong({ region, city }) }
  const known = customer_id ? await queries.hasCustomer(tx, customer_id) : false
  if (!known) errors['customer_id'] = [validation.customerRequired]
  if (!name || !customer_id || Object.keys(errors).length > 0) throw invalid(errors)
  return { customer_id, name, region, city }
}

/**
 * Changes a site, retires it or takes it back into use. Its tickets stay as they are.
 * @throws forbidden, notFound, stale; invalid as for a new one
 * @throws conflict   it would move to another customer, and has tickets
 */
export async function changeSite(
  ctx: WriteContext,
  id: SiteId,
  { retired, ...sent }: SentSite & { retired: boolean | undefined },
  expected: string | null,
): Promise<void> {
  const before = await requireSite(ctx, id, expected)
  const given = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined))
  const { customer_id, name, region, city } = before
  const facts = await checkedFacts(ctx.db, { customer_id, name, region, city, ...given })
  if (facts.customer_id !== customer_id && (await queries.hadTickets(ctx.db, id)))
    throw conflict(refusal.siteKeepsCustomer)
  const after = { ...facts, retired_at: retiredAt(before.retired_at, retired) }
  await queries.changeSite(ctx.db, id, after).catch((thrown: unknown) => {
    throw isNameTaken(thrown, 'sites_by_own_name') ? invalid(nameTaken) : thrown
  })
  await audit(ctx.db, ctx, actionOf('site', before, after), subject(id), before, after)
}

/** Deletes a site nothing refers to. @throws forbidden, notFound, stale; conflict  something does: it says what */
export async function deleteSite(ctx: WriteContext, id: SiteId, expected: string | null): Promise<void> {
  const site = await requireSite(ctx, id, expected)
  const uses = usesInWords(await queries.usesOfSite(ctx.db, id))
  if (uses) throw conflict(refusal.stillInUse(site.name, uses))
  await queries.deleteSite(ctx.db, id)
  await audit(ctx.db, ctx, 'site deleted', subject(id), site, null)
}

/** Holds the site for the transaction, after asking whether this person may change it. */
async function requireSite(ctx: WriteContext, id: SiteId, expected: string | null) {
  const site = await queries.lockSite(ctx.db, id)
  if (!site || !isVisible(ctx, id)) throw notFound()
  if (!may(ctx.person, 'sites.manage')) throw forbidden()
  const { created_by_id: _maker, ...shown } = site
  checkContent(expected, shownSite(shown))
  return site
}
