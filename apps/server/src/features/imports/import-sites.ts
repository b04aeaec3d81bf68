import { constants } from '@chisholm/domain/constants'
import { importColumns } from '@chisholm/domain/import-columns'
import { type CustomerId, newId, type SiteId } from '../../database/ids.ts'
import type { Executor } from '../../database/executor.ts'
import { recordAuditEntries } from '../audit-recorder/index.ts'
import { importTexts } from './import-texts.ts'
import {
  customersByName,
  type ExistingSite,
  insertSites,
  lockRowsForChange,
  lockTableForWriting,
  sitesByName,
  updateSites,
} from './imports.queries.ts'
import {
  diffCells,
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
import type { CsvRow } from './read-csv.ts'

const columns = importColumns.sites
const max = constants.siteNameMax
type Cells = Record<(typeof columns)[number], string>
type Row = CsvRow<(typeof columns)[number]>
interface PlannedSite extends PlannedRow {
  id: SiteId
  customerId: CustomerId
  before: ExistingSite | null
  cells: Cells
}

/** Imports sites by customer and name, in upper or lower case. */
export const siteImport = defineRowImport<(typeof columns)[number]>({
  columns: { required: ['customer', 'site'], all: columns, maxLengths: { site: max, region: max, city: max } },
  lock: (tx) => lockTableForWriting(tx, 'sites'),
  async planRows(ctx, rows) {
    const { db: tx } = ctx
    const [customers, sites] = [await customersByName(tx), await sitesByName(tx)]
    const problems = findDuplicates(rows, ({ customer, site }) => lookupKey(customer, site), 'site')
    const planned = await flatMapYielding(rows, (row) => {
      const planned = planRow(row, customers, sites)
      if ('text' in planned) problems.push(planned)
      return 'text' in planned ? [] : [planned]
    })
    return {
      rows: planned,
      problems,
      async write() {
        await writeSites(tx, planned)
        const written = planned.filter(({ what }) => what !== 'unchanged')
        const lines = written.map(({ id, before, cells }) => ({
          action: 'site imported',
          subject: { type: 'site', id },
          before,
          after: { ...cells, name: cells.site },
        }))
        await recordAuditEntries(tx, ctx, lines)
        return 0
      },
    }
  },
})

function planRow(
  { line, cells: texts }: Row,
  customers: Map<string, CustomerId[]>,
  sites: Map<string, ExistingSite[]>,
): PlannedSite | ImportProblem {
  const [site, region, city] = [oneLine(texts.site), oneLine(texts.region), oneLine(texts.city)]
  const cells = { ...texts, site, region, city }
  const [customerId, duplicateId] = customers.get(lookupKey(cells.customer)) ?? []
  if (customerId === undefined) return { line, column: 'customer', text: importTexts.unknownCustomer(cells.customer) }
  if (duplicateId !== undefined)
    return { line, column: 'customer', text: importTexts.ambiguousCustomer(cells.customer) }
  const [before = null, duplicate] = sites.get(lookupKey(customerId, cells.site)) ?? []
  if (duplicate) return { line, column: 'site', text: importTexts.ambiguousSite(cells.site) }
  const changes = before
    ? diffCells([
        ['region', before.region, cells.region],
        ['city', before.city, cells.city],
      ])
    : filledCells(cells)
  const what = before ? (changes.length > 0 ? 'changed' : 'unchanged') : 'new'
  const name = `${cells.customer}: ${cells.site}`
  return { line, what, name, changes, id: before?.id ?? newId<SiteId>(), customerId, before, cells }
}

async function writeSites(tx: Executor, planned: PlannedSite[]): Promise<void> {
  const created = planned.filter(({ what }) => what === 'new')
  await inChunks(created, (chunk) =>
    insertSites(
      tx,
      chunk.map(({ id, customerId, cells }) => ({
        id,
        customer_id: customerId,
        name: cells.site,
        region: cells.region || null,
        city: cells.city || null,
      })),
    ),
  )
  const changed = planned.filter(({ what }) => what === 'changed')
  await lockRowsForChange(
    tx,
    'sites',
    changed.map(({ id }) => id),
  )
  await inChunks(changed, (chunk) =>
    updateSites(
      tx,
      chunk.map(({ id, before, cells }) => ({
        id,
        region: cells.region || before?.region || null,
        city: cells.city || before?.city || null,
      })),
    ),
  )
}
