import { setImmediate as nextTurn } from 'node:timers/promises'
import { constants } from '@chisholm/domain/constants'
import type { Role } from '@chisholm/domain/permissions'
import type { Change } from '@chisholm/domain/shapes'
import type { UserId } from '../../database/ids.ts'
import type { InTransaction } from '../../database/transaction.ts'
import type { Parts } from '../../http/context.ts'
import type { Actor } from '../audit/index.ts'
import type { ImportedPhotos } from './imported-photos.ts'
import { importTexts } from './import-texts.ts'
import { addProblems, noProblems, type Problem, type Problems } from './problems.ts'
import { type Columns, readSheet, type Sheet, type SheetRow } from './sheet.ts'

/** Who imports: an Admin, or nobody where the operator of the server does it. */
export interface ImportContext extends InTransaction<Parts>, Actor {
  person: { id: UserId; roles: Role[] } | null
}

export interface ImportOptions {
  /** Invites who is new by mail. */
  mail: boolean
  /** Where the photos lie that a file of tickets names. */
  photos: ImportedPhotos | null
}

/** What becomes of a row. */
export interface PlannedRow {
  line: number
  what: 'new' | 'changed' | 'unchanged'
  name: string
  changes: Change[]
}

/** What becomes of the rows of a file: how many, and the first that are new or changed. */
export interface Tally {
  new: number
  changed: number
  unchanged: number
  rows: PlannedRow[]
}

export const noRows = (): Tally => ({ new: 0, changed: 0, unchanged: 0, rows: [] })

export function addRow(tally: Tally, { line, what, name, changes }: PlannedRow): void {
  tally[what] += 1
  if (what !== 'unchanged' && tally.rows.length < constants.imports.shownRows)
    tally.rows.push({ line, what, name, changes })
}

/** What a file would do. */
export interface Plan {
  sheet: Sheet
  tally: Tally
  problems: Problems
  /** How many tickets the new rows are. */
  tickets?: number
  /** Writes what is new and changed. @returns how many letters go out */
  write(): Promise<number>
}

/** A list that can be imported. */
export interface ImportedList {
  /** Keeps other writers away until the transaction ends, so that nothing is there twice. */
  lock(tx: InTransaction<Parts>['db']): Promise<unknown>
  plan(ctx: ImportContext, file: string, options: ImportOptions): Promise<Plan>
}

/** A list whose rows are planned all together. */
interface RowList<Column extends string> extends Pick<ImportedList, 'lock'> {
  columns: Columns<Column>
  planRows(
    ctx: ImportContext,
    rows: SheetRow<Column>[],
    options: ImportOptions,
  ): Promise<{ rows: PlannedRow[]; problems: Problem[]; write(): Promise<number> }>
}

export const listOfRows = <Column extends string>(list: RowList<Column>): ImportedList => ({
  lock: (tx) => list.lock(tx),
  async plan(ctx, file, options) {
    const rows: SheetRow<Column>[] = []
    const toRead = { file, columns: list.columns, maxRows: constants.imports.maxRows }
    const sheet = await readSheet<Column>(toRead, async (some) => rows.push(...some))
    const { rows: planned, problems: found, write } = await list.planRows(ctx, rows, options)
    const [tally, problems] = [noRows(), noProblems()]
    for (const row of planned) addRow(tally, row)
    addProblems(
      problems,
      found.toSorted((one, other) => one.line - other.line),
    )
    return { sheet, tally, problems, write }
  },
})

export const key = (...names: string[]) => names.map((name) => name.toLowerCase().trim()).join('\n')

/** Works on each of many rows in turn, and lets other requests in between. @returns all that was found */
export async function ofEach<Row, Found>(rows: readonly Row[], work: (row: Row) => readonly Found[]): Promise<Found[]> {
  const found: Found[] = []
  for (const [index, row] of rows.entries()) {
    if (index % 200 === 199) await nextTurn()
    found.push(...work(row))
  }
  return found
}

/** Says of every row whose key came before which line said it first. */
export function repeats<Column extends string>(
  rows: SheetRow<Column>[],
  keyOf: (cells: Record<Column, string>) => string,
  column: NoInfer<Column>,
): Problem[] {
  const first = new Map<string, number>()
  return rows.flatMap(({ line, cells }) => {
    const before = first.get(keyOf(cells))
    if (before !== undefined) return [{ line, column, text: importTexts.sameAsLine(before) }]
    first.set(keyOf(cells), line)
    return []
  })
}

/** Cells that say something else than what is there; an empty cell leaves what is there. */
export const changesIn = (pairs: [field: string, from: string | null, to: string][]): Change[] =>
  pairs.filter(([, from, to]) => to !== '' && to !== (from ?? '')).map(([field, from, to]) => ({ field, from, to }))

/** Does something to many rows, a few hundred at a time. */
export async function inChunks<T>(all: readonly T[], work: (some: readonly T[]) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < all.length; from += 500) await work(all.slice(from, from + 500))
}

/** What is said of something that is not there yet: its filled cells. */
export const firstFacts = (cells: Record<string, string>): Change[] =>
  Object.entries(cells)
    .filter(([, to]) => to !== '')
    .map(([field, to]) => ({ field, from: null, to }))
