import { constants } from '@chisholm/domain/constants'
import { createScanAssembler } from './parse-scan.ts'
import type { ScannerSettings } from '@chisholm/domain/scanner-settings'

/** Browsers offer Bluetooth only to pages from a secure origin, and some not at all. */
export const hasBluetooth = () => 'bluetooth' in navigator

/**
 * Shows the browser's device prompt. Must be called from a click.
 * @throws if no device was chosen
 */
export function chooseDevice({ deviceName, serviceUuid }: ScannerSettings): Promise<BluetoothDevice> {
  const optionalServices = [serviceUuid]
  return navigator.bluetooth.requestDevice(
    deviceName ? { filters: [{ name: deviceName }], optionalServices } : { acceptAllDevices: true, optionalServices },
  )
}

interface ConnectionHandlers {
  onConnected: () => void
  onText: (text: string) => void
  onLost: () => void
}

/**
 * Connects to the device and listens to its notifications until `ended` is aborted.
 * @throws if the device is out of reach, lacks the configured service, or does not respond in time
 */
export async function openConnection(
  device: BluetoothDevice,
  settings: ScannerSettings,
  signal: AbortSignal,
  handlers: ConnectionHandlers,
): Promise<void> {
  const { gatt } = device
  if (!gatt) throw new Error('the device has no services')
  signal.addEventListener('abort', () => gatt.disconnect())
  const signalOrTimeout = AbortSignal.any([signal, AbortSignal.timeout(constants.scannerAttemptTimeout)])
  await Promise.race([subscribe(gatt, settings, signal, handlers), rejectOnAbort(signalOrTimeout)])
  device.addEventListener('gattserverdisconnected', handlers.onLost, { signal: signal })
}

async function subscribe(
  gatt: BluetoothRemoteGATTServer,
  settings: ScannerSettings,
  signal: AbortSignal,
  { onConnected, onText }: ConnectionHandlers,
): Promise<void> {
  const server = await gatt.connect()
  onConnected()
  const service = await server.getPrimaryService(settings.serviceUuid)
  const characteristic = await service.getCharacteristic(settings.characteristicUuid)
  const addChunk = createScanAssembler(onText, constants.scannerSilence)
  const decoder = new TextDecoder()
  characteristic.addEventListener('characteristicvaluechanged', () => addChunk(decoder.decode(characteristic.value)), {
    signal: signal,
  })
  await characteristic.startNotifications()
}

/** Rejects when the signal is aborted, because a browser may wait forever for a device that is not there. */
const rejectOnAbort = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
