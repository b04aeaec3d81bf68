/** Whether it is like `photos/<id>.jpg`: no caller of ours makes another. */
export const isStorageKey = (key: string): boolean => /^[\w-]+\/[\w.-]+$/.test(key) && !key.includes('..')

/** @throws Error  a key is not one of ours */
export function requireStorageKey(key: string): void {
  if (!isStorageKey(key)) throw new Error(`not a key of ours: ${key}`)
}

const types: Record<string, string> = { jpg: 'image/jpeg', png: 'image/png', pdf: 'application/pdf' }

/** What lies under a key, by the key's ending. */
export const contentTypeOfKey = (key: string): string =>
  types[key.split('.').at(-1) ?? ''] ?? 'application/octet-stream'
