import { setTimeout as sleep } from 'node:timers/promises'
import { errorMessage, type StartupLog } from '../../operator-error.ts'
import { type Postmaster, stopPostmaster } from './launch.ts'

/** Milliseconds before each try to start it again. */
const restartPauses = [0, 500, 1000, 2000, 4000, 8000]
/** What lived shorter than this counts as a start that failed. */
const minUptime = 10_000

interface SuperviseOptions {
  /** Ends what is left of the last one, and starts PostgreSQL anew. */
  start: () => Promise<Postmaster>
  log: StartupLog
  /** Called when so many starts in a row failed that no other is tried. */
  onGiveUp: () => void
}

/**
 * Starts PostgreSQL again whenever it ends, with growing pauses.
 * @returns what ends this and PostgreSQL; it waits until that is gone
 */
export function supervise(first: Postmaster, { start, log, onGiveUp: giveUp }: SuperviseOptions): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  let current = first

  const startAgain = async (): Promise<boolean> => {
    try {
      current = await start()
      log.info('The embedded database runs again.')
      return true
    } catch (thrown) {
      log.warn(`The embedded database could not be started again: ${errorMessage(thrown)}.`)
      return false
    }
  }
  const watch = async () => {
    for (let failed = 0, since = performance.now(); ; ) {
      await current.exited
      if (signal.aborted) return
      if (performance.now() - since > minUptime) failed = 0
      log.warn(`The embedded database ended (${current.exitReason()}) and is started again.`)
      for (let again = false; !again; failed++) {
        if (failed === restartPauses.length) return giveUp()
        await sleep(restartPauses[failed], undefined, { signal }).catch(() => {})
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
