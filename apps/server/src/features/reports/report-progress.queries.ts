import { sql } from 'kysely'
import type { PostMortemId } from '../../database/ids.ts'
import type { Executor } from '../../database/executor.ts'

/** Progress that has not changed for longer is ignored, because its server may have been killed. */
const secondsReported = 90

export const saveProgress = (
  db: Executor,
  progress: { post_mortem_id: PostMortemId; draft: boolean; done: number; photos: number },
) =>
  db
    .insertInto('report_progress')
    .values(progress)
    .onConflict((conflict) =>
      conflict
        .columns(['post_mortem_id', 'draft'])
        .doUpdateSet({ done: progress.done, photos: progress.photos, updated_at: sql`now()` }),
    )
    .execute()

export const deleteProgress = (db: Executor, postMortemId: PostMortemId, draft: boolean) =>
  db.deleteFrom('report_progress').where('post_mortem_id', '=', postMortemId).where('draft', '=', draft).execute()

/** If a draft and an issued report are rendered at the same time, reads the progress of the slower one. */
export const readProgress = (db: Executor, postMortemId: PostMortemId, withDrafts: boolean) =>
  db
    .selectFrom('report_progress')
    .select(['done', 'photos'])
    .where('post_mortem_id', '=', postMortemId)
    .where('updated_at', '>', sql<Date>`now() - ${secondsReported} * interval '1 second'`)
    .$if(!withDrafts, (query) => query.where('draft', '=', false))
    .orderBy('done')
    .limit(1)
    .executeTakeFirst()
