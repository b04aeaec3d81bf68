import { constants } from '@chisholm/domain/constants'
import { texts } from '@chisholm/domain/texts'
import { expect, test } from 'vitest'
import {
  isScanning,
  scannerMessage,
  reduceScanner,
  initialScannerState,
  type ScannerEvent,
  type ScannerState,
} from './scanner-state.ts'

/** Applies events to a state, and collects the tasks that they start. */
function applyEvents(events: ScannerEvent[], from: ScannerState = initialScannerState) {
  const tasks: string[] = []
  let state = from
  for (const event of events) {
    const step = reduceScanner(state, event)
    state = step.state
    if (step.task) tasks.push(step.task)
  }
  return { state, tasks }
}

const connect: ScannerEvent[] = ['connect', 'chosen', 'linked', 'subscribed']
const connected = applyEvents(connect).state
/** The events of a number of failed retries. */
const failures = (count: number) =>
  Array.from({ length: count }, (): ScannerEvent[] => ['retry', 'attempt failed']).flat()

test.each<[ScannerEvent[], string]>([
  [[], ''],
  [['connect'], 'Searching for device...'],
  [['connect', 'chosen'], 'Connecting to device...'],
  [['connect', 'chosen', 'linked'], 'Reading device...'],
  [connect, 'Scanning...'],
  [[...connect, 'pause'], 'Paused'],
  [[...connect, 'hidden'], 'Paused'],
  [[...connect, 'pause', 'resume'], 'Scanning...'],
  [[...connect, 'lost'], 'Lost connection.'],
  [[...connect, 'lost', 'retry'], 'Connecting to device...'],
  [[...connect, 'lost', 'retry', 'linked', 'subscribed'], 'Scanning...'],
  [['connect', 'not chosen'], 'Connection failed.'],
  [['connect', 'chosen', 'attempt failed'], 'Connection failed.'],
  [[...connect, 'disconnect'], ''],
])('after %j the message is %j', (events, message) => {
  expect(scannerMessage(applyEvents(events).state)).toBe(message)
})

test('connecting asks for a device, then connects to it', () => {
  expect(applyEvents(connect).tasks).toEqual(['choose', 'link'])
})

test('a closed device prompt is not retried', () => {
  expect(applyEvents(['connect', 'not chosen']).tasks).toEqual(['choose', 'drop'])
})

test('a failed first attempt is retried five times, then given up', () => {
  const { state, tasks } = applyEvents(['connect', 'chosen', 'attempt failed', ...failures(5)])
  expect(constants.scannerRetries).toBe(5)
  expect(tasks.filter((task) => task === 'link')).toHaveLength(6)
  expect(tasks.filter((task) => task === 'wait')).toHaveLength(5)
  expect(tasks.at(-1)).toBe('give up')
  expect(state.connection).toEqual({ name: 'disconnected', failed: true })
})

test('a lost connection is retried exactly five times', () => {
  expect(applyEvents(['lost', ...failures(4)], connected).state.connection.name).toBe('waiting')
  const { state, tasks } = applyEvents(['lost', ...failures(5)], connected)
  expect(tasks.filter((task) => task === 'link')).toHaveLength(5)
  expect(tasks.at(-1)).toBe('give up')
  expect(scannerMessage(state)).toBe(texts.scanner.failed)
})

test('connecting again afterwards asks for no device and has five retries again', () => {
  const { state, tasks } = applyEvents(
    ['lost', ...failures(5), 'connect again', 'attempt failed', ...failures(4)],
    connected,
  )
  expect(tasks).not.toContain('choose')
  expect(state.connection).toEqual({ name: 'waiting', reason: 'failed', retries: 5 })
})

test('a restored connection has five retries again', () => {
  const back = applyEvents(['lost', ...failures(4), 'retry', 'linked', 'subscribed'], connected).state
  expect(isScanning(back)).toBe(true)
  expect(applyEvents(['lost', ...failures(4)], back).state.connection.name).toBe('waiting')
})

test.each<[ScannerEvent[], boolean]>([
  [['connect', 'chosen', 'linked'], false],
  [connect, true],
  [[...connect, 'pause'], false],
  [[...connect, 'hidden'], false],
  [[...connect, 'hidden', 'shown'], true],
  [[...connect, 'pause', 'hidden', 'shown'], false],
  [['connect', 'chosen', 'hidden', 'linked', 'subscribed'], false],
  [['connect', 'chosen', 'hidden', 'linked', 'subscribed', 'shown'], true],
  [[...connect, 'lost'], false],
  [[...connect, 'pause', 'lost', 'retry', 'linked', 'subscribed'], false],
  [[...connect, 'pause', 'disconnect', ...connect], true],
])('after %j a scan opens its animal: %j', (events, opens) => {
  expect(isScanning(applyEvents(events).state)).toBe(opens)
})

test('there are no retries while the page is hidden; they start when it is visible', () => {
  const pocket = applyEvents(['hidden', 'lost', 'retry', 'retry', 'retry'], connected)
  expect(pocket.tasks).toEqual(['wait'])
  expect(applyEvents(['shown', 'retry'], pocket.state).tasks).toEqual(['wait', 'link'])
})

test('disconnecting ends every task, and later events change nothing', () => {
  // cast: the strings are event names
  for (const events of [['connect'], ['connect', 'chosen'], connect, [...connect, 'lost']] as ScannerEvent[][]) {
    const { state, tasks } = applyEvents([...events, 'disconnect'])
    expect(tasks.at(-1)).toBe('drop')
    expect(applyEvents(['retry', 'linked', 'subscribed', 'lost', 'attempt failed'], state)).toEqual({
      state,
      tasks: [],
    })
  }
})
