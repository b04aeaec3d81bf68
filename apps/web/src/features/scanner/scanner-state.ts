import { constants } from '@chisholm/domain/constants'
import { texts } from '@chisholm/domain/texts'
import { scannerTexts } from './scanner-texts.ts'

/** The state of the connection (specification 4.6). */
type Connection =
  | { name: 'disconnected'; failed: boolean }
  | { name: 'connecting'; step: 'searching' | 'connecting' | 'reading'; retries: number }
  /** The connection is lost, and a retry follows. */
  | { name: 'waiting'; reason: 'lost' | 'failed'; retries: number }
  | { name: 'connected' }

export interface ScannerState {
  connection: Connection
  /** The user has paused the scanner. This stays so if the connection is lost. */
  paused: boolean
  /** While the page is hidden, scans are ignored. */
  hidden: boolean
}

/** Events of the user, the browser or the connection. */
export type ScannerEvent =
  | 'connect'
  | 'connect again'
  | 'chosen'
  | 'not chosen'
  | 'linked'
  | 'subscribed'
  | 'attempt failed'
  | 'lost'
  | 'retry'
  | 'pause'
  | 'resume'
  | 'hidden'
  | 'shown'
  | 'disconnect'

/** The task to start. It replaces the one that is running. */
export type ScannerTask = 'choose' | 'link' | 'wait' | 'drop' | 'give up'

interface Transition {
  state: ScannerState
  task: ScannerTask | null
}

export const initialScannerState: ScannerState = {
  connection: { name: 'disconnected', failed: false },
  paused: false,
  hidden: false,
}

/** The next state and task. Events that do not apply to the state are ignored. */
export function reduceScanner(state: ScannerState, event: ScannerEvent): Transition {
  if (event === 'disconnect') return transitionTo(state, { name: 'disconnected', failed: false }, 'drop')
  if (event === 'pause' || event === 'resume') return { state: { ...state, paused: event === 'pause' }, task: null }
  const updated = event === 'hidden' || event === 'shown' ? { ...state, hidden: event === 'hidden' } : state
  const { connection } = updated
  switch (connection.name) {
    case 'disconnected':
      if (event === 'connect')
        return transitionTo(
          { ...updated, paused: false },
          { name: 'connecting', step: 'searching', retries: 0 },
          'choose',
        )
      if (event === 'connect again')
        return transitionTo(
          { ...updated, paused: false },
          { name: 'connecting', step: 'connecting', retries: 0 },
          'link',
        )
      break
    case 'connecting':
      return whileConnecting(updated, connection, event)
    case 'waiting':
      // There are no retries while the page is hidden, because a phone in a pocket is often out of reach.
      if (event === 'shown') return { state: updated, task: 'wait' }
      if (event !== 'retry' || updated.hidden) break
      return transitionTo(updated, { name: 'connecting', step: 'connecting', retries: connection.retries }, 'link')
    case 'connected':
      if (event === 'lost') return transitionTo(updated, { name: 'waiting', reason: 'lost', retries: 1 }, 'wait')
  }
  return { state: updated, task: null }
}

function whileConnecting(
  state: ScannerState,
  connection: Extract<Connection, { name: 'connecting' }>,
  event: ScannerEvent,
): Transition {
  switch (event) {
    case 'chosen':
      return transitionTo(state, { ...connection, step: 'connecting' }, 'link')
    case 'not chosen':
      return transitionTo(state, { name: 'disconnected', failed: true }, 'drop')
    case 'linked':
      return transitionTo(state, { ...connection, step: 'reading' }, null)
    case 'subscribed':
      return transitionTo(state, { name: 'connected' }, null)
    case 'attempt failed':
      return connection.retries < constants.scannerRetries
        ? transitionTo(state, { name: 'waiting', reason: 'failed', retries: connection.retries + 1 }, 'wait')
        : transitionTo(state, { name: 'disconnected', failed: true }, 'give up')
    default:
      return { state, task: null }
  }
}

const transitionTo = (state: ScannerState, connection: Connection, task: ScannerTask | null): Transition => ({
  state: { ...state, connection },
  task,
})

export const isScanning = ({ connection, paused, hidden }: ScannerState) =>
  connection.name === 'connected' && !paused && !hidden

/** The message of a state according to the specification; empty if there is none. */
export function scannerMessage(state: ScannerState): string {
  const { connection } = state
  switch (connection.name) {
    case 'disconnected':
      return connection.failed ? texts.scanner.failed : ''
    case 'connecting':
      return texts.scanner[connection.step]
    case 'waiting':
      return texts.scanner[connection.reason]
    case 'connected':
      return isScanning(state) ? texts.scanner.scanning : scannerTexts.paused
  }
}
