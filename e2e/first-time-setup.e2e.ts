import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { noProviderSettings } from '../apps/server/src/testing/practice-settings.ts'
import { startServer } from '../apps/server/src/testing/server-process.ts'
import { expectAccessible } from './helpers/accessibility.ts'
import { withSecondServer } from './helpers/second-server.ts'
import { endSession } from './helpers/sign-in.ts'
import { storedOnDevice } from './helpers/stored-on-device.ts'

const email = 'owner@foothills.example'
const password = 'Grazing#1867'

async function signIn(page: Page): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').first().fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

test('the first SuperAdmin of a new practice sets it up first and then continues to the requested page', async ({
  browser,
}) => {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'chisholm-e2e-set-up-'))
  const settings = { ...noProviderSettings, DATA_DIR: dataDir, DEMO: '0' }
  const made = startServer(settings, 'admin', 'create', email, '--password-stdin')
  made.child.stdin?.end(`${password}\n`)
  expect(await made.ended).toBe(0)
  await withSecondServer(settings, async (baseURL) => {
    const context = await browser.newContext({ baseURL, timezoneId: 'America/Denver' })
    const page = await context.newPage()
    await page.goto('/a/admin/users')
    await signIn(page)
    await expect(page.getByRole('heading', { level: 1, name: 'Set up the practice' })).toBeVisible()
    await expectAccessible(page)
    const done = page.getByRole('button', { name: 'Set up the practice' })
    await done.click()
    for (const words of ['Please enter a first name.', 'Please enter the postal address of the practice.'])
      await expect(page.getByText(words)).toBeVisible()
    await page.getByLabel('First name').fill('Dana')
    await page.getByLabel('Last name').fill('Whitfield')
    await page.getByLabel('Name', { exact: true }).fill('Foothills Veterinary Services')
    await page.getByLabel('Postal address').fill('12 Centre Street\nHigh River AB')
    await page.getByLabel('Phone').fill('+1 403 555 0177')
    await page.getByLabel('Email').fill('office@foothillsvet.example')
    // the session ends: nothing has to be typed again
    await expect.poll(() => storedOnDevice(page)).toContain('office@foothillsvet.example')
    await endSession(page)
    await page.reload()
    await signIn(page)
    await expect(page.getByLabel('First name')).toHaveValue('Dana')
    await expect(page.getByLabel('Postal address')).toHaveValue('12 Centre Street\nHigh River AB')
    await done.click()
    await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
    const { data } = await (await context.request.get('/api/v1/provider')).json()
    expect(data).toMatchObject({ confirmed: true, demo: false, time_zone: 'America/Denver', url: '' })
    await expect(page.getByText('everybody knows its passwords')).toBeHidden()
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
    await context.close()
  })
  rmSync(dataDir, { recursive: true, force: true })
})
