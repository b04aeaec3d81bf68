import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../api/api-error.ts'

const copies = vi.hoisted(() => new Map<string, unknown>())
const idb = vi.hoisted(() => ({
  createStore: () => () => Promise.resolve(),
  entries: async () => [...copies],
  get: async (key: string) => copies.get(key),
  set: async (key: string, copy: unknown) => void copies.set(key, copy),
  update: async (key: string, merge: (copy: unknown) => unknown) => void copies.set(key, merge(copies.get(key))),
  del: async (key: string) => void copies.delete(key),
}))
vi.mock('idb-keyval', () => idb)
vi.mock('../../api/session.ts', () => ({ session: { read: () => ({ uuid: 'dana', roles: ['Veterinarian'] }) } }))
const get = vi.hoisted(() => vi.fn<(path: string, params: Record<string, unknown>) => Promise<unknown>>())
vi.mock('../../api/client.ts', async () => ({
  api: { get },
  isPermanentError: (await import('../../api/api-error.ts')).isPermanentError,
}))
vi.stubGlobal('localStorage', { getItem: () => null })
vi.stubGlobal('addEventListener', () => undefined)
vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => undefined } })
const { offlineStore } = await import('../../api/offline-store.ts')
const { downloadPostMortems } = await import('./offline-post-mortems.ts')

/** The tickets of the server by id, with their notes, and those among them that the lists have. */
const server = { notes: new Map<string, string>(), listed: new Set<string>() }
const ticket = (id: string) => ({
  id,
  note: server.notes.get(id),
  veterinary_record: { veterinary_record_animals: [] },
})
const nameOf = (id: string) => `["post-mortems","one","${id}"]`
/** What a screen does with the response for a ticket. */
const open = (id: string) => offlineStore.write('dana', nameOf(id), ticket(id))
const notesOnDevice = async () =>
  (await offlineStore.list<{ note: string }>('dana', '["post-mortems"')).map(([, { data }]) => data.note).sort()

beforeEach(() => {
  copies.clear()
  server.notes = new Map(['1', '2', '3'].map((id) => [id, `note ${id}`]))
  server.listed = new Set(['1', '2', '3'])
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T10:00:00Z') })
  get.mockImplementation(async (path, { id }) => {
    if (path === '/post-mortems') return { data: [...server.listed].map((one) => ticket(one)), meta: { last_page: 1 } }
    if (server.notes.has(String(id))) return { data: ticket(String(id)) }
    throw new ApiError(404, 'Not found.')
  })
})
const passMinutes = (minutes: number) => vi.setSystemTime(Date.now() + minutes * 60_000)

test('a ticket that was edited and fetched again during a download stays as edited', async () => {
  await downloadPostMortems()
  passMinutes(30)
  server.notes.set('2', 'downloaded')
  const answer = get.getMockImplementation()
  const lists = ['inbox', 'own visits']
  get.mockImplementation(async (...request) => {
    const outdated = await answer?.(...request)
    if (lists.shift() !== 'own visits') return outdated
    passMinutes(1)
    server.notes.set('1', 'edited meanwhile')
    await open('1')
    return outdated
  })
  await downloadPostMortems()
  expect(await notesOnDevice()).toEqual(['downloaded', 'edited meanwhile', 'note 3'])
})

test('of tickets that leave the lists, those that were opened stay in their present state, and deleted ones go', async () => {
  await open('1')
  await downloadPostMortems()
  await open('2')
  passMinutes(30)
  await downloadPostMortems()
  server.listed.clear()
  server.notes.set('1', 'completed')
  server.notes.delete('2')
  passMinutes(30)
  await downloadPostMortems()
  expect(await notesOnDevice()).toEqual(['completed'])
})

test('an opened ticket whose present state cannot be fetched stays for the next download', async () => {
  await open('1')
  await downloadPostMortems()
  server.listed.clear()
  passMinutes(30)
  const answer = get.getMockImplementation()
  get.mockImplementation(async (path, params) => {
    if (params['id']) throw new ApiError(0, 'No connection.')
    return answer?.(path, params)
  })
  await expect(downloadPostMortems()).rejects.toThrow('No connection.')
  expect(await notesOnDevice()).toContain('note 1')
})
