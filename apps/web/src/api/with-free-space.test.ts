import { expect, test, vi } from 'vitest'

vi.stubGlobal('localStorage', { getItem: () => null })
vi.stubGlobal('addEventListener', () => undefined)
const { unstored, withFreeSpace } = await import('./with-free-space.ts')

const full = () => new DOMException('No space.', 'QuotaExceededError')

/** A device that has space once that many attempts have been made. */
function deviceFullFor(attempts: number) {
  let made = 0
  const write = () => (made++ < attempts ? Promise.reject(full()) : Promise.resolve('written'))
  return { write, made: () => made }
}

test('a write that fits deletes nothing', async () => {
  const free = vi.fn<() => Promise<void>>(async () => undefined)
  await expect(withFreeSpace('fits', async () => 'written', free)).resolves.toBe('written')
  expect(free).not.toHaveBeenCalled()
  expect(unstored.isEmpty()).toBe(true)
})

test('a full device deletes its copies for reading, then writes again', async () => {
  const device = deviceFullFor(1)
  const events: string[] = []
  const write = () => {
    events.push('write')
    return device.write()
  }
  const free = async () => void events.push('free')
  await expect(withFreeSpace('second try', write, free)).resolves.toBe('written')
  expect(events).toEqual(['write', 'free', 'write'])
  expect(unstored.isEmpty()).toBe(true)
})

test('a device that stays full says so until the same thing is stored or removed', async () => {
  const free = async () => undefined
  const device = deviceFullFor(2)
  await expect(withFreeSpace('kept', device.write, free)).rejects.toThrow('No space.')
  await expect(withFreeSpace('dropped', deviceFullFor(2).write, free)).rejects.toThrow('No space.')
  expect(device.made()).toBe(2)
  expect(unstored.isEmpty()).toBe(false)
  // something smaller still fits, which does not store the other two
  await withFreeSpace('small', async () => undefined, free)
  expect(unstored.isEmpty()).toBe(false)
  await withFreeSpace('kept', device.write, free)
  expect(unstored.isEmpty()).toBe(false)
  unstored.forget('dropped')
  expect(unstored.isEmpty()).toBe(true)
})

test('another failure deletes nothing and is thrown', async () => {
  const free = vi.fn<() => Promise<void>>(async () => undefined)
  const broken = () => Promise.reject(new DOMException('Closed.', 'InvalidStateError'))
  await expect(withFreeSpace('broken', broken, free)).rejects.toThrow('Closed.')
  expect(free).not.toHaveBeenCalled()
  expect(unstored.isEmpty()).toBe(false)
  unstored.forget('broken')
})

test('writes that fail at the same time delete once', async () => {
  const free = vi.fn<() => Promise<void>>(() => new Promise<void>((resolve) => setTimeout(resolve)))
  const writes = ['one', 'two', 'three'].map((key) => withFreeSpace(key, deviceFullFor(1).write, free))
  await expect(Promise.all(writes)).resolves.toEqual(['written', 'written', 'written'])
  expect(free).toHaveBeenCalledTimes(1)
})
