import type { Change } from '@chisholm/domain/shapes'
import type { InTransaction } from '../../database/transaction.ts'
import type { Parts } from '../../http/context.ts'
import type { Actor } from '../audit/index.ts'
import type { Role } from '@chisholm/domain/permissions'
import type { Columns, Problem, SheetRow } from './sheet.ts'
import { importTexts } from './import-texts.ts'

/** Who imports: an Admin, or nobody where the operator of the server does it. */
export interface ImportContext extends InTransaction<Parts>, Actor {
  person: { id: string; roles: Role[] } | null
}

/** What becomes of a row. */
export interface PlannedRow {
  line: number
  what: 'new' | 'changed' | 'unchanged'
  name: string
  changes: Change[]
}

interface Plan {
  rows: PlannedRow[]
  problems: Problem[]
  /** Writes what is new and changed. @returns how many letters go out */
  write(): Promise<number>
}

/** A list that can be imported. */
export interface ImportedList<Column extends string = string> {
  columns: Columns<Column>
  /** The table nobody else writes into while an import is applied, so that nothing is there twice. */
  table: 'customers' | 'sites' | 'users'
  plan(ctx: ImportContext, rows: SheetRow<Column>[], options: { mail: boolean }): Promise<Plan>
}

export const key = (...names: string[]) => names.map((name) => name.toLowerCase().trim()).join('\n')

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
export async function inChunks<T>(all: T[], work: (some: T[]) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < all.length; from += 500) await work(all.slice(from, from + 500))
}

/** What is said of something that is not there yet: its filled cells. */
export const firstFacts = (cells: Record<string, string>): Change[] =>
  Object.entries(cells)
    .filter(([, to]) => to !== '')
    .map(([field, to]) => ({ field, from: null, to }))
