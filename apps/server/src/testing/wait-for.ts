import { vi } from 'vitest'

interface WaitOptions {
  timeout?: number
  interval?: number
}

/**
 * Waits until the check passes, by default for a minute, because Vitest's default of one second is not enough on a
 * busy machine.
 */
export const waitFor = <Result>(
  check: () => Result | Promise<Result>,
  { timeout = 60_000, interval = 50 }: WaitOptions = {},
): Promise<Result> => vi.waitFor(check, { timeout, interval })
