import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { clockOffset, noteServerTime, serverTime, subscribeToClock } from './server-clock.ts'

const minute = 60_000
const now = Date.parse('2026-10-02T12:00:00Z')
/** A response of the server at its time; the device's clock differs by `wrong`. */
const respond = (wrong: number, { seconds = 0, waited = 200 } = {}) => {
  const sentAt = now + wrong
  noteServerTime(new Date(now + seconds * 1000).toUTCString(), sentAt, sentAt + waited)
}
beforeEach(() => respond(0))

describe('the time of the server', () => {
  test.each([47, -3 * 60, 2 * 24 * 60])('is right on a device whose clock is %i minutes slow', (slow) => {
    respond(-slow * minute)
    expect(Math.abs(clockOffset() - slow * minute)).toBeLessThan(1000)
    expect(Math.abs(serverTime() - Date.now() - slow * minute)).toBeLessThan(1000)
  })

  test('is that of the device if the two differ by less than any delay explains', () => {
    respond(-minute)
    expect(clockOffset()).toBe(0)
  })

  test('does not change with the latency of each response', () => {
    respond(-47 * minute)
    const listener = vi.fn<() => void>()
    const unsubscribe = subscribeToClock(listener)
    const before = clockOffset()
    respond(-47 * minute, { seconds: 3, waited: 5000 })
    expect(clockOffset()).toBe(before)
    expect(listener).not.toHaveBeenCalled()
    unsubscribe()
  })

  test('follows a clock that was set', () => {
    respond(-47 * minute)
    const listener = vi.fn<() => void>()
    const unsubscribe = subscribeToClock(listener)
    respond(0)
    expect(clockOffset()).toBe(0)
    expect(listener).toHaveBeenCalledOnce()
    unsubscribe()
  })

  test.each([
    ['without a Date header', () => noteServerTime(null, now, now)],
    ['with an invalid one', () => noteServerTime('yesterday', now, now)],
    ['after a long wait', () => respond(-47 * minute, { waited: 60_000 })],
    ['received before the request was sent: the clock was set meanwhile', () => respond(0, { waited: -47 * minute })],
  ])('is not taken from a response %s', (_, arrive) => {
    arrive()
    expect(clockOffset()).toBe(0)
  })
})

describe('an app that is opened again without the server', () => {
  /** @param slow  by how much the clock was slow, @param passed  how much it has moved since; in minutes */
  const reopen = async (slow: number, passed: number) => {
    const stored = JSON.stringify({ offset: slow * minute, at: Date.now() - passed * minute })
    vi.stubGlobal('localStorage', { getItem: () => stored, setItem: () => undefined, removeItem: () => undefined })
    vi.resetModules()
    return import('./server-clock.ts')
  }
  afterEach(() => vi.unstubAllGlobals())

  test.each([
    ['is still slow if it has moved by less', 180, 10, 180, false],
    ['may have been set right since if it has moved by more', 180, 190, 180, true],
    ['may have been set right if it was fast', -180, 10, -180, true],
    ['has been set right if it has moved backwards', -180, -10, 0, false],
  ])('a clock that was wrong %s', async (_, slow, passed, offset, isUncertain) => {
    const clock = await reopen(slow, passed)
    expect(clock.clockOffset()).toBe(offset * minute)
    expect(clock.isClockUncertain()).toBe(isUncertain)
  })

  test('believes the clock once its user or a response says that it is right', async () => {
    const told = await reopen(180, 190)
    told.trustClock()
    expect([told.clockOffset(), told.isClockUncertain()]).toEqual([0, false])
    const answered = await reopen(180, 190)
    answered.noteServerTime(new Date().toUTCString(), Date.now())
    expect([answered.clockOffset(), answered.isClockUncertain()]).toEqual([0, false])
  })

  test('is certain again once a response shows that the clock is still wrong', async () => {
    const clock = await reopen(180, 190)
    const listener = vi.fn<() => void>()
    clock.subscribeToClock(listener)
    clock.noteServerTime(new Date(Date.now() + 180 * minute).toUTCString(), Date.now())
    expect([clock.clockOffset(), clock.isClockUncertain()]).toEqual([180 * minute, false])
    expect(listener).toHaveBeenCalledOnce()
  })
})
