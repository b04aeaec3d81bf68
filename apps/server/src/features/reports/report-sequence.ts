import { formatLongDate } from '@chisholm/domain/dates'
import { texts } from '@chisholm/domain/texts'
import type { ReportChange, ReportSnapshot } from '@chisholm/domain/schemas/report-versions'
import type { PostMortemId } from '../../database/ids.ts'
import type { ComposedReport, ComposingContext, ReportSequence } from './compose-report.ts'
import { type ComparedReport, printedChanges, reportChanges } from './report-changes.ts'
import * as queries from './report-versions.queries.ts'

/** The information about previous versions in a report that is about to be issued or previewed. */
export async function sequenceOf(
  ctx: ComposingContext,
  postMortemId: PostMortemId,
  composed: Pick<ComposedReport, 'content' | 'snapshot' | 'zone'>,
): Promise<ReportSequence> {
  const versions = await queries.versionsOf(ctx.db, postMortemId)
  const [newest] = versions
  if (!newest) return { earlierVersions: [], changesSince: null, changes: [] }
  const before = toCompared(await queries.storedVersion(ctx.db, newest.id))
  return {
    earlierVersions: versions.map(({ kind, number, issued_at, reason }) => ({
      name: texts.other.reportVersion(kind, number),
      issued: formatLongDate(issued_at, composed.zone),
      reason,
    })),
    changesSince: newest.number,
    changes: printedChanges(reportChanges(before, toCompared(composed))),
  }
}

/** The differences between two versions of a ticket's report. */
export const changesBetween = async (
  { db }: Pick<ComposingContext, 'db'>,
  before: string,
  after: string,
): Promise<ReportChange[]> =>
  reportChanges(toCompared(await queries.storedVersion(db, before)), toCompared(await queries.storedVersion(db, after)))

const toCompared = (version: { content: ComparedReport['content']; snapshot: ReportSnapshot }): ComparedReport => ({
  content: version.content,
  animalIds: version.snapshot.animals.map(({ id }) => id),
})
