import { afterEach, expect, test, vi } from 'vitest'
import { createDeviceFlag } from './device-flag.ts'

const stored = new Map<string, string>()
const storage = {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => stored.set(key, value),
  removeItem: (key: string) => stored.delete(key),
}
afterEach(() => {
  stored.clear()
  vi.unstubAllGlobals()
})

test('a setting of the device is off until it is set, and stays set', () => {
  vi.stubGlobal('localStorage', storage)
  const flag = createDeviceFlag('one')
  const listener = vi.fn<() => void>()
  const unsubscribe = flag.subscribe(listener)
  expect(flag.isOn()).toBe(false)
  flag.set(true)
  expect([flag.isOn(), createDeviceFlag('one').isOn(), createDeviceFlag('other').isOn()]).toEqual([true, true, false])
  flag.set(false)
  expect([flag.isOn(), stored.size]).toEqual([false, 0])
  expect(listener).toHaveBeenCalledTimes(2)
  unsubscribe()
  flag.set(true)
  expect(listener).toHaveBeenCalledTimes(2)
})

test('without storage a setting stays off, and nothing fails', () => {
  const fail = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  vi.stubGlobal('localStorage', { getItem: fail, setItem: fail, removeItem: fail })
  const flag = createDeviceFlag('one')
  flag.set(true)
  expect(flag.isOn()).toBe(false)
})
