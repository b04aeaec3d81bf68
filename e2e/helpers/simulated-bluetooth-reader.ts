import { type CDPSession, type Page, test as base } from '@playwright/test'
import { launchOptions } from './browser-launch-options.ts'

/** Chromium simulates Bluetooth only with these options. */
export const bluetoothLaunchOptions = {
  ...launchOptions,
  args: [...launchOptions.args, '--enable-features=WebBluetooth', '--enable-experimental-web-platform-features'],
}

interface SimulatedReader {
  send: (text: string) => Promise<void>
  /** Moves the reader out of reach or back. */
  setReachable: (reachable: boolean) => void
  /** Ends the connection from the reader's side. */
  loseLink: () => Promise<void>
  /** Number of connection attempts of the page. */
  attempts: () => number
}

interface ReaderModel {
  name: string
  service: string
  characteristic: string
}

const address = '09:09:09:09:09:09'
/** UUID of the Client Characteristic Configuration descriptor, which turns notifications on. */
const notifyDescriptor = '00002902-0000-1000-8000-00805f9b34fb'
/** The HCI error code of a device that did not respond. */
const pageTimeoutError = 4

/** A test with a simulated RFID reader. Add the reader before opening a page. */
export const test = base.extend<{ addReader: (make: ReaderModel) => Promise<SimulatedReader> }>({
  addReader: async ({ page, browser }, use) => {
    const bluetooth = await browser.newBrowserCDPSession()
    await use((model) => addReader(page, bluetooth, model))
    // The next test uses the same browser.
    await bluetooth.send('BluetoothEmulation.disable')
    await bluetooth.detach()
  },
})

async function addReader(page: Page, bluetooth: CDPSession, model: ReaderModel): Promise<SimulatedReader> {
  await exposeCharacteristic(page)
  await bluetooth.send('BluetoothEmulation.enable', { state: 'powered-on', leSupported: true })
  await bluetooth.send('BluetoothEmulation.simulatePreconnectedPeripheral', {
    address,
    name: model.name,
    manufacturerData: [],
    knownServiceUuids: [model.service],
  })
  await selectReaderInPrompt(page)

  let reachable = true
  let attempts = 0
  let value = ''
  const answer = async (type: 'connection' | 'discovery') => {
    if (type === 'connection') attempts++
    // The simulation loses the services with each new connection.
    if (type === 'discovery') await addServices(bluetooth, model)
    const code = reachable ? 0 : pageTimeoutError
    await bluetooth.send('BluetoothEmulation.simulateGATTOperationResponse', { address, type, code })
  }
  bluetooth.on('BluetoothEmulation.gattOperationReceived', ({ type }) => void answer(type))
  bluetooth.on('BluetoothEmulation.characteristicOperationReceived', ({ characteristicId, type }) => {
    const result = type === 'read' ? { data: Buffer.from(value).toString('base64') } : {}
    void bluetooth.send('BluetoothEmulation.simulateCharacteristicOperationResponse', {
      characteristicId,
      type,
      code: 0,
      ...result,
    })
  })
  return {
    send: async (text) => {
      value = text
      await page.evaluate(readCharacteristic)
    },
    setReachable: (next) => {
      reachable = next
    },
    loseLink: async () => {
      await bluetooth.send('BluetoothEmulation.simulateGATTDisconnection', { address })
    },
    attempts: () => attempts,
  }
}

async function addServices(bluetooth: CDPSession, { service, characteristic }: ReaderModel): Promise<void> {
  const { serviceId } = await bluetooth.send('BluetoothEmulation.addService', { address, serviceUuid: service })
  const { characteristicId } = await bluetooth.send('BluetoothEmulation.addCharacteristic', {
    serviceId,
    characteristicUuid: characteristic,
    properties: { read: true, notify: true },
  })
  await bluetooth.send('BluetoothEmulation.addDescriptor', { characteristicId, descriptorUuid: notifyDescriptor })
}

/** Selects the reader in the browser's prompt. The prompt is reported twice but may be answered only once. */
async function selectReaderInPrompt(page: Page): Promise<void> {
  const access = await page.context().newCDPSession(page)
  await access.send('DeviceAccess.enable')
  const answered = new Set<string>()
  access.on('DeviceAccess.deviceRequestPrompted', ({ id, devices }) => {
    const reader = devices.find((device) => device.id === address)
    if (!reader || answered.has(id)) return
    answered.add(id)
    void access.send('DeviceAccess.selectPrompt', { id, deviceId: reader.id })
  })
}

interface Characteristic {
  readValue: () => Promise<unknown>
}
interface BluetoothWindow {
  notifyingCharacteristic?: Characteristic
  BluetoothRemoteGATTCharacteristic: { prototype: { startNotifications: () => Promise<unknown> } }
}

/**
 * Exposes the characteristic to which the page listens. The simulation cannot notify, but reading the characteristic
 * fires the same event on the same object.
 */
const exposeCharacteristic = (page: Page) =>
  page.addInitScript(() => {
    // cast: values that a test stores on the window have no type
    const { prototype } = (window as unknown as BluetoothWindow).BluetoothRemoteGATTCharacteristic
    const start = prototype.startNotifications
    prototype.startNotifications = function (this: Characteristic) {
      // cast: values that a test stores on the window have no type
      ;(window as unknown as BluetoothWindow).notifyingCharacteristic = this
      return start.call(this)
    }
  })

async function readCharacteristic(): Promise<void> {
  // cast: values that a test stores on the window have no type
  const { notifyingCharacteristic } = window as unknown as BluetoothWindow
  if (!notifyingCharacteristic) throw new Error('the page listens to nothing')
  await notifyingCharacteristic.readValue()
}
