import { constants } from '@chisholm/domain/constants'
import { texts } from '@chisholm/domain/texts'
import { useSyncExternalStore } from 'react'
import { toast } from '../../ui/toast.ts'
import { chooseDevice, openLink } from './link.ts'
import { rfidOfScan } from './scanned-text.ts'
import { isScanning, next, noScanner, type ScannerEvent, type ScannerTask } from './scanner-state.ts'
import { scannerSettings } from './stored-settings.ts'

/** The one scanner of this page: it outlives the screens, so its state is kept outside of them. */
let state = { ...noScanner, hidden: document.hidden }
let device: BluetoothDevice | null = null
/** What is being done; each task takes the place of the one before. */
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
  // a task that was replaced has nothing to report any more
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

/** Opens the animal of a scan. The positions are read anew, so that they can be set while scanning. */
function openScan(text: string): void {
  if (!isScanning(state)) return
  const reading = rfidOfScan(text, scannerSettings.inForce())
  if (!reading.ok) return toast.failure(reading.mistake)
  for (const open of openers) open(reading.rfid)
}

document.addEventListener('visibilitychange', () => report(document.hidden ? 'hidden' : 'shown'))

export const scanner = {
  /** Lets the person choose the device. Must be called from a click. */
  connect: () => report('connect'),
  /** Connects to the device chosen last. Must be called from a click, for there may be none. */
  connectAgain: () => report(device ? 'connect again' : 'connect'),
  pause: () => report('pause'),
  resume: () => report('resume'),
  disconnect: () => report('disconnect'),
  /** Calls back with the RFID of each scan. @returns ends that */
  onScan(open: (rfid: string) => void): () => void {
    openers.add(open)
    return () => void openers.delete(open)
  },
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Where the scanner stands; the component is drawn anew when that changes. */
export const useScanner = () => useSyncExternalStore(subscribe, () => state)
