import { newId } from '../../database/ids.ts'
import type { Executor } from '../../database/executor.ts'
import { defaultLibrary } from './default-library.ts'
import { insertMissingEntries, listsWithEntries } from './library.queries.ts'

/** Fills the empty library lists of a new database. Lists that have entries stay as they are. */
export async function seedLibrary(db: Executor): Promise<void> {
  const known = await listsWithEntries(db)
  const rows = Object.entries(defaultLibrary)
    .filter(([list]) => !known.has(list))
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
  await insertMissingEntries(db, rows)
}
