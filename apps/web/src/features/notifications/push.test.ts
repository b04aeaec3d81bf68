import { expect, test, vi } from 'vitest'

const api = vi.hoisted(() => ({
  get: async () => ({ data: { key: 'AAAA' } }),
  post: async () => ({ data: { id: 'push-1' } }),
  delete: vi.fn<(path: string, params: object) => Promise<void>>(async () => undefined),
}))
vi.mock('../../api/client.ts', () => ({ api }))

const isFull = () => {
  throw new DOMException('No space.', 'QuotaExceededError')
}
vi.stubGlobal('localStorage', { getItem: () => null, setItem: isFull, removeItem: () => undefined })
vi.stubGlobal('Notification', { permission: 'granted', requestPermission: async () => 'granted' })

/** What the browser is subscribed to. */
let subscription: object | null = null
const subscribe = async () =>
  (subscription = { toJSON: () => ({}), unsubscribe: async () => void (subscription = null) })
const pushManager = { getSubscription: async () => subscription, subscribe }
vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => ({ pushManager }) } })
const { isPushed, startPush, stopPush } = await import('./push.ts')

test('pushes that were turned on on a full device can be turned off', async () => {
  expect(await startPush('dana')).toBe(true)
  expect(await isPushed('dana')).toBe(true)
  await stopPush()
  expect(await isPushed('dana')).toBe(false)
  expect(api.delete).toHaveBeenCalledWith('/push-subscriptions/{id}', { id: 'push-1' })
})
