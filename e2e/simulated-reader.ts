import { type CDPSession, type Page, test as base } from '@playwright/test'
import { launchOptions } from './launch.ts'

/** Enables simulated Bluetooth in Chromium. */
export const bluetoothLaunch = {
  ...launchOptions,
  args: [...launchOptions.args, '--enable-features=WebBluetooth', '--enable-experimental-web-platform-features'],
}

interface Reader {
  /** Sends the text of a scan. */
  send: (text: string) => Promise<void>
  /** Puts the reader out of reach or back within it. */
  setReachable: (reachable: boolean) => void
  /** Ends the connection from the reader's side. */
  loseLink: () => Promise<void>
  /** How often the page tried to connect. */
  attempts: () => number
}

interface ReaderMake {
  name: string
  service: string
  characteristic: string
}

const address = '09:09:09:09:09:09'
/** UUID of the Client Characteristic Configuration descriptor, which turns notifications on. */
const notifying = '00002902-0000-1000-8000-00805f9b34fb'
/** HCI error code: the device did not respond. */
const nobodyAnswered = 4

/** Tests with a simulated RFID reader; add it before opening a page. */
export const test = base.extend<{ placeReader: (make: ReaderMake) => Promise<Reader> }>({
  placeReader: async ({ page, browser }, use) => {
    const radio = await browser.newBrowserCDPSession()
    await use((make) => placeReader(page, radio, make))
    // the next test uses the same browser
    await radio.send('BluetoothEmulation.disable')
    await radio.detach()
  },
})

async function placeReader(page: Page, radio: CDPSession, make: ReaderMake): Promise<Reader> {
  await keepCharacteristic(page)
  await radio.send('BluetoothEmulation.enable', { state: 'powered-on', leSupported: true })
  await radio.send('BluetoothEmulation.simulatePreconnectedPeripheral', {
    address,
    name: make.name,
    manufacturerData: [],
    knownServiceUuids: [make.service],
  })
  await chooseWhenAsked(page)

  let reachable = true
  let attempts = 0
  let value = ''
  const answer = async (type: 'connection' | 'discovery') => {
    if (type === 'connection') attempts++
    // the simulation loses the services with each new connection
    if (type === 'discovery') await addServices(radio, make)
    const code = reachable ? 0 : nobodyAnswered
    await radio.send('BluetoothEmulation.simulateGATTOperationResponse', { address, type, code })
  }
  radio.on('BluetoothEmulation.gattOperationReceived', ({ type }) => void answer(type))
  radio.on('BluetoothEmulation.characteristicOperationReceived', ({ characteristicId, type }) => {
    const answer = type === 'read' ? { data: Buffer.from(value).toString('base64') } : {}
    void radio.send('BluetoothEmulation.simulateCharacteristicOperationResponse', {
      characteristicId,
      type,
      code: 0,
      ...answer,
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
      await radio.send('BluetoothEmulation.simulateGATTDisconnection', { address })
    },
    attempts: () => attempts,
  }
}

async function addServices(radio: CDPSession, { service, characteristic }: ReaderMake): Promise<void> {
  const { serviceId } = await radio.send('BluetoothEmulation.addService', { address, serviceUuid: service })
  const { characteristicId } = await radio.send('BluetoothEmulation.addCharacteristic', {
    serviceId,
    characteristicUuid: characteristic,
    properties: { read: true, notify: true },
  })
  await radio.send('BluetoothEmulation.addDescriptor', { characteristicId, descriptorUuid: notifying })
}

/** Selects the reader in the browser's device prompt, which is reported twice but may be answered once. */
async function chooseWhenAsked(page: Page): Promise<void> {
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
 * Exposes the characteristic that the page listens to. The simulation cannot notify, but reading the characteristic fires
 * the same event on the same object.
 */
const keepCharacteristic = (page: Page) =>
  page.addInitScript(() => {
    // cast: what a test put into the page has no type
    const { prototype } = (window as unknown as BluetoothWindow).BluetoothRemoteGATTCharacteristic
    const start = prototype.startNotifications
    prototype.startNotifications = function (this: Characteristic) {
      // cast: what a test put into the page has no type
      ;(window as unknown as BluetoothWindow).notifyingCharacteristic = this
      return start.call(this)
    }
  })

async function readCharacteristic(): Promise<void> {
  // cast: what a test put into the page has no type
  const { notifyingCharacteristic } = window as unknown as BluetoothWindow
  if (!notifyingCharacteristic) throw new Error('the page listens to nothing')
  await notifyingCharacteristic.readValue()
}
