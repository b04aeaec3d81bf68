import { importColumns } from '@chisholm/domain/import-columns'
import { type CustomerId, newId } from '../../database/ids.ts'
import { auditAll } from '../audit/index.ts'
import { customersByName, lockTable } from './imports.queries.ts'
import { firstFacts, inChunks, key, listOfRows, type PlannedRow, repeats } from './plan.ts'

/** Customers by their names, regardless of case: those that are not there are made. */
export const customerImport = listOfRows<'name'>({
  columns: { required: ['name'], all: importColumns.customers },
  lock: (tx) => lockTable(tx, 'customers'),
  async planRows(ctx, rows) {
    const { db: tx } = ctx
    const known = await customersByName(tx)
    const planned = rows.map(({ line, cells }): PlannedRow => {
      const isNew = !known.has(key(cells.name))
      return { line, what: isNew ? 'new' : 'unchanged', name: cells.name, changes: isNew ? firstFacts(cells) : [] }
    })
    return {
      rows: planned,
      problems: repeats(rows, ({ name }) => key(name), 'name'),
      async write() {
        const made = planned.filter(({ what }) => what === 'new').map(({ name }) => ({ id: newId<CustomerId>(), name }))
        await inChunks(made, (some) => tx.insertInto('customers').values(some).execute())
        const lines = made.map(({ id, name }) => ({
          action: 'customer imported',
          subject: { type: 'customer', id },
          before: null,
          after: { name },
        }))
        await auditAll(tx, ctx, lines)
        return 0
      },
    }
  },
})
