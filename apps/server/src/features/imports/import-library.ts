import { constants } from '@chisholm/domain/constants'
import { importColumns } from '@chisholm/domain/import-columns'
import { dangerLevels, isDangerLevel } from '@chisholm/domain/danger-signs'
import {
  extraFieldsOf,
  libraryEntryFields,
  type LibraryEntryFields,
  systemOfEntry,
  validateLibraryEntry,
  type LibraryList,
} from '@chisholm/domain/library'
import { serverTexts } from '@chisholm/domain/server-texts'
import { newId } from '../../database/ids.ts'
import type { Executor } from '../../database/executor.ts'
import { recordAuditEntries } from '../audit-recorder/index.ts'
import { lockLibraryList, updateEntries } from '../library/index.ts'
import { insertEntries, type ExistingEntry, libraryEntries } from './imports.queries.ts'
import {
  diffCells,
  filledCells,
  lookupKey,
  defineRowImport,
  flatMapYielding,
  type PlannedRow,
  findDuplicates,
  oneLine,
} from './import-plan.ts'
import type { ImportProblem } from './import-problems.ts'
import { parseFlagCell } from './parse-flag-cell.ts'
import type { CsvRow } from './read-csv.ts'

interface PlannedEntry extends PlannedRow {
  id: string
  before: ExistingEntry | null
  after: LibraryEntryFields
}

/** Imports a library list by name, in upper or lower case. Retired entries stay retired. */
export const libraryImport = (list: LibraryList) =>
  defineRowImport<string>({
    columns: { required: ['name'], all: importColumns[list], maxLengths: { text: constants.lists.textMax } },
    lock: (tx) => lockLibraryList(tx, list),
    async planRows(ctx, rows) {
      const { db: tx } = ctx
      const existing = await libraryEntries(tx, list)
      const byName = new Map(existing.map((entry) => [lookupKey(entry.name), entry]))
      const byCode = new Map(existing.flatMap((entry) => (entry.code ? [[lookupKey(entry.code), entry]] : [])))
      const rowsWithCode = rows.filter(({ cells }) => cells['code'])
      const problems = [
        ...findDuplicates(rows, (cells) => lookupKey(cells['name'] ?? ''), 'name'),
        ...findDuplicates(rowsWithCode, (cells) => lookupKey(cells['code'] ?? ''), 'code'),
      ]
      const planned = await flatMapYielding(rows, (row) => {
        const planned = planEntry(list, row, byName.get(lookupKey(row.cells['name'] ?? '')) ?? null, byCode)
        if ('id' in planned) return [planned]
        problems.push(...planned)
        return []
      })
      return {
        rows: planned,
        problems,
        async write() {
          await writeEntries(tx, list, planned)
          const written = planned.filter(({ what }) => what !== 'unchanged')
          await recordAuditEntries(
            tx,
            ctx,
            written.map(({ id, before, after }) => ({
              action: 'library entry imported',
              subject: { type: 'library-entry', id },
              before: before && { list, ...before },
              after: { list, ...after },
            })),
          )
          return 0
        },
      }
    },
  })

/** Parses the level in a cell; null if it is invalid. An empty cell keeps the value. */
function readLevel(cell: string, before: ExistingEntry | null) {
  if (!cell) return before?.level ?? dangerLevels[0]
  const level = cell.toLowerCase()
  return isDangerLevel(level) ? level : null
}

/** The columns that the form of an entry has as one line, too. */
const oneLineColumns = ['name', 'code', 'system', 'hint', 'advice'] as const

function planEntry(
  list: LibraryList,
  { line, cells: texts }: CsvRow,
  before: ExistingEntry | null,
  byCode: Map<string, ExistingEntry>,
): PlannedEntry | ImportProblem[] {
  const cells = {
    ...texts,
    ...Object.fromEntries(oneLineColumns.map((column) => [column, oneLine(texts[column] ?? '')])),
  }
  const { code = '', hex = '', hint = '', advice = '', level = '', notifiable = '', required = '' } = cells
  const { text = '' } = cells
  const system = systemOfEntry(list, cells['system'] ?? '') ?? ''
  const name = cells['name'] ?? ''
  const problems: ImportProblem[] = []
  const flag = (column: 'notifiable' | 'required', cell: string) =>
    parseFlagCell(cell, (text) => problems.push({ line, column, text })) ?? before?.[column] ?? false
  const isNotifiable = flag('notifiable', notifiable)
  const isRequired = flag('required', required)
  const after = {
    name: before?.name ?? name,
    code: code || before?.code || null,
    system: system || before?.system || null,
    hex: hex.toLowerCase() || before?.hex || null,
    hint: hint || before?.hint || null,
    advice: advice || before?.advice || null,
    text: extraFieldsOf(list).includes('text') ? text || before?.text || name : null,
    level: extraFieldsOf(list).includes('level') ? readLevel(level, before) : null,
    notifiable: isNotifiable,
    required: isRequired,
  }
  const entryWithCode = code ? byCode.get(lookupKey(code)) : undefined
  const errors = validateLibraryEntry(list, after)
  if (entryWithCode && entryWithCode.id !== before?.id) errors['code'] ??= [serverTexts.validation.entryCodeTaken]
  for (const [column, all] of Object.entries(errors)) problems.push(...all.map((text) => ({ line, column, text })))
  if (problems.length > 0) return problems
  const changes = before
    ? diffCells(
        libraryEntryFields.map((field) => [
          field,
          textOf(before[field]),
          cells[field] ? (textOf(after[field]) ?? '') : '',
        ]),
      )
    : filledCells(cells)
  const what = before ? (changes.length > 0 ? 'changed' : 'unchanged') : 'new'
  return { line, what, name: after.name, changes, id: before?.id ?? newId(), before, after }
}

const textOf = (value: string | boolean | null) => (value === null ? null : String(value))

async function writeEntries(tx: Executor, list: LibraryList, planned: PlannedEntry[]): Promise<void> {
  const entries = (status: PlannedRow['what']) =>
    planned.filter(({ what }) => what === status).map(({ id, after }) => ({ id, ...after }))
  await insertEntries(
    tx,
    list,
    entries('new').map((entry) => ({ ...entry, list })),
  )
  await updateEntries(tx, entries('changed'))
}
