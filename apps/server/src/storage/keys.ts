/** @throws Error  a key is not like `photos/<id>.jpg`: no caller of ours makes another */
export function requireKey(key: string): void {
  if (!/^[\w-]+\/[\w.-]+$/.test(key) || key.includes('..')) throw new Error(`not a key of ours: ${key}`)
}
