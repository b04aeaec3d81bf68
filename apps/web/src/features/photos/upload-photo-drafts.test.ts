import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../api/api-error.ts'
import type { PhotoDraft } from './photo-draft-store.ts'

const device = vi.hoisted((): { drafts: PhotoDraft[] } => ({ drafts: [] }))
const calls = vi.hoisted(() => ({
  upload: vi.fn<() => Promise<boolean>>(),
  put: vi.fn<() => Promise<void>>(),
  warning: vi.fn<(id: string, message: string) => void>(),
  refresh: vi.fn<() => Promise<void>>(),
}))
vi.mock('../../api/client.ts', async () => ({ ...(await import('../../api/api-error.ts')), api: { put: calls.put } }))
vi.mock('../../api/session.ts', () => ({ session: { read: () => ({ uuid: 'dana' }) } }))
vi.mock('../../api/photo-connection.ts', () => ({ photoConnection: { isWaiting: () => false } }))
vi.mock('../../api/outbox-store.ts', () => ({ outboxStore: { list: async () => [] } }))
vi.mock('../../api/run-in-one-tab.ts', () => ({
  runInOneTab: (_: string, work: () => unknown) => Promise.resolve().then(work),
}))
vi.mock('../../api/query-client.ts', () => ({
  queryClient: { getQueryData: () => device.drafts, ensureQueryData: async () => device.drafts },
}))
vi.mock('../../ui/toast.ts', () => ({ toast: { warning: calls.warning } }))
vi.mock('./queries.ts', () => ({ refreshPhotos: calls.refresh, refreshCounts: calls.refresh }))
vi.mock('./upload-in-parts.ts', () => ({ uploadPhoto: calls.upload }))
vi.mock('./photo-draft-store.ts', () => ({
  photoDraftStore: { listIds: async () => new Set(device.drafts.map(({ id }) => id)), change: async () => undefined },
}))
vi.mock('./photo-drafts.ts', () => {
  const update = (change: (all: PhotoDraft[]) => PhotoDraft[]) => void (device.drafts = change(device.drafts))
  return {
    photoDraftsQuery: () => ({ queryKey: [] }),
    notifyOtherTabs: () => undefined,
    updateCachedDrafts: (_: unknown, _owner: string, change: (all: PhotoDraft[]) => PhotoDraft[]) => update(change),
    removePhotoDrafts: async (_: unknown, _owner: string, ids: string[]) =>
      update((all) => all.filter(({ id }) => !ids.includes(id))),
    writeInOrder: (_id: string, _change: unknown, write: () => Promise<void>) => write(),
  }
})
const { uploadWaitingPhotos } = await import('./upload-photo-drafts.ts')

const draft: PhotoDraft = {
  id: 'photo-1',
  postMortemId: 'ticket',
  animalId: 'animal',
  file: new File(['photo'], 'liver.jpg'),
  key: 'key-1',
  failure: null,
  waits: true,
  chosenAt: 1,
  caption: 'Left lobe',
}
const completed = new ApiError(409, 'The ticket is completed.')

beforeEach(() => {
  vi.resetAllMocks()
  device.drafts = [draft]
  calls.upload.mockResolvedValue(true)
})

test('a photo whose caption is refused is saved, and the user is told why the caption is not', async () => {
  calls.put.mockRejectedValue(completed)
  expect(await uploadWaitingPhotos()).toBe('sent')
  expect(device.drafts).toEqual([])
  expect(calls.warning.mock.lastCall?.[1]).toBe(
    'liver.jpg was saved without its caption and drawing. The ticket is completed.',
  )
  expect(calls.refresh).toHaveBeenCalled()
})

test('a photo that is refused itself stays as not saved, with the reason', async () => {
  calls.upload.mockRejectedValue(completed)
  await uploadWaitingPhotos()
  expect(device.drafts).toMatchObject([{ id: 'photo-1', waits: false }])
  expect(device.drafts[0]?.failure).toContain('The ticket is completed.')
  expect(calls.warning).not.toHaveBeenCalled()
})

test('a photo whose caption could not be sent waits for the next attempt', async () => {
  calls.put.mockRejectedValue(new ApiError(0, 'No connection.'))
  expect(await uploadWaitingPhotos()).toBe('unreachable')
  expect(device.drafts).toEqual([draft])
})
