import { setTimeout as sleep } from 'node:timers/promises'
import { errorMessage, type StartupLog } from '../../operator-error.ts'
import { type Postmaster, stopPostmaster } from './launch.ts'

/** Milliseconds before each restart. */
const restartPauses = [0, 500, 1000, 2000, 4000, 8000]
/** A process that ran for less than this counts as a failed start. */
const minUptime = 10_000

interface SuperviseOptions {
  /** Stops the processes that are left over and starts PostgreSQL again. */
  start: () => Promise<Postmaster>
  log: StartupLog
  onGiveUp: () => void
}

/**
 * Restarts PostgreSQL whenever it exits, with growing pauses.
 * @returns a function that stops the supervision and PostgreSQL
 */
export function supervise(first: Postmaster, { start, log, onGiveUp }: SuperviseOptions): () => Promise<void> {
  const stopping = new AbortController()
  const { signal } = stopping
  let current = first

  const startAgain = async (): Promise<boolean> => {
    try {
      current = await start()
      log.info('The embedded database is running again.')
      return true
    } catch (thrown) {
      log.warn(`The embedded database could not be restarted: ${errorMessage(thrown)}.`)
      return false
    }
  }
  const watch = async () => {
    for (let failed = 0, since = performance.now(); ; ) {
      await current.exited
      if (signal.aborted) return
      if (performance.now() - since > minUptime) failed = 0
      log.warn(`The embedded database ended (${current.exitReason()}) and is being restarted.`)
      for (let again = false; !again; failed++) {
        if (failed === restartPauses.length) return onGiveUp()
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
    // This is a process that was starting in the meantime.
    await stopPostmaster(current)
  }
}
