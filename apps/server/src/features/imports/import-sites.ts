import type { Transaction } from 'kysely'
import { constants } from '@chisholm/domain/constants'
import { importColumns } from '@chisholm/domain/import-columns'
import { coordinateRanges, siteLocationFields, validateSiteLocation } from '@chisholm/domain/sites'
import type { Zone } from '@chisholm/domain/dates'
import { type CustomerId, newId, type SiteId } from '../../database/ids.ts'
import { keepVisitDays, lockTimeZones, lockVisits } from '../../database/keep-visit-days.ts'
import type { Tables } from '../../database/tables.ts'
import { recordAuditEntries } from '../audit-recorder/index.ts'
import { importTexts } from './import-texts.ts'
import {
  customersByName,
  type ExistingSite,
  type ImportedSite,
  insertSites,
  lockRowsForChange,
  lockTableForWriting,
  sitesByName,
  updateSites,
} from './imports.queries.ts'
import {
  filledCells,
  inChunks,
  lookupKey,
  defineRowImport,
  flatMapYielding,
  oneLine,
  type PlannedRow,
  findDuplicates,
} from './import-plan.ts'
import type { ImportProblem } from './import-problems.ts'
import { parseNumberCell } from './parse-number-cell.ts'
import type { CsvRow } from './read-csv.ts'
import { findCustomer } from './reference-lookup.ts'

const columns = importColumns.sites
const max = constants.customerAndSiteTextMax
const { addressMax, phoneMax, directionsMax } = constants.site
const maxLengths = {
  site: max,
  region: max,
  city: max,
  address: addressMax,
  phone: phoneMax,
  directions: directionsMax,
}
type Column = (typeof columns)[number]
type Cells = Record<Column, string>
type AddProblem = (column: Column, text: string) => void
interface PlannedSite extends PlannedRow {
  id: SiteId
  customerId: CustomerId
  before: ExistingSite | null
  cells: Cells
  after: ImportedSite
}

/** Imports sites by customer and name, in upper or lower case. An empty cell keeps the value. */
export const siteImport = defineRowImport<Column>({
  columns: { required: ['customer', 'site'], all: columns, maxLengths },
  async lock(tx) {
    await lockTimeZones(tx)
    await lockTableForWriting(tx, 'sites')
  },
  async planRows(ctx, rows) {
    const { db: tx } = ctx
    const [customers, sites] = [await customersByName(tx), await sitesByName(tx)]
    const problems = findDuplicates(rows, ({ customer, site }) => lookupKey(customer, site), 'site')
    const planned = await flatMapYielding(rows, (row) => {
      const found: ImportProblem[] = []
      const site = planRow(row, customers, sites, (column, text) => found.push({ line: row.line, column, text }))
      problems.push(...found)
      return site && found.length === 0 ? [site] : []
    })
    return {
      rows: planned,
      problems,
      async write() {
        await writeSites(tx, planned)
        await keepDaysOfRezoned(tx, planned, (await ctx.provider(tx)).time_zone)
        const written = planned.filter(({ what }) => what !== 'unchanged')
        await recordAuditEntries(
          tx,
          ctx,
          written.map(({ id, before, cells, after }) => ({
            action: 'site imported',
            subject: { type: 'site', id },
            before,
            after: { customer: cells.customer, name: cells.site, ...after },
          })),
        )
        return 0
      },
    }
  },
})

function planRow(
  { line, cells: texts }: CsvRow<Column>,
  customers: Map<string, CustomerId[]>,
  sites: Map<string, ExistingSite[]>,
  addProblem: AddProblem,
): PlannedSite | null | void {
  const [site, phone] = [oneLine(texts.site), oneLine(texts.phone)]
  const cells = { ...texts, site, region: oneLine(texts.region), city: oneLine(texts.city), phone }
  const customerId = findCustomer(cells.customer, { customers }, addProblem)
  if (customerId === null) return null
  const [before = null, duplicate] = sites.get(lookupKey(customerId, cells.site)) ?? []
  if (duplicate) return addProblem('site', importTexts.ambiguousSite(cells.site))
  const after = parseSite(cells, before, addProblem)
  const changes = before ? changesOf(before, after) : filledCells(cells)
  const what = before ? (changes.length > 0 ? 'changed' : 'unchanged') : 'new'
  const name = `${cells.customer}: ${cells.site}`
  return { line, what, name, changes, id: before?.id ?? newId<SiteId>(), customerId, before, cells, after }
}

/** The site after the import. */
function parseSite(cells: Cells, before: ExistingSite | null, addProblem: AddProblem): ImportedSite {
  let isReadable = true
  const coordinate = (column: 'latitude' | 'longitude') =>
    parseNumberCell(cells[column], coordinateRanges[column], (text) => {
      isReadable = false
      addProblem(column, text)
    }) ??
    before?.[column] ??
    null
  const text = (column: Exclude<keyof ImportedSite, 'latitude' | 'longitude'>) =>
    cells[column] || (before?.[column] ?? null)
  const site = {
    region: text('region'),
    city: text('city'),
    address: text('address'),
    latitude: coordinate('latitude'),
    longitude: coordinate('longitude'),
    phone: text('phone'),
    directions: text('directions'),
    time_zone: text('time_zone'),
  }
  if (isReadable)
    // cast: the fields of a location are columns
    for (const [field, [problem = '']] of Object.entries(validateSiteLocation(site)))
      addProblem(field as Column, problem)
  return site
}

const changeableFields = ['region', 'city', ...siteLocationFields] as const

const changesOf = (before: ImportedSite, after: ImportedSite) =>
  changeableFields
    .filter((field) => after[field] !== before[field])
    .map((field) => ({ field, from: textOf(before[field]), to: textOf(after[field]) ?? '' }))

const textOf = (value: string | number | null) => (value === null ? null : String(value))

async function writeSites(tx: Transaction<Tables>, planned: PlannedSite[]): Promise<void> {
  const created = planned.filter(({ what }) => what === 'new')
  await inChunks(created, (chunk) =>
    insertSites(
      tx,
      chunk.map(({ id, customerId, cells, after }) => ({ id, customer_id: customerId, name: cells.site, ...after })),
    ),
  )
  const changed = planned.filter(({ what }) => what === 'changed')
  const rezoned = changed.filter(({ before, after }) => before?.time_zone !== after.time_zone)
  await lockVisits(tx, { siteIds: rezoned.map(({ id }) => id) })
  await lockRowsForChange(
    tx,
    'sites',
    changed.map(({ id }) => id),
  )
  await inChunks(changed, (chunk) =>
    updateSites(
      tx,
      chunk.map(({ id, after }) => ({ id, ...after })),
    ),
  )
}

/** Keeps the days of visits to sites that move to another time zone. */
async function keepDaysOfRezoned(tx: Transaction<Tables>, planned: PlannedSite[], practice: Zone): Promise<void> {
  const rezoned = planned.flatMap(({ id, before, after }) =>
    before ? [{ id, from: before.time_zone ?? practice, to: after.time_zone ?? practice }] : [],
  )
  for (const sites of Map.groupBy(rezoned, ({ from, to }) => `${from} ${to}`).values()) {
    const [zones] = sites
    if (zones) await keepVisitDays(tx, { siteIds: sites.map(({ id }) => id) }, zones)
  }
}
