import { storedFilesSql } from '../storage/stored-files.ts'

/** The file of a row. Older rows have no hash or length, logos never have one. */
export interface FileRow {
  key: string
  /** SHA-256 (hexadecimal). */
  hash: string | null
  bytes: number | null
}

/** The files of all rows, each once. */
export const fileRowsSql = `
  select distinct on (key) key, encode(hash, 'hex') as hash, bytes from (${storedFilesSql}) as files
  order by key, hash nulls last`

/**
 * Copies a file. If the copy does not match the hash of its row, it is copied once more, in case the transfer was at
 * fault.
 * @returns null if the file is missing
 */
export async function copyVerified<Copy extends { hash: string }>(
  { hash }: FileRow,
  copy: () => Promise<Copy | null>,
): Promise<(Copy & { isDamaged: boolean }) | null> {
  const isDamaged = (copied: Copy) => hash !== null && copied.hash !== hash
  const first = await copy()
  const last = first && isDamaged(first) ? await copy() : first
  return last && { ...last, isDamaged: isDamaged(last) }
}
