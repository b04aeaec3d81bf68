import { v7 as uuidv7 } from 'uuid'
import { constants } from '@chisholm/domain/constants'
import type { ImportKind } from '@chisholm/domain/import-columns'
import { may } from '@chisholm/domain/permissions'
import type { Context } from '../../http/context.ts'
import { forbidden } from '../../http/failures.ts'
import { takeTurn } from '../../http/turns.ts'
import { audit } from '../audit/index.ts'
import { customerImport } from './customers.ts'
import { lockTable } from './imports.queries.ts'
import type { ImportContext, ImportedList, PlannedRow } from './plan.ts'
import { type Problem, readSheet, type Sheet } from './sheet.ts'
import { siteImport } from './sites.ts'
import { userImport } from './users.ts'

// each reads the columns it names itself
const lists = { customers: customerImport, sites: siteImport, users: userImport } as unknown as Record<
  ImportKind,
  ImportedList
>

export interface ImportOutcome {
  kind: ImportKind
  /** Whether it was written; never with a problem left. */
  applied: boolean
  counts: { rows: number; new: number; changed: number; unchanged: number; problems: number }
  problems: Problem[]
  ignored_columns: string[]
  /** The first rows that are new or changed. */
  rows: PlannedRow[]
  /** How many invitations go out by mail. */
  letters: number
}

/** @throws forbidden  the role may not import; too-many  imports in a while */
export async function requireImport(ctx: Context): Promise<void> {
  if (!may(ctx.person, 'lists.import')) throw forbidden()
  await takeTurn(ctx.db, ['import', ctx.person.id], constants.limits.imports)
}

/**
 * Reads a CSV file into a list, or says what it would do. All of it is written or nothing; what is there already stays
 * as it is, so that the same file again changes nothing. Without a person it is the operator of the server who asks.
 * @param apply  write it; with a problem in the file nothing is written
 * @param mail   invite who is new by mail
 * @throws invalid  the file cannot be read at all
 */
export async function importList(
  ctx: ImportContext,
  kind: ImportKind,
  bytes: Uint8Array,
  { apply, mail = true }: { apply: boolean; mail?: boolean },
): Promise<ImportOutcome> {
  const list = lists[kind]
  const sheet = readSheet(bytes, list.columns)
  if (apply) await lockTable(ctx.db, list.table)
  const plan = await list.plan(ctx, sheet.rows, { mail })
  const problems = [...sheet.problems, ...plan.problems]
  const outcome = outcomeOf(kind, plan.rows, sheet, problems)
  if (!apply || problems.length > 0) return outcome
  const letters = await plan.write()
  const { counts } = outcome
  const name = `${counts.new} new and ${counts.changed} changed ${kind}`
  if (counts.new + counts.changed > 0)
    await audit(ctx.db, ctx, 'list imported', { type: 'import', id: uuidv7() }, null, { name, kind, counts, letters })
  return { ...outcome, applied: true, letters }
}

function outcomeOf(kind: ImportKind, rows: PlannedRow[], sheet: Sheet<string>, problems: Problem[]): ImportOutcome {
  const { shownProblems, shownRows } = constants.imports
  const count = (what: PlannedRow['what']) => rows.filter((row) => row.what === what).length
  const touched = rows.filter(({ what }) => what !== 'unchanged').slice(0, shownRows)
  return {
    kind,
    applied: false,
    counts: {
      rows: sheet.count,
      new: count('new'),
      changed: count('changed'),
      unchanged: count('unchanged'),
      problems: problems.length,
    },
    problems: problems.toSorted((one, other) => one.line - other.line).slice(0, shownProblems),
    ignored_columns: sheet.ignored,
    rows: touched.map(({ line, what, name, changes }) => ({ line, what, name, changes })),
    letters: 0,
  }
}
