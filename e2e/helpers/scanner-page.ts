import { expect, type Page } from '@playwright/test'
import { signIn } from './sign-in.ts'

export const scannerStatus = (page: Page) => page.getByRole('region', { name: 'Scanner' })

/** Signs in as a veterinarian and opens the scanner page through the menu. */
export async function openScannerPage(page: Page): Promise<void> {
  await signIn(page, 'vet')
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('menuitem', { name: 'Scanner' }).click()
  await expect(page.getByRole('heading', { name: 'Scanner', level: 1 })).toBeVisible()
}
