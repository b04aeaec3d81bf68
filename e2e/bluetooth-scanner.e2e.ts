import { expect, type Page } from '@playwright/test'
import { button } from './helpers/button.ts'
import { openScannerPage, scannerStatus } from './helpers/scanner-page.ts'
import { expectToast } from './helpers/expect-screen.ts'
import { bluetoothLaunchOptions, test } from './helpers/simulated-bluetooth-reader.ts'

test.use({ launchOptions: bluetoothLaunchOptions })

const serial = {
  name: 'READER',
  service: '0000ffe0-0000-1000-8000-00805f9b34fb',
  characteristic: '0000ffe1-0000-1000-8000-00805f9b34fb',
}
const scanText = (rfid: string) => `SCANNED: ${rfid} OK;\r\n`

/** Hides or shows the page, as a phone does when its screen goes off or on. */
const setPageHidden = (page: Page, hidden: boolean) =>
  page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden })
    document.dispatchEvent(new Event('visibilitychange'))
  }, hidden)

/** Records every message that the status bar shows from now on, even for an instant. */
async function recordMessages(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const messages: string[] = []
    const shown = document.querySelector('.scanner-status-bar b')
    new MutationObserver(() => messages.push(shown?.textContent ?? '')).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    })
    Object.assign(window, { messages })
  })
  // cast: values that a test stores on the window have no type
  return () => page.evaluate(() => [...new Set((window as unknown as { messages: string[] }).messages)].filter(Boolean))
}

test('a scan opens its animal on every page unless scanning is paused', async ({ page, addReader }) => {
  const reader = await addReader(serial)
  await openScannerPage(page)
  const messages = await recordMessages(page)
  await expect(scannerStatus(page)).toBeHidden()
  await button(page, 'Connect').click()
  await expect(scannerStatus(page)).toContainText('Scanning...')
  expect(await messages()).toEqual([
    'Searching for device...',
    'Connecting to device...',
    'Reading device...',
    'Scanning...',
  ])

  await test.step('from the scanner page, and from any other', async () => {
    await reader.send(scanText('982000123456789'))
    await expect(page).toHaveURL(/\/a\/animal\/982000123456789$/)
    await expect(page.getByRole('heading', { name: '982 000 123 456 789' })).toBeVisible()
    await page.getByRole('link', { name: 'Locations' }).click()
    await expect(scannerStatus(page)).toContainText('Scanning...')
    await reader.send(scanText('982000000000017'))
    await expect(page).toHaveURL(/\/a\/animal\/982000000000017$/)
  })

  await test.step('in several chunks', async () => {
    await reader.send('SCANNED: 98200012345')
    await reader.send('6780 OK;\r\n')
    await expect(page).toHaveURL(/\/a\/animal\/982000123456780$/)
  })

  await test.step('not while paused', async () => {
    await button(page, 'Pause').click()
    await expect(scannerStatus(page)).toContainText('Paused')
    await reader.send(scanText('982000000000025'))
    await button(page, 'Resume').click()
    await expect(scannerStatus(page)).toContainText('Scanning...')
    await expect(page).toHaveURL(/\/a\/animal\/982000123456780$/)
    await reader.send(scanText('982000000000033'))
    await expect(page).toHaveURL(/\/a\/animal\/982000000000033$/)
  })

  await test.step('nor while the page is hidden', async () => {
    await setPageHidden(page, true)
    await expect(scannerStatus(page)).toContainText('Paused')
    await reader.send(scanText('982000000000041'))
    await setPageHidden(page, false)
    await expect(scannerStatus(page)).toContainText('Scanning...')
    await expect(page).toHaveURL(/\/a\/animal\/982000000000033$/)
  })

  await test.step('an industrial transponder is rejected with the reason', async () => {
    await reader.send('LR 00000 0 982 000001088420\r\n')
    await expectToast(page, 'This is an industrial transponder, not an animal. Please scan the ear tag.')
    await expect(page).toHaveURL(/\/a\/animal\/982000000000033$/)
  })

  await test.step('after disconnecting the status bar is gone', async () => {
    await button(page, 'Disconnect').click()
    await expect(scannerStatus(page)).toBeHidden()
    expect(reader.attempts()).toBe(1)
  })
})

test('a lost connection is restored automatically; five failed retries end with an error', { tag: '@long' }, async ({
  page,
  addReader,
}) => {
  const reader = await addReader(serial)
  await openScannerPage(page)
  await button(page, 'Connect').click()
  await expect(scannerStatus(page)).toContainText('Scanning...')

  await reader.loseLink()
  await expect(scannerStatus(page)).toContainText('Lost connection.')
  await expect(scannerStatus(page)).toContainText('Scanning...')
  expect(reader.attempts()).toBe(2)
  await reader.send(scanText('982000123456789'))
  await expect(page).toHaveURL(/\/a\/animal\/982000123456789$/)

  reader.setReachable(false)
  await reader.loseLink()
  await expect(scannerStatus(page)).toContainText('Trying again, 5 of 5', { timeout: 30_000 })
  await expectToast(page, 'Maximum connection attemps exceeded, device could not be reached.')
  await expect(scannerStatus(page)).toContainText('Connection failed.')
  expect(reader.attempts()).toBe(2 + 5)

  reader.setReachable(true)
  await button(page, 'Try again').click()
  await expect(scannerStatus(page)).toContainText('Scanning...')
})
