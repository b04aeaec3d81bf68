import { serverTexts } from '@chisholm/domain/server-texts'
import type { Transaction } from 'kysely'
import type { Tables } from '../../database/tables.ts'
import { invalid } from '../../http/app-error.ts'
import { libraryEntriesByIds } from './entry-references.queries.ts'

/** A reference to an entry of a list, in a field of a request. */
export interface EntryReference {
  field: string
  list: string
  id: string
}

/**
 * Requires active entries, and keeps them from being deleted until the transaction ends. All are read at once, because
 * a request may have thousands of references.
 * @returns their names by id
 * @throws invalid  there is no such entry, or it is retired
 */
export async function requireEntries(
  tx: Transaction<Tables>,
  references: readonly EntryReference[],
): Promise<Map<string, string>> {
  if (references.length === 0) return new Map()
  const found = await libraryEntriesByIds(tx, [...new Set(references.map(({ id }) => id))])
  const entries = new Map(found.map((entry) => [entry.id, entry]))
  for (const reference of references) {
    const error = errorOf(reference, entries.get(reference.id))
    if (error !== null) throw invalid({ [reference.field]: [error] })
  }
  return new Map(found.map(({ id, name }) => [id, name]))
}

/** Validates one reference like `requireEntries`. @returns the error, or null */
export async function validateEntry(tx: Transaction<Tables>, reference: EntryReference): Promise<string | null> {
  const [entry] = await libraryEntriesByIds(tx, [reference.id])
  return errorOf(reference, entry)
}

function errorOf(
  { field, list }: EntryReference,
  entry: { list: string; retired_at: Date | null } | undefined,
): string | null {
  if (entry?.list !== list) return `${field.split('.').at(-1)} is no entry of ${list}.`
  return entry.retired_at ? serverTexts.validation.entryRetired : null
}
