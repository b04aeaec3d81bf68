import { constants } from '@chisholm/domain/constants'
import { importColumns } from '@chisholm/domain/import-columns'
import { type CustomerId, newId } from '../../database/ids.ts'
import { recordAuditEntries } from '../audit-recorder/index.ts'
import { customersByName, insertCustomers, lockTableForWriting } from './imports.queries.ts'
import {
  filledCells,
  inChunks,
  lookupKey,
  defineRowImport,
  oneLine,
  type PlannedRow,
  findDuplicates,
} from './import-plan.ts'

/** Imports customers. Names are compared in lower case, and customers that do not exist yet are created. */
export const customerImport = defineRowImport<'name'>({
  columns: { required: ['name'], all: importColumns.customers, maxLengths: { name: constants.customerAndSiteTextMax } },
  lock: (tx) => lockTableForWriting(tx, 'customers'),
  async planRows(ctx, rows) {
    const { db: tx } = ctx
    const known = await customersByName(tx)
    const planned = rows.map(({ line, cells }): PlannedRow => {
      const name = oneLine(cells.name)
      const isNew = !known.has(lookupKey(name))
      return { line, what: isNew ? 'new' : 'unchanged', name, changes: isNew ? filledCells({ name }) : [] }
    })
    return {
      rows: planned,
      problems: findDuplicates(rows, ({ name }) => lookupKey(name), 'name'),
      async write() {
        const made = planned.filter(({ what }) => what === 'new').map(({ name }) => ({ id: newId<CustomerId>(), name }))
        await inChunks(made, (some) => insertCustomers(tx, some))
        await recordAuditEntries(
          tx,
          ctx,
          made.map(({ id, name }) => ({
            action: 'customer imported',
            subject: { type: 'customer', id },
            after: { name },
          })),
        )
        return 0
      },
    }
  },
})
