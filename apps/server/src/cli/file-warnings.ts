import type { Manifest } from '../backup/archive.ts'

/** What is wrong with the files of a storage that were copied. */
export const fileWarnings = ({ missing, damaged = [] }: Manifest): string[] => [
  ...missing.map((key) => `The storage has no ${key}, to which the database refers.`),
  ...damaged.map((key) => `${key} is truncated or changed in the storage, and was copied as it is.`),
]
