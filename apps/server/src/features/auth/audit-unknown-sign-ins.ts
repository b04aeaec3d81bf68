import { v7 as uuidv7 } from 'uuid'
import { errorMessage } from '../../operator-error.ts'
import type { Executor, Services } from '../../http/context.ts'
import { recordAudit } from '../audit-recorder/index.ts'

const minute = 60_000
/** Lines a minute at most, so that nobody fills the disk from many sources. */
const maxSources = 60

interface FailedSignIns {
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
export function createUnknownSignInRecorder(db: Executor, log: UnknownSignInsLog) {
  let bySource = new Map<string, FailedSignIns>()
  let timer: NodeJS.Timeout | undefined

  const record: Services['recordUnknownSignIn'] = ({ requestId, source }, address) => {
    const key = bySource.has(source) || bySource.size < maxSources ? source : 'others'
    const counted = bySource.get(key)
    if (counted) counted.count++
    else bySource.set(key, { requestId, source: key, address, count: 1 })
  }

  const flush = async () => {
    const failed = [...bySource.values()]
    bySource = new Map()
    try {
      for (const { requestId, source, address, count } of failed) {
        const name = count === 1 ? address : `${address} and ${count - 1} more`
        const subject = { type: 'address', id: uuidv7() }
        await recordAudit(db, { person: null, requestId, source }, 'unknown sign-in failed', subject, null, {
          name,
          count,
        })
      }
    } catch (error) {
      log.warn({ reason: errorMessage(error) }, 'failed sign-ins could not be written into the audit trail')
    }
  }

  return {
    note: record,
    async start() {
      timer = setInterval(() => void flush(), minute).unref()
    },
    /** Writes down what was noted last. */
    stop() {
      clearInterval(timer)
      return flush()
    },
  }
}
