import { constants } from '@chisholm/domain/constants'
import { isVet } from '@chisholm/domain/permissions'
import type { PostMortemId } from '../../database/ids.ts'
import type { Executor } from '../../database/executor.ts'
import type { Context } from '../../http/context.ts'
import { readPostMortem } from '../post-mortems/index.ts'
import * as queries from './report-progress.queries.ts'

/** Milliseconds between two writes. */
const interval = 1000

/**
 * Records how many photos of a large report have been read while it is rendered. Nothing is recorded in a transaction,
 * because others could not read it.
 * @param render  gets the function to call after each photo
 */
export async function withProgress<Result>(
  db: Executor,
  { id, draft, photos }: { id: PostMortemId; draft: boolean; photos: number },
  render: (onPhoto: (done: number) => Promise<void>) => Promise<Result>,
): Promise<Result> {
  if (photos < constants.report.progressFrom || db.isTransaction) return render(async () => {})
  let written = 0
  const save = async (done: number) => {
    if (done < photos && Date.now() - written < interval) return
    written = Date.now()
    // a failure to save the progress must not fail the report
    await queries.saveProgress(db, { post_mortem_id: id, draft, done, photos }).catch(() => {})
  }
  try {
    await save(0)
    return await render(save)
  } finally {
    await queries.deleteProgress(db, id, draft).catch(() => {})
  }
}

/**
 * The progress of a ticket's report that is being rendered; null if none is, or if it has few photos. Clients do not
 * see that of drafts.
 * @throws notFound  the user may not see the ticket
 */
export async function readReportProgress(ctx: Context, id: PostMortemId) {
  await readPostMortem(ctx, id)
  return (await queries.readProgress(ctx.db, id, isVet(ctx.person))) ?? null
}
