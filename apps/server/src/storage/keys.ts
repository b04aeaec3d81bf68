/** @throws Error  a key is not like `photos/<id>.jpg`: no caller of ours makes another */
export function requireKey(key: string): void {
  if (!/^[\w-]+\/[\w.-]+$/.test(key) || key.includes('..')) throw new Error(`not a key of ours: ${key}`)
}

const types: Record<string, string> = { jpg: 'image/jpeg', png: 'image/png', pdf: 'application/pdf' }

/** What lies under a key, by the key's ending. */
export const typeOfKey = (key: string): string => types[key.split('.').at(-1) ?? ''] ?? 'application/octet-stream'
