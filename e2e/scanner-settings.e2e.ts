import { expect } from '@playwright/test'
import { expectAccessible } from './helpers/accessibility.ts'
import { createApiClient } from './helpers/api-client.ts'
import { openPageAs, signIn, signInWithoutForm } from './helpers/sign-in.ts'
import { button } from './helpers/button.ts'
import { openScannerPage, scannerStatus } from './helpers/scanner-page.ts'
import { expectToast } from './helpers/expect-screen.ts'
import { bluetoothLaunchOptions, test } from './helpers/simulated-bluetooth-reader.ts'
import { navigateInApp } from './helpers/navigate-in-app.ts'

test.use({ launchOptions: bluetoothLaunchOptions })

const nordic = {
  name: 'NORDIC STICK',
  service: '6e400001-b5a3-f393-e0a9-e50e24dcca9e',
  characteristic: '6e400003-b5a3-f393-e0a9-e50e24dcca9e',
}

test('the settings of this browser connect a reader of another model', async ({ page, addReader }) => {
  const reader = await addReader(nordic)
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
  await expectToast(page, 'Scanner settings saved.')
  await page.reload()
  await expect(page.getByLabel('Service UUID')).toHaveValue(nordic.service)
  await expect(page.getByRole('combobox', { name: 'Reader with' })).toHaveValue('Nordic UART')

  await button(page, 'Connect').click()
  await expect(scannerStatus(page)).toContainText('Scanning...')
  await reader.send('ID=AB-1207;')
  await expect(page).toHaveURL(/\/a\/animal\/AB-1207$/)
})

test('the practice’s settings apply until a browser has its own, and can be restored', { tag: '@long' }, async ({
  page,
  browser,
}) => {
  const call = await createApiClient(page.request, 'admin')
  const usual = await call.get('/scanner-settings')
  try {
    const admin = await openPageAs(browser, 'admin', { viewport: { width: 390, height: 844 } })
    await admin.goto('/a/admin/scanner')
    await admin.getByLabel('Service UUID').fill('none')
    await button(admin, 'Save').click()
    await expect(admin.getByText('A UUID has 32 hexadecimal digits')).toBeVisible()
    await expect(admin.getByLabel('Service UUID')).toBeFocused()
    await admin.getByLabel('Service UUID').fill('6E400001')
    await admin.getByLabel('Device name').fill('PRACTICE STICK')
    await button(admin, 'Save').click()
    await expectToast(admin, 'Data is updated')
    await expect(admin.getByLabel('Service UUID')).toHaveValue('6e400001-0000-1000-8000-00805f9b34fb')
    await admin.context().close()

    await openScannerPage(page)
    await expect(page.getByLabel('Device name')).toHaveValue('PRACTICE STICK')
    await expect(page.getByText('Your practice’s settings are used.')).toBeVisible()
    await expect(button(page, 'Use the practice’s settings')).toHaveCount(0)
    await page.getByLabel('Device name').fill('MY STICK')
    await button(page, 'Save').click()
    await expect(page.getByText('This browser has settings of its own')).toBeVisible()
    await page.reload()
    await expect(page.getByLabel('Device name')).toHaveValue('MY STICK')
    await expectAccessible(page)
    await button(page, 'Use the practice’s settings').click()
    await expect(page.getByLabel('Device name')).toHaveValue('PRACTICE STICK')
    await page.reload()
    await expect(page.getByLabel('Device name')).toHaveValue('PRACTICE STICK')
    await expect(page.getByText('Your practice’s settings are used.')).toBeVisible()
  } finally {
    await call.put('/scanner-settings', usual)
  }
})

test('clients have no scanner page; a browser without Bluetooth names the alternatives', { tag: '@long' }, async ({
  page,
}) => {
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

test('settings of the practice that cannot be loaded again are a failure with a retry', { tag: '@long' }, async ({
  page,
}) => {
  await signInWithoutForm(page, 'admin')
  await page.goto('/a/admin/scanner')
  await expect(page.getByLabel('Service UUID')).toBeVisible()
  await navigateInApp(page, '/a/admin')
  await page.route('**/api/v1/scanner-settings', (route) => route.abort())
  await navigateInApp(page, '/a/admin/scanner')
  await expect(page.getByText('There was an error while getting the scanner settings.')).toBeVisible()
  await page.unroute('**/api/v1/scanner-settings')
  await button(page, 'Try again').click()
  await expect(page.getByLabel('Service UUID')).toBeVisible()
})

for (const { path, address, field } of [
  { path: 'scanner', address: '**/api/v1/scanner-settings', field: 'Device name' },
  { path: 'provider', address: '**/api/v1/provider', field: 'Phone' },
])
  test(`the open form of ${path} stays when its data cannot be loaded again`, async ({ page }) => {
    await signInWithoutForm(page, 'admin')
    await page.goto(`/a/admin/${path}`)
    const input = page.getByLabel(field)
    await input.fill('1234')
    const failed = page.waitForResponse((response) => response.status() === 404)
    await page.route(address, (route) => route.fulfill({ status: 404, json: { success: false } }))
    await page.evaluate(() => {
      for (const event of ['offline', 'online']) dispatchEvent(new Event(event))
    })
    await failed
    await input.press('End')
    await input.pressSequentially('56', { delay: 100 })
    await expect(input).toHaveValue('123456')
  })
