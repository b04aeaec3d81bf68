import { newId } from '../../database/ids.ts'
import { errorMessage } from '../../operator-error.ts'
import type { Executor } from '../../database/executor.ts'
import type { Services } from '../../services.ts'
import { recordAuditWithoutChange } from '../audit-recorder/index.ts'

const minute = 60_000
/** Maximum number of audit entries per minute, so that many sources cannot fill the disk. */
const maxSources = 60

interface FailedSignIns {
  requestId: string
  source: string
  /** The first address that was tried from this source, abbreviated. */
  address: string
  count: number
}

interface UnknownSignInsLog {
  warn(details: object, text: string): void
}

/**
 * Records failed sign-ins of unknown addresses in the audit log: one entry per minute and source, with the number of
 * attempts. The server log has a line for each attempt.
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
        const subject = { type: 'address', id: newId() }
        await recordAuditWithoutChange(
          db,
          { person: null, requestId, source },
          { action: 'unknown sign-in failed', subject, after: { name, count } },
        )
      }
    } catch (error) {
      log.warn({ reason: errorMessage(error) }, 'failed sign-ins could not be recorded in the audit log')
    }
  }

  return {
    note: record,
    async start() {
      timer = setInterval(() => void flush(), minute).unref()
    },
    /** Stops the timer and writes the failures that are not written yet. */
    stop() {
      clearInterval(timer)
      return flush()
    },
  }
}
