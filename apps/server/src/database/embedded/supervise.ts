import { setTimeout as sleep } from 'node:timers/promises'
import { reasonOf, type StartLog } from '../../cannot-start.ts'
import { type Postmaster, stopPostmaster } from './launch.ts'

/** Milliseconds before each try to start it again. */
const pauses = [0, 500, 1000, 2000, 4000, 8000]
/** What lived shorter than this counts as a start that failed. */
const livesAtLeast = 10_000

interface Supervised {
  /** Ends what is left of the last one, and starts PostgreSQL anew. */
  start: () => Promise<Postmaster>
  log: StartLog
  /** Called when so many starts in a row failed that no other is tried. */
  giveUp: () => void
}

/**
 * Starts PostgreSQL again whenever it ends, with growing pauses.
 * @returns what ends this and PostgreSQL; it waits until that is gone
 */
export function keepRunning(first: Postmaster, { start, log, giveUp }: Supervised): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  let current = first

  const startAgain = async (): Promise<boolean> => {
    try {
      current = await start()
      log.info('The embedded database runs again.')
      return true
    } catch (thrown) {
      log.warn(`The embedded database could not be started again: ${reasonOf(thrown)}.`)
      return false
    }
  }
  const watch = async () => {
    for (let failed = 0, since = performance.now(); ; ) {
      await current.end
      if (signal.aborted) return
      if (performance.now() - since > livesAtLeast) failed = 0
      log.warn(`The embedded database ended (${current.ended()}) and is started again.`)
      for (let again = false; !again; failed++) {
        if (failed === pauses.length) return giveUp()
        await sleep(pauses[failed], undefined, { signal }).catch(() => {})
        if (signal.aborted) return
        again = await startAgain()
        if (signal.aborted) return
      }
      since = performance.now()
    }
  }

  const watching = watch()
  return async () => {
    stopping.abort()
    await stopPostmaster(current)
    await watching
    // one that was being started meanwhile
    await stopPostmaster(current)
  }
}
