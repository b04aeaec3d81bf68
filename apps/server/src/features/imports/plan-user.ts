import { isEmail } from '@chisholm/domain/email'
import type { importColumns } from '@chisholm/domain/import-columns'
import { siteInFull } from '@chisholm/domain/site-in-full'
import { type Role, roles as allRoles } from '@chisholm/domain/permissions'
import type { FieldDiff } from '@chisholm/domain/schemas/audit-log'
import { type CustomerId, newId, type UserId } from '../../database/ids.ts'
import { importTexts } from './import-texts.ts'
import type { ExistingSite, ExistingUser } from './imports.queries.ts'
import { diffCells, lookupKey, oneLine, type PlannedRow } from './import-plan.ts'
import type { ImportProblem } from './import-problems.ts'
import type { CsvRow } from './read-csv.ts'

export type UserColumn = (typeof importColumns.users)[number]
type Column = UserColumn

export interface ExistingData {
  users: Map<string, ExistingUser>
  customers: Map<string, CustomerId[]>
  sites: Map<string, ExistingSite[]>
  sitesByName: Map<string, ExistingSite[]>
}

/** The roles that the importing user may grant, and the users whom that user may change. */
export interface ImporterRights {
  invites: Role[]
  grants: Role[]
  isOwn: (user: ExistingUser) => boolean
  manages: (user: ExistingUser) => boolean
}

export interface PlannedUser extends PlannedRow {
  id: UserId
  before: ExistingUser | null
  after: { email: string; first_name: string | null; last_name: string | null; phone: string | null; roles: Role[] }
  newSites: Pick<ExistingSite, 'id' | 'customer_id' | 'retired'>[]
}

const splitList = (cell: string) =>
  cell
    .split(';')
    .map((one) => one.trim())
    .filter(Boolean)

/** Maximum number of semicolons within a name that `splitNames` looks for, to stay fast. */
const semicolonsMax = 3

/** Splits a cell of names. A known name may itself contain semicolons; the longest one is taken. */
function splitNames(cell: string, isKnown: (name: string) => boolean): string[] {
  const parts = cell.split(';')
  const names: string[] = []
  for (let from = 0; from < parts.length; ) {
    const joined = (to: number) => parts.slice(from, to).join(';').trim()
    let to = Math.min(parts.length, from + 1 + semicolonsMax)
    while (to > from + 1 && !isKnown(joined(to))) to--
    if (joined(to)) names.push(joined(to))
    from = to
  }
  return names
}

