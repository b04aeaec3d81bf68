import type { Database } from './database/database.ts'

/** Whether nobody has an account yet. */
export const hasNoUsers = async (db: Database['db']) =>
  !(await db.selectFrom('users').select('id').limit(1).executeTakeFirst())
