import { setImmediate as nextTurn } from 'node:timers/promises'
import { constants } from '@chisholm/domain/constants'
import type { Role } from '@chisholm/domain/permissions'
import type { FieldDiff } from '@chisholm/domain/schemas'
import type { UserId } from '../../database/ids.ts'
import type { InTransaction } from '../../database/transaction.ts'
import type { Services } from '../../http/context.ts'
import type { Actor } from '../audit-recorder/index.ts'
import type { PhotoSource } from './photo-source.ts'
import { importTexts } from './import-texts.ts'
import { addProblems, noProblems, type ImportProblem, type ImportProblems } from './import-problems.ts'
import { type CsvColumns, readCsv, type CsvSummary, type CsvRow } from './read-csv.ts'

/** Who imports: an Admin, or nobody where the operator of the server does it. */
export interface ImportContext extends InTransaction<Services>, Actor {
  person: { id: UserId; roles: Role[] } | null
}

export interface ImportOptions {
  /** Invites who is new by mail. */
  mail: boolean
  /** Where the photos lie that a file of tickets names. */
  photos: PhotoSource | null
}

/** What becomes of a row. */
export interface PlannedRow {
  line: number
  what: 'new' | 'changed' | 'unchanged'
  name: string
  changes: FieldDiff[]
}

/** What becomes of the rows of a file: how many, and the first that are new or changed. */
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

/** What a file would do. */
export interface ImportPlan {
  sheet: CsvSummary
  tally: RowTally
  problems: ImportProblems
  /** How many tickets the new rows are. */
  tickets?: number
  /** Writes what is new and changed. @returns how many letters go out */
  write(): Promise<number>
}

/** A list that can be imported. */
export interface ListImport {
  /** Keeps other writers away until the transaction ends, so that nothing is there twice. */
  lock(tx: InTransaction<Services>['db']): Promise<unknown>
  plan(ctx: ImportContext, file: string, options: ImportOptions): Promise<ImportPlan>
}

/** A list whose rows are planned all together. */
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

export const lookupKey = (...names: string[]) => names.map((name) => name.toLowerCase().trim()).join('\n')

/** Works on each of many rows in turn, and lets other requests in between. @returns all that was found */
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

/** Says of every row whose key came before which line said it first. */
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

/** Cells that say something else than what is there; an empty cell leaves what is there. */
export const diffCells = (pairs: [field: string, from: string | null, to: string][]): FieldDiff[] =>
  pairs.filter(([, from, to]) => to !== '' && to !== (from ?? '')).map(([field, from, to]) => ({ field, from, to }))

/** Does something to many rows, a few hundred at a time. */
export async function inChunks<T>(all: readonly T[], work: (chunk: readonly T[]) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < all.length; from += 500) await work(all.slice(from, from + 500))
}

/** What is said of something that is not there yet: its filled cells. */
export const filledCells = (cells: Record<string, string>): FieldDiff[] =>
  Object.entries(cells)
    .filter(([, to]) => to !== '')
    .map(([field, to]) => ({ field, from: null, to }))
