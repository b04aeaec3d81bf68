import { expect, test } from '@playwright/test'
import { launchOptions } from './helpers/browser-launch-options.ts'
import { signIn } from './helpers/sign-in.ts'
import { storedOnDevice } from './helpers/stored-on-device.ts'

// Chromium trusts 127.0.0.1 like https
test.use({
  launchOptions: { ...launchOptions, args: [...launchOptions.args, '--host-resolver-rules=MAP farm.test 127.0.0.1'] },
  baseURL: ({ baseURL }, use) => use(baseURL?.replace('127.0.0.1', 'farm.test')),
})

test('at an address without https a client signs in, requests a post mortem and keeps what was typed', async ({
  page,
}) => {
  await signIn(page, 'client')
  expect(await page.evaluate(() => isSecureContext)).toBe(false)
  await page.goto('/a/postmortem/add')
  await expect(page.getByRole('combobox', { name: 'Site' })).toHaveValue('North Yard')
  await page.getByLabel('Notes').fill('From the yard office.')
  await page.getByRole('button', { name: 'Add animals' }).click()
  await expect(page.getByRole('heading', { name: 'Animal 1' })).toBeVisible()
  await page.getByLabel('Tag', { exact: true }).fill('H 100')
  await expect.poll(() => storedOnDevice(page)).toContain('H 100')
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(page.getByLabel('Tag', { exact: true })).toHaveValue('H 100')
  await page.getByRole('button', { name: 'Review' }).click()
  await page.getByRole('button', { name: 'Send PM' }).click()
  await expect(page.getByText('Your request has been submitted')).toBeVisible()
})
