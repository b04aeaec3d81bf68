import { libraryLists } from '@chisholm/domain/library'
import { newId } from '../../database/ids.ts'
import type { Executor } from '../../database/executor.ts'
import { inTransaction } from '../../database/transaction.ts'
import type { Services } from '../../services.ts'
import { defaultLibrary } from './default-library.ts'
import { hasFilledLists, insertMissingEntries, markAsFilled } from './library.queries.ts'

/** Fills the library lists that were never filled. Those that have entries stay as they are. */
export async function seedLibrary(tx: Executor): Promise<void> {
  const isNew = await markAsFilled(tx, libraryLists)
  const rows = Object.entries(defaultLibrary)
    .filter(([list]) => isNew.has(list))
    .flatMap(([list, entries]) =>
      entries.map((entry, index) => ({
        id: newId(),
        list,
        name: entry.name,
        code: entry.code ?? null,
        system: entry.system ?? null,
        notifiable: entry.notifiable ?? false,
        hex: entry.hex ?? null,
        hint: entry.hint ?? null,
        required: entry.required ?? false,
        advice: entry.advice ?? null,
        text: entry.text ?? null,
        level: entry.level ?? null,
        position: list === 'photo-slots' ? index + 1 : 0,
      })),
    )
  if (rows.length === 0) return
  await insertMissingEntries(tx, rows)
}

/** Fills the lists that are new since the last version, unless nothing was set up yet. */
export const seedNewLists = (services: Pick<Services, 'db'>): Promise<void> =>
  inTransaction(services, async (services) => {
    if (await hasFilledLists(services.db)) await seedLibrary(services.db)
  })
