import { isEmail } from '@chisholm/domain/email'
import type { importColumns } from '@chisholm/domain/import-columns'
import { type Role, roles as allRoles } from '@chisholm/domain/permissions'
import type { Change } from '@chisholm/domain/shapes'
import { type CustomerId, newId, type SiteId, type UserId } from '../../database/ids.ts'
import { importTexts } from './import-texts.ts'
import type { KnownSite, KnownUser } from './imports.queries.ts'
import { changesIn, key, type PlannedRow } from './plan.ts'
import type { Problem } from './problems.ts'
import type { SheetRow } from './sheet.ts'

export type UserColumn = (typeof importColumns.users)[number]
type Column = UserColumn

export interface Known {
  users: Map<string, KnownUser>
  customers: Map<string, CustomerId[]>
  sites: Map<string, KnownSite[]>
  sitesByName: Map<string, KnownSite[]>
}

/** What the one who imports may give and change. */
export interface Rights {
  invites: Role[]
  grants: Role[]
  isOwn: (user: KnownUser) => boolean
  manages: (user: KnownUser) => boolean
}

export interface PlannedUser extends PlannedRow {
  id: UserId
  before: KnownUser | null
  after: { email: string; first_name: string | null; last_name: string | null; phone: string | null; roles: Role[] }
  newSites: SiteId[]
}

const several = (cell: string) =>
  cell
    .split(';')
    .map((one) => one.trim())
    .filter(Boolean)

/** What becomes of a row of people; no user where anything is wrong with it. */
export function planUser(
  { line, cells }: SheetRow<Column>,
  known: Known,
  rights: Rights,
): { user: PlannedUser | null; problems: Problem[] } {
  const problems: Problem[] = []
  const wrong = (column: Column, text: string) => problems.push({ line, column, text })
  const before = known.users.get(key(cells.email)) ?? null
  if (cells.email && !isEmail(cells.email)) wrong('email', importTexts.email(cells.email))
  if (before?.deleted_at) wrong('email', importTexts.deletedUser)
  const roles = rolesOf(cells.role, before, rights, (text) => wrong('role', text))
  const sites = sitesOf(cells, known, wrong)
  const isClient = roles?.includes('Client') ?? null
  if (isClient === false && cells.sites) wrong('sites', importTexts.sitesForClientsOnly)
  if (!before && isClient && !cells.sites) wrong('sites', importTexts.sitesForClient)
  if (!roles || problems.length > 0) return { user: null, problems }
  const newSites = sites.filter(({ id }) => !before?.site_ids.includes(id))
  const changes = [
    ...changesIn([
      ['email', before?.email ?? null, before ? '' : cells.email],
      ['first_name', before?.first_name ?? null, cells.first_name],
      ['last_name', before?.last_name ?? null, cells.last_name],
      ['phone', before?.phone ?? null, cells.phone],
      ['role', before?.roles.join('; ') ?? null, roles.join('; ')],
    ]),
    ...newSites.map(({ name }): Change => ({ field: 'sites', from: null, to: name })),
  ]
  const after = {
    email: before?.email ?? cells.email,
    first_name: cells.first_name || before?.first_name || null,
    last_name: cells.last_name || before?.last_name || null,
    phone: cells.phone || before?.phone || null,
    roles,
  }
  if (before && changes.length > 0 && !rights.isOwn(before) && !rights.manages(before))
    return { user: null, problems: [{ line, column: 'email', text: importTexts.userNotYours }] }
  const what = before ? (changes.length > 0 ? 'changed' : 'unchanged') : 'new'
  const facts = { id: before?.id ?? newId<UserId>(), before, after, newSites: newSites.map(({ id }) => id) }
  return { user: { line, what, name: cells.email, changes, ...facts }, problems }
}

/** The roles of before and those the row adds: none is taken away. Null where the row names one that may not be given. */
function rolesOf(cell: string, before: KnownUser | null, rights: Rights, wrong: (text: string) => void): Role[] | null {
  const had = before?.roles ?? []
  const named = several(cell).map((text) => ({ text, role: allRoles.find((one) => key(one) === key(text)) }))
  const refused = named.filter(({ role }) => !role || !(had.includes(role) || rights.invites.includes(role)))
  for (const { text } of refused) wrong(importTexts.unknownRole(text, rights.invites))
  if (refused.length > 0) return null
  const all = allRoles.filter((role) => had.includes(role) || named.some((one) => one.role === role))
  if (all.length === 0) return ['Client']
  if (before && all.length > had.length) {
    if (rights.isOwn(before)) wrong(importTexts.ownRoles)
    else if (had.some((role) => !rights.grants.includes(role))) wrong(importTexts.roleNotYours)
  }
  return all
}

function sitesOf(
  cells: Record<Column, string>,
  known: Known,
  wrong: (column: Column, text: string) => void,
): KnownSite[] {
  const customers = several(cells.customer).flatMap((name) => {
    const [id, another] = known.customers.get(key(name)) ?? []
    if (id === undefined) wrong('customer', importTexts.unknownCustomer(name))
    else if (another !== undefined) wrong('customer', importTexts.twoCustomers(name))
    return id === undefined ? [] : [id]
  })
  if (cells.sites && !cells.customer) wrong('customer', importTexts.customerForSites)
  if (customers.length === 0) return []
  return several(cells.sites).flatMap((name) => {
    const found = customers.flatMap((id) => known.sitesByName.get(key(id, name)) ?? [])
    if (found.length > 0) return found
    const names = customers.flatMap((id) => known.sites.get(id) ?? []).map((site) => site.name)
    wrong('sites', importTexts.unknownSite(name, cells.customer, names))
    return []
  })
}