/** Plans a row. The result has no user if the row has problems. */
export function planUser(
  { line, cells: texts }: CsvRow<Column>,
  existing: ExistingData,
  rights: ImporterRights,
): { user: PlannedUser | null; problems: ImportProblem[] } {
  const [first_name, last_name, phone] = [oneLine(texts.first_name), oneLine(texts.last_name), oneLine(texts.phone)]
  const cells = { ...texts, first_name, last_name, phone }
  const problems: ImportProblem[] = []
  const addProblem = (column: Column, text: string) => problems.push({ line, column, text })
  const before = existing.users.get(lookupKey(cells.email)) ?? null
  if (cells.email && !isEmail(cells.email)) addProblem('email', importTexts.email(cells.email))
  if (before?.deleted_at) addProblem('email', importTexts.deletedUser)
  const roles = planRoles(cells.role, before, rights, (text) => addProblem('role', text))
  const sites = planSites(cells, existing, addProblem)
  const isClient = roles?.includes('Client') ?? null
  const newSites = sites.filter(({ id }) => !before?.site_ids.includes(id))
  for (const { name, retired } of newSites) if (retired) addProblem('sites', importTexts.retiredSiteOfUser(name))
  // a client who became a veterinarian is still linked to sites
  if (isClient === false && newSites.length > 0) addProblem('sites', importTexts.sitesForClientsOnly)
  if (!before && isClient && !cells.sites) addProblem('sites', importTexts.sitesForClient)
  if (!roles || problems.length > 0) return { user: null, problems }
  const changes = [
    ...diffCells([
      ['email', before?.email ?? null, before ? '' : cells.email],
      ['first_name', before?.first_name ?? null, cells.first_name],
      ['last_name', before?.last_name ?? null, cells.last_name],
      ['phone', before?.phone ?? null, cells.phone],
      ['role', before?.roles.join('; ') ?? null, roles.join('; ')],
    ]),
    ...newSites.map(({ name }): FieldDiff => ({ field: 'sites', from: null, to: name })),
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
  const details = { id: before?.id ?? newId<UserId>(), before, after, newSites }
  return { user: { line, what, name: cells.email, changes, ...details }, problems }
}

/**
 * The current roles and those that the row adds: imports take none away. Null if the row names a role that may not be
 * granted.
 */
function planRoles(
  cell: string,
  before: ExistingUser | null,
  rights: ImporterRights,
  addProblem: (text: string) => void,
): Role[] | null {
  const currentRoles = before?.roles ?? []
  const named = splitList(cell).map((text) => ({
    text,
    role: allRoles.find((one) => lookupKey(one) === lookupKey(text)),
  }))
  const rejected = named.filter(({ role }) => !role || !(currentRoles.includes(role) || rights.invites.includes(role)))
  for (const { text } of rejected) addProblem(importTexts.unknownRole(text, rights.invites))
  if (rejected.length > 0) return null
  const all = allRoles.filter((role) => currentRoles.includes(role) || named.some((one) => one.role === role))
  if (all.length === 0) return ['Client']
  if (before && all.length > currentRoles.length) {
    if (rights.isOwn(before)) addProblem(importTexts.ownRoles)
    else if (currentRoles.some((role) => !rights.grants.includes(role))) addProblem(importTexts.roleNotYours)
  }
  return all
}

function planSites(
  cells: Record<Column, string>,
  existing: ExistingData,
  addProblem: (column: Column, text: string) => void,
): ExistingSite[] {
  const namedCustomers = splitNames(cells.customer, (name) => existing.customers.has(lookupKey(name))).flatMap(
    (name) => {
      const [id, duplicateId] = existing.customers.get(lookupKey(name)) ?? []
      if (id === undefined) addProblem('customer', importTexts.unknownCustomer(name))
      else if (duplicateId !== undefined) addProblem('customer', importTexts.ambiguousCustomer(name))
      return id === undefined ? [] : [{ id, name }]
    },
  )
  const customers = distinct(namedCustomers)
  if (cells.sites && !cells.customer) addProblem('customer', importTexts.customerForSites)
  if (customers.length === 0) return []
  const sitesNamed = (name: string) => {
    const found = customers.map(({ id }) => existing.sitesByName.get(lookupKey(id, name)) ?? [])
    return found.some(({ length }) => length > 0) ? found : customers.map((customer) => sitesInFull(customer, name))
  }
  const sitesInFull = (customer: { id: CustomerId; name: string }, name: string) =>
    (existing.sites.get(customer.id) ?? []).filter(
      (site) => lookupKey(siteInFull(customer.name, site.name)) === lookupKey(name),
    )
  const isSite = (name: string) => sitesNamed(name).some(({ length }) => length > 0)
  const named = splitNames(cells.sites, isSite).flatMap((name) => {
    const [found = [], ...others] = sitesNamed(name).filter(({ length }) => length > 0)
    // the same name at several customers would give access to a site that was not meant
    if (others.length > 0) addProblem('sites', importTexts.siteOfSeveralCustomers(name, customers[0]?.name ?? ''))
    // so would another site of the customer whose name differs only in case or white space
    else if (found.length > 1) addProblem('sites', importTexts.ambiguousSite(name))
    else if (found.length > 0) return found
    else {
      const names = customers.flatMap(({ id }) => existing.sites.get(id) ?? []).map((site) => site.name)
      addProblem('sites', importTexts.unknownSite(name, cells.customer, names))
    }
    return []
  })
  return distinct(named)
}

/** Without those that are named twice. */
const distinct = <Named extends { id: string }>(named: readonly Named[]): Named[] => [
  ...new Map(named.map((one) => [one.id, one])).values(),
]
