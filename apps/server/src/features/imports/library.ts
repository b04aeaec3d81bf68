import { v7 as uuidv7 } from 'uuid'
import { importColumns } from '@chisholm/domain/import-columns'
import { type EntryFacts, entryMistakes, type LibraryList } from '@chisholm/domain/library'
import { texts } from '@chisholm/domain/texts'
import type { Executor } from '../../http/context.ts'
import { auditAll } from '../audit/index.ts'
import { changeEntry, lockLibraryList } from '../library/index.ts'
import { importTexts } from './import-texts.ts'
import { insertEntries, type KnownEntry, libraryEntries } from './imports.queries.ts'
import { changesIn, firstFacts, key, listOfRows, ofEach, type PlannedRow, repeats } from './plan.ts'
import type { Problem } from './problems.ts'
import type { SheetRow } from './sheet.ts'

interface Planned extends PlannedRow {
  id: string
  before: KnownEntry | null
  after: EntryFacts
}

/** The entries of a library list by their names, regardless of case; one that was retired stays retired. */
export const libraryImport = (list: LibraryList) =>
  listOfRows<string>({
    columns: { required: ['name'], all: importColumns[list] },
    lock: (tx) => lockLibraryList(tx, list),
    async planRows(ctx, rows) {
      const { db: tx } = ctx
      const known = await libraryEntries(tx, list)
      const byName = new Map(known.map((entry) => [key(entry.name), entry]))
      const byCode = new Map(known.flatMap((entry) => (entry.code ? [[key(entry.code), entry]] : [])))
      const coded = rows.filter(({ cells }) => cells['code'])
      const problems = [
        ...repeats(rows, (cells) => key(cells['name'] ?? ''), 'name'),
        ...repeats(coded, (cells) => key(cells['code'] ?? ''), 'code'),
      ]
      const planned = await ofEach(rows, (row) => {
        const found = planEntry(row, byName.get(key(row.cells['name'] ?? '')) ?? null, byCode)
        if ('id' in found) return [found]
        problems.push(...found)
        return []
      })
      return {
        rows: planned,
        problems,
        async write() {
          await write(tx, list, planned)
          const touched = planned.filter(({ what }) => what !== 'unchanged')
          const lines = touched.map(({ id, before, after }) => ({
            action: 'library entry imported',
            subject: { type: 'library-entry', id },
            before: before && { list, ...before },
            after: { list, ...after },
          }))
          await auditAll(tx, ctx, lines)
          return 0
        },
      }
    },
  })

const flags: Record<string, boolean> = { 1: true, true: true, yes: true, 0: false, false: false, no: false }

function planEntry(
  { line, cells }: SheetRow,
  before: KnownEntry | null,
  byCode: Map<string, KnownEntry>,
): Planned | Problem[] {
  const { code = '', system = '', hex = '', notifiable = '' } = cells
  const name = (cells['name'] ?? '').replace(/\s+/g, ' ')
  const flag = notifiable === '' ? (before?.notifiable ?? false) : flags[notifiable.toLowerCase()]
  if (flag === undefined) return [{ line, column: 'notifiable', text: importTexts.flag(notifiable) }]
  const after = {
    name: before?.name ?? name,
    code: code || before?.code || null,
    system: system || before?.system || null,
    hex: hex.toLowerCase() || before?.hex || null,
    notifiable: flag,
  }
  const owner = code ? byCode.get(key(code)) : undefined
  const mistakes = entryMistakes(after)
  if (owner && owner.id !== before?.id) mistakes['code'] ??= [texts.validation.entryCodeTaken]
  const problems = Object.entries(mistakes).flatMap(([column, all]) => all.map((text) => ({ line, column, text })))
  if (problems.length > 0) return problems
  const changes = before
    ? changesIn([
        ['code', before.code, code],
        ['system', before.system, system],
        ['hex', before.hex, hex.toLowerCase()],
        ['notifiable', String(before.notifiable), notifiable && String(flag)],
      ])
    : firstFacts({ ...cells, name })
  const what = before ? (changes.length > 0 ? 'changed' : 'unchanged') : 'new'
  return { line, what, name: after.name, changes, id: before?.id ?? uuidv7(), before, after }
}

async function write(tx: Executor, list: LibraryList, planned: Planned[]): Promise<void> {
  const made = planned.filter(({ what }) => what === 'new').map(({ id, after }) => ({ id, list, ...after }))
  await insertEntries(tx, list, made)
  for (const { id, what, after } of planned) if (what === 'changed') await changeEntry(tx, id, after)
}
