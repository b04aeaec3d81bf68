import { constants } from '@chisholm/domain/constants'
import { gatherText } from './scanned-text.ts'
import type { ScannerSettings } from '@chisholm/domain/scanner-settings'

/** Whether Web Bluetooth is available in this browser and context. */
export const hasBluetooth = () => 'bluetooth' in navigator

/**
 * Shows the browser's device prompt, which requires a click.
 * @throws if no device was chosen
 */
export function chooseDevice({ deviceName, serviceUuid }: ScannerSettings): Promise<BluetoothDevice> {
  const optionalServices = [serviceUuid]
  return navigator.bluetooth.requestDevice(
    deviceName ? { filters: [{ name: deviceName }], optionalServices } : { acceptAllDevices: true, optionalServices },
  )
}

interface LinkReports {
  linked: () => void
  received: (text: string) => void
  lost: () => void
}

/**
 * Connects to the device and listens to its notifications until `ended` is aborted.
 * @throws if the device is out of reach, lacks the configured service, or does not respond in time
 */
export async function openLink(
  device: BluetoothDevice,
  settings: ScannerSettings,
  ended: AbortSignal,
  reports: LinkReports,
): Promise<void> {
  const { gatt } = device
  if (!gatt) throw new Error('the device has no services')
  ended.addEventListener('abort', () => gatt.disconnect())
  const limit = AbortSignal.any([ended, AbortSignal.timeout(constants.scannerAttemptTimeout)])
  await Promise.race([subscribe(gatt, settings, ended, reports), rejectionOf(limit)])
  device.addEventListener('gattserverdisconnected', reports.lost, { signal: ended })
}

async function subscribe(
  gatt: BluetoothRemoteGATTServer,
  settings: ScannerSettings,
  ended: AbortSignal,
  { linked, received }: LinkReports,
): Promise<void> {
  const server = await gatt.connect()
  linked()
  const service = await server.getPrimaryService(settings.serviceUuid)
  const channel = await service.getCharacteristic(settings.characteristicUuid)
  const take = gatherText(received, constants.scannerSilence)
  const words = new TextDecoder()
  channel.addEventListener('characteristicvaluechanged', () => take(words.decode(channel.value)), { signal: ended })
  await channel.startNotifications()
}

/** Rejects once the signal is aborted: a browser may wait forever for an absent device. */
const rejectionOf = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
