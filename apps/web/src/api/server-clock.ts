import { constants } from '@chisholm/domain/constants'
import { createListeners } from './listeners.ts'

/** Stored as long as the clock is wrong, because the app may be opened again without a connection. */
const storageKey = 'chisholm.clock'

/**
 * The time of the server. The clock of a phone may be wrong by hours, but the times and days that the app enters must be
 * right: the server compares them with its own clock, and the carcass clock runs from them.
 */
const stored = readStored()
let offset = stored.offset
/** Whether somebody may have set the clock right while the app was closed. No response has come since. */
let isUncertain = stored.isUncertain
/** When the offset was measured, by the device's clock and by one that nobody can set. */
let measuredAt = { clock: Date.now(), stopwatch: performance.now() }
const listeners = createListeners()

/** The milliseconds by which this device's clock is slow (negative: fast). 0: it is right, or no server has told. */
export const clockOffset = (): number => (offset !== 0 && wasSetRight() ? 0 : offset)

/** Whether the clock has moved by the offset since: somebody has corrected it, maybe without a connection. */
function wasSetRight(): boolean {
  const moved = Date.now() - measuredAt.clock - (performance.now() - measuredAt.stopwatch)
  return Math.abs(moved - offset) < constants.clock.longestWait
}

/** Whether `clockOffset` is that of an earlier visit, and the clock may have been set right since. */
export const isClockUncertain = (): boolean => isUncertain && clockOffset() !== 0

/** The user knows that the clock is right. */
export function trustClock(): void {
  offset = 0
  isUncertain = false
  store()
  listeners.notify()
}

function readStored(): { offset: number; isUncertain: boolean } {
  try {
    // cast: only `store` writes it
    const last = JSON.parse(localStorage.getItem(storageKey) ?? 'null') as { offset: number; at: number } | null
    const passed = last ? Date.now() - last.at : 0
    // a clock that is behind its last measurement was set back since
    if (!last || passed < 0) return { offset: 0, isUncertain: false }
    // setting a slow clock right moves it forwards by as much as it was slow
    return { offset: last.offset, isUncertain: passed >= last.offset }
  } catch {
    return { offset: 0, isUncertain: false }
  }
}

function store(): void {
  try {
    if (offset === 0) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, JSON.stringify({ offset, at: Date.now() }))
  } catch {
    // On a full device the offset lasts as long as the page.
  }
}

/** The current time in milliseconds since 1970. */
export const serverTime = (): number => Date.now() + clockOffset()

/** The current time. */
export const serverNow = (): Date => new Date(serverTime())

/**
 * Compares the device's clock with the `Date` header of a response of our server.
 * @param header      in whole seconds, rounded down
 * @param sentAt      the device's time when the request was sent
 * @param receivedAt  when its response arrived; after a long wait the header is too inexact
 */
export function noteServerTime(header: string | null, sentAt: number, receivedAt = Date.now()): void {
  const served = Date.parse(header ?? '') + 500
  const waited = receivedAt - sentAt
  if (Number.isNaN(served) || waited < 0 || waited > constants.clock.longestWait) return
  const measured = Math.round(served - (sentAt + receivedAt) / 2)
  const next = Math.abs(measured) < constants.clock.tolerance ? 0 : measured
  measuredAt = { clock: Date.now(), stopwatch: performance.now() }
  // each response differs by its latency
  const isSame = next === offset || (next !== 0 && Math.abs(next - offset) < constants.clock.longestWait)
  if (!isSame) offset = next
  store()
  if (isSame && !isUncertain) return
  isUncertain = false
  listeners.notify()
}

/** Calls a listener when the offset, or what is known of it, has changed. @returns a function that unsubscribes */
export const subscribeToClock = listeners.subscribe
