import { setImmediate as nextTurn } from 'node:timers/promises'
import { constants } from '@chisholm/domain/constants'
import type { Role } from '@chisholm/domain/permissions'
import type { FieldDiff } from '@chisholm/domain/schemas/audit-log'
import type { UserId } from '../../database/ids.ts'
import type { InTransaction } from '../../database/transaction.ts'
import type { Services } from '../../services.ts'
import type { Actor } from '../audit-recorder/index.ts'
import type { PhotoSource } from './photo-source.ts'
import { importTexts } from './import-texts.ts'
import { addProblems, noProblems, type ImportProblem, type ImportProblems } from './import-problems.ts'
import { type CsvColumns, readCsv, type CsvSummary, type CsvRow } from './read-csv.ts'

/** The context of an import. The user is an Admin, or null on the command line. */
export interface ImportContext extends InTransaction<Omit<Services, 'siteFigures'>>, Actor {
  person: { id: UserId; roles: Role[] } | null
}

export interface ImportOptions {
  /** Whether new users get an invitation by e-mail. */
  mail: boolean
  /** The photos to which a file of tickets refers. */
  photos: PhotoSource | null
}

/** The planned action for a row. */
export interface PlannedRow {
  line: number
  what: 'new' | 'changed' | 'unchanged'
  name: string
  changes: FieldDiff[]
}

/** Number of rows by status, and the first new or changed rows. */
export interface RowTally {
  new: number
  changed: number
  unchanged: number
  rows: PlannedRow[]
}

export const emptyTally = (): RowTally => ({ new: 0, changed: 0, unchanged: 0, rows: [] })

/** Counts a row, and keeps the first rows that are new or changed, to be shown. */
export function addToTally(tally: RowTally, { line, what, name, changes }: PlannedRow): void {
  tally[what] += 1
  if (what !== 'unchanged' && tally.rows.length < constants.imports.shownRows)
    tally.rows.push({ line, what, name, changes })
}

/** The planned import of a file. */
export interface ImportPlan {
  sheet: CsvSummary
  tally: RowTally
  problems: ImportProblems
  /** Number of tickets in the new rows. */
  tickets?: number
  /**
   * Writes the new and changed rows.
   * @returns the number of invitations that will be sent
   */
  write(): Promise<number>
}

export interface ListImport {
  /** Blocks writes of other transactions until this one ends, so that nothing is created twice. */
  lock(tx: InTransaction<Services>['db']): Promise<unknown>
  plan(ctx: ImportContext, file: string, options: ImportOptions): Promise<ImportPlan>
}

/** A list whose rows fit into memory, so that they are planned together. */
interface RowImport<Column extends string> extends Pick<ListImport, 'lock'> {
  columns: CsvColumns<Column>
  planRows(
    ctx: ImportContext,
    rows: CsvRow<Column>[],
    options: ImportOptions,
  ): Promise<{ rows: PlannedRow[]; problems: ImportProblem[]; write(): Promise<number> }>
}

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

/** A text as the forms store it: breaks and several spaces are one space, accented letters one character (NFC). */
export const oneLine = (text: string) => text.trim().replaceAll(/\s+/g, ' ').normalize('NFC')

/** Builds a lookup key of names, ignoring case and spaces around them, and more than one within. */
export const lookupKey = (...names: string[]) => names.map((name) => oneLine(name).toLowerCase()).join('\n')

/** Maps many rows. In between it lets other requests run. */
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

/** Reports every row whose key occurred in an earlier row. */
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

/** The cells that differ from the existing values. An empty cell changes nothing. */
export const diffCells = (pairs: [field: string, from: string | null, to: string][]): FieldDiff[] =>
  pairs.filter(([, from, to]) => to !== '' && to !== (from ?? '')).map(([field, from, to]) => ({ field, from, to }))

/** Calls `work` with a few hundred rows at a time. */
export async function inChunks<T>(all: readonly T[], work: (chunk: readonly T[]) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < all.length; from += 500) await work(all.slice(from, from + 500))
}

/** The filled cells of a new row, in the form of changes. */
export const filledCells = (cells: Record<string, string>): FieldDiff[] =>
  Object.entries(cells)
    .filter(([, to]) => to !== '')
    .map(([field, to]) => ({ field, from: null, to }))
