import { setImmediate as nextTurn } from 'node:timers/promises'
import { constants } from '@chisholm/domain/constants'
import type { Role } from '@chisholm/domain/permissions'
import type { FieldDiff } from '@chisholm/domain/schemas'
import type { UserId } from '../../database/ids.ts'
import type { InTransaction } from '../../database/transaction.ts'
import type { Services } from '../../services.ts'
import type { Actor } from '../audit-recorder/index.ts'
import type { PhotoSource } from './photo-source.ts'
import { importTexts } from './import-texts.ts'
import { addProblems, noProblems, type ImportProblem, type ImportProblems } from './import-problems.ts'
import { type CsvColumns, readCsv, type CsvSummary, type CsvRow } from './read-csv.ts'

/** The context of an import; the user is an Admin, or null for the server's operator. */
export interface ImportContext extends InTransaction<Services>, Actor {
  person: { id: UserId; roles: Role[] } | null
}

export interface ImportOptions {
  /** Whether new users are invited by mail. */
  mail: boolean
  /** The photos that a file of tickets refers to. */
  photos: PhotoSource | null
}

/** The planned change of a row. */
export interface PlannedRow {
  line: number
  what: 'new' | 'changed' | 'unchanged'
  name: string
  changes: FieldDiff[]
}

/** Counts of rows by status, and the first rows that are new or changed. */
export interface RowTally {
  new: number
  changed: number
  unchanged: number
  rows: PlannedRow[]
}

export const emptyTally = (): RowTally => ({ new: 0, changed: 0, unchanged: 0, rows: [] })

export function addToTally(tally: RowTally, { line, what, name, changes }: PlannedRow): void {
  tally[what] += 1
  if (what !== 'unchanged' && tally.rows.length < constants.imports.shownRows)
    tally.rows.push({ line, what, name, changes })
}

/** The planned changes of a file. */
export interface ImportPlan {
  sheet: CsvSummary
  tally: RowTally
  problems: ImportProblems
  /** Number of tickets among the new rows. */
  tickets?: number
  /** Writes new and changed rows. @returns the number of invitation e-mails */
  write(): Promise<number>
}

/** A list that can be imported. */
export interface ListImport {
  /** Keeps other writers out until the transaction ends, so that nothing is created twice. */
  lock(tx: InTransaction<Services>['db']): Promise<unknown>
  plan(ctx: ImportContext, file: string, options: ImportOptions): Promise<ImportPlan>
}

/** A list whose rows are planned together. */
interface RowImport<Column extends string> extends Pick<ListImport, 'lock'> {
  columns: CsvColumns<Column>
  planRows(
    ctx: ImportContext,
    rows: CsvRow<Column>[],
    options: ImportOptions,
  ): Promise<{ rows: PlannedRow[]; problems: ImportProblem[]; write(): Promise<number> }>
}

/** Defines an import whose rows are planned together. */
export const defineRowImport = <Column extends string>(list: RowImport<Column>): ListImport => ({
  lock: (tx) => list.lock(tx),
  async plan(ctx, file, options) {
    const rows: CsvRow<Column>[] = []
    const csvFile = { file, columns: list.columns, maxRows: constants.imports.maxRows }
    const sheet = await readCsv<Column>(csvFile, async (chunk) => rows.push(...chunk))
    const { rows: planned, problems: found, write } = await list.planRows(ctx, rows, options)
    const [tally, problems] = [emptyTally(), noProblems()]
    for (const row of planned) addToTally(tally, row)
    addProblems(
      problems,
      found.toSorted((a, b) => a.line - b.line),
    )
    return { sheet, tally, problems, write }
  },
})

/** A key for lookups: lower case, trimmed. */
export const lookupKey = (...names: string[]) => names.map((name) => name.toLowerCase().trim()).join('\n')

/** Maps many rows, and yields to other requests in between. */
export async function flatMapYielding<Row, Found>(
  rows: readonly Row[],
  work: (row: Row) => readonly Found[],
): Promise<Found[]> {
  const found: Found[] = []
  for (const [index, row] of rows.entries()) {
    if (index % 200 === 199) await nextTurn()
    found.push(...work(row))
  }
  return found
}

/** Reports every row whose key occurred before. */
export function findDuplicates<Column extends string>(
  rows: CsvRow<Column>[],
  keyOf: (cells: Record<Column, string>) => string,
  column: NoInfer<Column>,
): ImportProblem[] {
  const firstLines = new Map<string, number>()
  return rows.flatMap(({ line, cells }) => {
    const firstLine = firstLines.get(keyOf(cells))
    if (firstLine !== undefined) return [{ line, column, text: importTexts.duplicateOfLine(firstLine) }]
    firstLines.set(keyOf(cells), line)
    return []
  })
}

/** Cells that differ from the existing values; an empty cell keeps the value. */
export const diffCells = (pairs: [field: string, from: string | null, to: string][]): FieldDiff[] =>
  pairs.filter(([, from, to]) => to !== '' && to !== (from ?? '')).map(([field, from, to]) => ({ field, from, to }))

/** Calls `work` with a few hundred rows at a time. */
export async function inChunks<T>(all: readonly T[], work: (chunk: readonly T[]) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < all.length; from += 500) await work(all.slice(from, from + 500))
}

/** The filled cells of a new row, as changes. */
export const filledCells = (cells: Record<string, string>): FieldDiff[] =>
  Object.entries(cells)
    .filter(([, to]) => to !== '')
    .map(([field, to]) => ({ field, from: null, to }))
