import { importColumns } from '@chisholm/domain/import-columns'
import { type CustomerId, newId, type SiteId } from '../../database/ids.ts'
import type { Executor } from '../../http/context.ts'
import { auditAll } from '../audit/index.ts'
import { importTexts } from './import-texts.ts'
import { customersByName, type KnownSite, lockTable, sitesByName } from './imports.queries.ts'
import { changesIn, firstFacts, inChunks, key, listOfRows, ofEach, type PlannedRow, repeats } from './plan.ts'
import type { Problem } from './problems.ts'
import type { SheetRow } from './sheet.ts'

const columns = importColumns.sites
type Cells = Record<(typeof columns)[number], string>
type Row = SheetRow<(typeof columns)[number]>
interface Planned extends PlannedRow {
  id: SiteId
  customerId: CustomerId
  before: KnownSite | null
  cells: Cells
}

/** Sites by customer and name, regardless of case. */
export const siteImport = listOfRows<(typeof columns)[number]>({
  columns: { required: ['customer', 'site'], all: columns },
  lock: (tx) => lockTable(tx, 'sites'),
  async planRows(ctx, rows) {
    const { db: tx } = ctx
    const [customers, sites] = [await customersByName(tx), await sitesByName(tx)]
    const problems = repeats(rows, ({ customer, site }) => key(customer, site), 'site')
    const planned = await ofEach(rows, (row) => {
      const found = planRow(row, customers, sites)
      if ('text' in found) problems.push(found)
      return 'text' in found ? [] : [found]
    })
    return {
      rows: planned,
      problems,
      async write() {
        await write(tx, planned)
        const touched = planned.filter(({ what }) => what !== 'unchanged')
        const lines = touched.map(({ id, before, cells }) => ({
          action: 'site imported',
          subject: { type: 'site', id },
          before,
          after: { ...cells, name: cells.site },
        }))
        await auditAll(tx, ctx, lines)
        return 0
      },
    }
  },
})

function planRow(
  { line, cells }: Row,
  customers: Map<string, CustomerId[]>,
  sites: Map<string, KnownSite[]>,
): Planned | Problem {
  const [customerId, another] = customers.get(key(cells.customer)) ?? []
  if (customerId === undefined) return { line, column: 'customer', text: importTexts.unknownCustomer(cells.customer) }
  if (another !== undefined) return { line, column: 'customer', text: importTexts.twoCustomers(cells.customer) }
  const [before = null, twin] = sites.get(key(customerId, cells.site)) ?? []
  if (twin) return { line, column: 'site', text: importTexts.twoSites(cells.site) }
  const changes = before
    ? changesIn([
        ['region', before.region, cells.region],
        ['city', before.city, cells.city],
      ])
    : firstFacts(cells)
  const what = before ? (changes.length > 0 ? 'changed' : 'unchanged') : 'new'
  const name = `${cells.customer}: ${cells.site}`
  return { line, what, name, changes, id: before?.id ?? newId<SiteId>(), customerId, before, cells }
}

async function write(tx: Executor, planned: Planned[]): Promise<void> {
  const made = planned.filter(({ what }) => what === 'new')
  await inChunks(made, (some) =>
    tx
      .insertInto('sites')
      .values(
        some.map(({ id, customerId, cells }) => ({
          id,
          customer_id: customerId,
          name: cells.site,
          region: cells.region || null,
          city: cells.city || null,
        })),
      )
      .execute(),
  )
  for (const { id, before, cells } of planned.filter(({ what }) => what === 'changed')) {
    const facts = { region: cells.region || before?.region || null, city: cells.city || before?.city || null }
    await tx
      .updateTable('sites')
      .set({ ...facts, updated_at: new Date() })
      .where('id', '=', id)
      .execute()
  }
}
