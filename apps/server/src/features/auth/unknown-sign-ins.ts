import { v7 as uuidv7 } from 'uuid'
import { reasonOf } from '../../cannot-start.ts'
import type { Executor, Parts } from '../../http/context.ts'
import { audit } from '../audit/index.ts'

const minute = 60_000
/** Lines a minute at most, so that nobody fills the disk from many sources. */
const mostSources = 60

interface Failures {
  requestId: string
  source: string
  /** The first address that was tried, in short. */
  address: string
  count: number
}

interface UnknownSignInsLog {
  warn(details: object, text: string): void
}

/**
 * Writes sign-ins that failed because their address is nobody's into the audit trail: a line a minute for each source, with
 * how many there were. The log of the server has each of them.
 */
export function openUnknownSignIns(db: Executor, log: UnknownSignInsLog) {
  let bySource = new Map<string, Failures>()
  let timer: NodeJS.Timeout | undefined

  const note: Parts['noteUnknownSignIn'] = ({ requestId, source }, address) => {
    const key = bySource.has(source) || bySource.size < mostSources ? source : 'others'
    const known = bySource.get(key)
    if (known) known.count++
    else bySource.set(key, { requestId, source: key, address, count: 1 })
  }

  const write = async () => {
    const failed = [...bySource.values()]
    bySource = new Map()
    try {
      for (const { requestId, source, address, count } of failed) {
        const name = count === 1 ? address : `${address} and ${count - 1} more`
        const subject = { type: 'address', id: uuidv7() }
        await audit(db, { person: null, requestId, source }, 'unknown sign-in failed', subject, null, { name, count })
      }
    } catch (thrown) {
      log.warn({ reason: reasonOf(thrown) }, 'failed sign-ins could not be written into the audit trail')
    }
  }

  return {
    note,
    async start() {
      timer = setInterval(() => void write(), minute).unref()
    },
    /** Writes down what was noted last. */
    stop() {
      clearInterval(timer)
      return write()
    },
  }
}
