/** Whether a key has the form `photos/<id>.jpg`. */
export const isStorageKey = (key: string): boolean => /^[\w-]+\/[\w.-]+$/.test(key) && !key.includes('..')

/** @throws Error  a key is not one of ours */
export function requireStorageKey(key: string): void {
  if (!isStorageKey(key)) throw new Error(`not a key of ours: ${key}`)
}

const types: Record<string, string> = { jpg: 'image/jpeg', png: 'image/png', pdf: 'application/pdf' }

/** Content type by the extension of the key. */
export const contentTypeOfKey = (key: string): string =>
  types[key.split('.').at(-1) ?? ''] ?? 'application/octet-stream'
