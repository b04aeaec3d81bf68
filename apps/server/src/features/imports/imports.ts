import { limits } from '@chisholm/domain/constants'
import type { ImportKind } from '@chisholm/domain/import-columns'
import { libraryLists } from '@chisholm/domain/library'
import { newId } from '../../database/ids.ts'
import { liftLockTimeout } from '../../database/lock-timeout.ts'
import { isForeignKeyViolation } from '../../database/constraint-violations.ts'
import type { Context } from '../../http/context.ts'
import { consumeRateLimit } from '../../http/rate-limit.queries.ts'
import { recordAudit } from '../audit-recorder/index.ts'
import { renewChanges } from '../events/index.ts'
import { customerImport } from './import-customers.ts'
import { headCountImport, lotImport } from './import-herd.ts'
import { libraryImport } from './import-library.ts'
import type { ImportContext, ListImport, ImportOptions, ImportPlan, PlannedRow } from './import-plan.ts'
import { postMortemImport } from './import-post-mortems.ts'
import { changedMeanwhile, mergeProblems, type ImportProblem } from './import-problems.ts'
import { siteImport } from './import-sites.ts'
import { trainingImport } from './import-trainings.ts'
import { userImport } from './import-users.ts'

const importsByKind = {
  customers: customerImport,
  sites: siteImport,
  lots: lotImport,
  'head-counts': headCountImport,
  users: userImport,
  'post-mortems': postMortemImport,
  trainings: trainingImport,
  ...Object.fromEntries(libraryLists.map((list) => [list, libraryImport(list)])),
  // cast: Object.fromEntries loses the key type
} as Record<ImportKind, ListImport>

export interface ImportOutcome {
  kind: ImportKind
  /** Whether the import was written. A file with problems is never written. */
  applied: boolean
  counts: { rows: number; new: number; changed: number; unchanged: number; problems: number }
  /** Number of new tickets, only for imports of post-mortems. */
  tickets?: number
  /** Only the first problems. `counts.problems` says how many there are. */
  problems: ImportProblem[]
  problems_not_shown: number
  ignored_columns: string[]
  /** The first rows that are new or changed. */
  rows: PlannedRow[]
  /** Number of invitations sent by e-mail. */
  emails: number
}

/** @throws tooMany  the user has started too many imports */
export const consumeImportLimit = (ctx: Context): Promise<void> =>
  consumeRateLimit(ctx.db, ['import', ctx.person.id], limits.imports)

/**
 * Imports a CSV file, or previews what the import would do. Everything is written or nothing. Existing data stays, so
 * importing the same file again changes nothing. Without a user, the import runs on behalf of the operator.
 * @param file   path of the file on disk
 * @param apply  whether to write; a file with problems is never written
 * @throws invalid  the file cannot be read at all, or something that it names was deleted while it was planned
 */
export async function importList(
  ctx: ImportContext,
  kind: ImportKind,
  file: string,
  { apply, mail = true, photos = null }: Partial<ImportOptions> & { apply: boolean },
): Promise<ImportOutcome> {
  const list = importsByKind[kind]
  if (apply) {
    // the file would have to be sent and planned again
    await liftLockTimeout(ctx.db)
    await list.lock(ctx.db)
  }
  const plan = await list.plan(ctx, file, { mail, photos })
  const outcome = toOutcome(kind, plan)
  if (!apply || outcome.counts.problems > 0) return outcome
  const emails = await plan.write().catch((error: unknown) => {
    throw isForeignKeyViolation(error) ? changedMeanwhile() : error
  })
  const { counts } = outcome
  const name = `${counts.new} new and ${counts.changed} changed ${kind}`
  if (counts.new + counts.changed > 0)
    await recordAudit(ctx.db, ctx, {
      action: 'list imported',
      subject: { type: 'import', id: newId() },
      after: { name, kind, counts, emails },
    })
  await renewChanges(ctx.db)
  return { ...outcome, applied: true, emails }
}

function toOutcome(kind: ImportKind, { sheet, tally, problems: planned, tickets }: ImportPlan): ImportOutcome {
  const problems = mergeProblems(sheet.problems, planned)
  const { rows, ...counts } = tally
  return {
    kind,
    applied: false,
    counts: { rows: sheet.count, ...counts, problems: problems.count },
    ...(tickets !== undefined && { tickets }),
    problems: problems.first,
    problems_not_shown: problems.count - problems.first.length,
    ignored_columns: sheet.ignored,
    rows,
    emails: 0,
  }
}
