import { beforeEach, expect, test, vi } from 'vitest'

const copies = vi.hoisted(() => new Map<string, unknown>())
const idb = vi.hoisted(() => ({
  createStore: () => () => Promise.resolve(),
  entries: async () => [...copies],
  get: async (key: string) => copies.get(key),
  set: async (key: string, copy: unknown) => void copies.set(key, copy),
  clear: async () => copies.clear(),
}))
vi.mock('idb-keyval', () => idb)
vi.mock('./session.ts', () => ({ session: { read: () => ({ uuid: 'dana' }) } }))
vi.stubGlobal('localStorage', { getItem: () => null })
const { offlineStore } = await import('./offline-store.ts')

beforeEach(() => copies.clear())

test.each([
  ['a full device gives up its copies, so that unsent changes fit', new DOMException('', 'QuotaExceededError'), []],
  ['any other failed write keeps the copies', new DOMException('', 'InvalidStateError'), ['first']],
  ['a copy that cannot be cloned keeps the others', new DOMException('', 'DataCloneError'), ['first']],
])('%s', async (_, failure, left) => {
  await offlineStore.write('dana', 'first', 1)
  vi.spyOn(idb, 'set').mockRejectedValueOnce(failure)
  await offlineStore.write('dana', 'second', 2)
  expect((await offlineStore.list('dana', '')).map(([name]) => name)).toEqual(left)
})
