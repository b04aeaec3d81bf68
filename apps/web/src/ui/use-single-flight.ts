import { useRef } from 'react'

/**
 * Ignores calls while the last one is running. A button that shows a running mutation is rendered too late for the second
 * click of a double click.
 */
export function useSingleFlight<Args extends unknown[]>(run: (...args: Args) => Promise<void>) {
  const isRunning = useRef(false)
  return async (...args: Args): Promise<void> => {
    if (isRunning.current) return
    isRunning.current = true
    try {
      await run(...args)
    } finally {
      isRunning.current = false
    }
  }
}
