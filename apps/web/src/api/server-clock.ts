import { constants } from '@chisholm/domain/constants'

/**
 * The time of the server. The clock of a phone may be wrong by hours, but the times and days that the app enters must be
 * right: the server compares them with its own clock, and the carcass clock runs from them.
 */
let offset = 0
const listeners = new Set<() => void>()

/** The milliseconds by which this device's clock is slow (negative: fast). 0: it is right, or no server has told. */
export const clockOffset = (): number => offset

/** The current time in milliseconds since 1970. */
export const serverTime = (): number => Date.now() + offset

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
  // each response differs by its latency
  if (next === offset || (next !== 0 && Math.abs(next - offset) < constants.clock.longestWait)) return
  offset = next
  for (const listener of listeners) listener()
}

/** Calls the listener when the offset has changed. @returns ends that */
export function subscribeToClock(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
