import { beforeEach, describe, expect, test, vi } from 'vitest'
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
