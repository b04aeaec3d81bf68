import { v7 as uuidv7 } from 'uuid'
import type { Executor } from '../../http/context.ts'
import { defaultLibrary } from './default-library.ts'

/** Fills the empty library lists of a new database; lists that have entries stay as they are. */
export async function seedLibrary(db: Executor): Promise<void> {
  const known = new Set(
    (await db.selectFrom('library_entries').select('list').distinct().execute()).map((row) => row.list),
  )
  const rows = Object.entries(defaultLibrary)
    .filter(([list]) => !known.has(list))
    .flatMap(([list, entries]) =>
      entries.map((entry) => ({
        id: uuidv7(),
        list,
        name: entry.name,
        code: entry.code ?? null,
        system: entry.system ?? null,
        notifiable: entry.notifiable ?? false,
        hex: entry.hex ?? null,
      })),
    )
  if (rows.length === 0) return
  await db
    .insertInto('library_entries')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
