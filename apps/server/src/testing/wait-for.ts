import { vi } from 'vitest'

/**
 * Waits until the check passes, by default for 20 seconds, because Vitest's default of one second is not enough on a
 * busy machine.
 */
export const waitFor = <Result>(
  check: () => Result | Promise<Result>,
  options: Parameters<typeof vi.waitFor>[1] = 20_000,
): Promise<Result> => vi.waitFor(check, options)
