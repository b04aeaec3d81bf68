import { expect } from '@playwright/test'
import { signIn } from './people.ts'
import { button, openScannerPage, strip, toast } from './scanner-screen.ts'
import { bluetoothLaunch, test } from './simulated-reader.ts'

test.use({ launchOptions: bluetoothLaunch })

const nordic = {
  name: 'NORDIC STICK',
  service: '6e400001-b5a3-f393-e0a9-e50e24dcca9e',
  characteristic: '6e400003-b5a3-f393-e0a9-e50e24dcca9e',
}

test('a reader of another make is found by the settings of this browser', async ({ page, placeReader }) => {
  const reader = await placeReader(nordic)
  await openScannerPage(page)
  await page.getByLabel('Service UUID').fill('6e400001')
  await page.getByLabel('Characteristic UUID').fill('not one')
  await button(page, 'Save').click()
  await expect(page.getByText('A UUID has 32 hexadecimal digits')).toHaveCount(1)
  await expect(page.getByLabel('Characteristic UUID')).toHaveAttribute('aria-invalid', 'true')

  await page.getByLabel('Service UUID').fill(nordic.service.toUpperCase())
  await page.getByLabel('Characteristic UUID').fill(nordic.characteristic)
  await page.getByLabel('Device name').fill(nordic.name)
  await page.getByLabel('Result from position').fill('3')
  await page.getByLabel('Result to position').fill('-1')
  await button(page, 'Save').click()
  await toast(page, 'Scanner settings saved.')
  await page.reload()
  await expect(page.getByLabel('Service UUID')).toHaveValue(nordic.service)
  await expect(page.getByRole('combobox', { name: 'Reader with' })).toHaveValue('Nordic UART')

  await button(page, 'Connect').click()
  await expect(strip(page)).toContainText('Scanning...')
  await reader.send('ID=AB-1207;')
  await expect(page).toHaveURL(/\/a\/animal\/AB-1207$/)
})

test('a client has no scanner; a browser without Bluetooth says what to use instead', async ({ page }) => {
  await signIn(page, 'client')
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('menuitem', { name: 'Profile' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Scanner' })).toHaveCount(0)
  await page.goto('/a/scanner')
  await expect(page).toHaveURL(/\/a\/postmortems\/draft$/)

  await page.evaluate(() => localStorage.clear())
  await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'bluetooth'))
  await openScannerPage(page)
  await expect(page.getByRole('heading', { name: 'This browser cannot use Bluetooth' })).toBeVisible()
  await expect(page.getByText('a reader that types like a keyboard')).toBeVisible()
  await expect(button(page, 'Connect')).toHaveCount(0)
})
