import { constants } from '@chisholm/domain/constants'
import { texts } from '@chisholm/domain/texts'
import { useSyncExternalStore } from 'react'
import { toast } from '../../ui/toast.ts'
import { chooseDevice, openConnection } from './bluetooth-connection.ts'
import { readRfidFromScan } from './parse-scan.ts'
import { isScanning, reduceScanner, initialScannerState, type ScannerEvent, type ScannerTask } from './scanner-state.ts'
import { scannerSettingsStore } from './scanner-settings-store.ts'
import { createListeners } from '../../api/listeners.ts'

/** The state of the scanner. It outlives single pages, so it is stored outside React. */
let state = { ...initialScannerState, hidden: document.hidden }
let device: BluetoothDevice | null = null
/** Aborts the running task when the next one starts. */
let currentTask = new AbortController()
const listeners = createListeners()
const scanListeners = new Set<(rfid: string) => void>()

function dispatch(event: ScannerEvent): void {
  const transition = reduceScanner(state, event)
  state = transition.state
  if (transition.task) startTask(transition.task)
  listeners.notify()
}

function startTask(task: ScannerTask): void {
  currentTask.abort()
  currentTask = new AbortController()
  const { signal } = currentTask
  // Events of a task that was aborted are ignored.
  const dispatchIfCurrent = (event: ScannerEvent) => {
    if (!signal.aborted) dispatch(event)
  }
  if (task === 'choose') void requestDevice(dispatchIfCurrent)
  if (task === 'link') void connectToDevice(signal, dispatchIfCurrent)
  if (task === 'wait') setTimeout(() => dispatchIfCurrent('retry'), constants.retryDelay)
  if (task === 'give up') toast.failure(texts.failure.scannerUnreachable)
}

async function requestDevice(dispatch: (event: ScannerEvent) => void): Promise<void> {
  try {
    device = await chooseDevice(scannerSettingsStore.effectiveSettings())
    dispatch('chosen')
  } catch {
    dispatch('not chosen')
  }
}

async function connectToDevice(signal: AbortSignal, dispatch: (event: ScannerEvent) => void): Promise<void> {
  try {
    if (!device) throw new Error('no device was chosen')
    await openConnection(device, scannerSettingsStore.effectiveSettings(), signal, {
      onConnected: () => dispatch('linked'),
      onText: openScan,
      onLost: () => dispatch('lost'),
    })
    dispatch('subscribed')
  } catch {
    dispatch('attempt failed')
  }
}

/** Opens the animal of a scan. The settings are read each time, so that they can be changed while scanning. */
function openScan(text: string): void {
  if (!isScanning(state)) return
  const reading = readRfidFromScan(text, scannerSettingsStore.effectiveSettings())
  if (!reading.ok) return toast.failure(reading.error)
  for (const listener of scanListeners) listener(reading.rfid)
}

document.addEventListener('visibilitychange', () => dispatch(document.hidden ? 'hidden' : 'shown'))

export const scanner = {
  /** Lets the user choose a device. Browsers allow this only after a click. */
  connect: () => dispatch('connect'),
  /** Connects to the last device. Call it in a click handler, because it asks for a device if there is none. */
  connectAgain: () => dispatch(device ? 'connect again' : 'connect'),
  pause: () => dispatch('pause'),
  resume: () => dispatch('resume'),
  disconnect: () => dispatch('disconnect'),
  /**
   * Calls the listener with the RFID of each scan.
   * @returns a function that unsubscribes
   */
  onScan(listener: (rfid: string) => void): () => void {
    scanListeners.add(listener)
    return () => void scanListeners.delete(listener)
  },
}

export const useScanner = () => useSyncExternalStore(listeners.subscribe, () => state)
