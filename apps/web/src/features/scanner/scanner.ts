import { constants } from '@chisholm/domain/constants'
import { texts } from '@chisholm/domain/texts'
import { useSyncExternalStore } from 'react'
import { toast } from '../../ui/toast.ts'
import { chooseDevice, openLink } from './link.ts'
import { rfidOfScan } from './scanned-text.ts'
import { isScanning, next, noScanner, type ScannerEvent, type ScannerTask } from './scanner-state.ts'
import { scannerSettings } from './stored-settings.ts'

/** The state of the scanner. It outlives single pages, so it is kept outside of React. */
let state = { ...noScanner, hidden: document.hidden }
let device: BluetoothDevice | null = null
/** Aborts the running task when the next one starts. */
let current = new AbortController()
const listeners = new Set<() => void>()
const openers = new Set<(rfid: string) => void>()

function report(event: ScannerEvent): void {
  const step = next(state, event)
  state = step.state
  if (step.task) begin(step.task)
  for (const listener of listeners) listener()
}

function begin(task: ScannerTask): void {
  current.abort()
  current = new AbortController()
  const { signal } = current
  // events of an aborted task are ignored
  const tell = (event: ScannerEvent) => {
    if (!signal.aborted) report(event)
  }
  if (task === 'choose') void choose(tell)
  if (task === 'link') void link(signal, tell)
  if (task === 'wait') setTimeout(() => tell('retry'), constants.retryDelay)
  if (task === 'give up') toast.failure(texts.failure.scannerUnreachable)
}

async function choose(tell: (event: ScannerEvent) => void): Promise<void> {
  try {
    device = await chooseDevice(scannerSettings.inForce())
    tell('chosen')
  } catch {
    tell('not chosen')
  }
}

async function link(signal: AbortSignal, tell: (event: ScannerEvent) => void): Promise<void> {
  try {
    if (!device) throw new Error('no device was chosen')
    await openLink(device, scannerSettings.inForce(), signal, {
      linked: () => tell('linked'),
      received: openScan,
      lost: () => tell('lost'),
    })
    tell('subscribed')
  } catch {
    tell('attempt failed')
  }
}

/** Opens the animal of a scan. Reads the settings each time, so that they can be changed while scanning. */
function openScan(text: string): void {
  if (!isScanning(state)) return
  const reading = rfidOfScan(text, scannerSettings.inForce())
  if (!reading.ok) return toast.failure(reading.mistake)
  for (const open of openers) open(reading.rfid)
}

document.addEventListener('visibilitychange', () => report(document.hidden ? 'hidden' : 'shown'))

export const scanner = {
  /** Lets the user choose a device. Browsers require a click for this. */
  connect: () => report('connect'),
  /** Connects to the last device. Must run in a click handler, because it asks for a device if there is none. */
  connectAgain: () => report(device ? 'connect again' : 'connect'),
  pause: () => report('pause'),
  resume: () => report('resume'),
  disconnect: () => report('disconnect'),
  /** Calls back with the RFID of each scan. @returns unsubscribes */
  onScan(open: (rfid: string) => void): () => void {
    openers.add(open)
    return () => void openers.delete(open)
  },
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Subscribes a component to the state of the scanner. */
export const useScanner = () => useSyncExternalStore(subscribe, () => state)
