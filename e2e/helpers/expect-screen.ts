import { expect, type Locator, type Page } from '@playwright/test'
import type { ExpectedScreen } from '../screens/screen-types.ts'

/** Finds a control that is written as in `ExpectedScreen.controls`. */
function locateControl(page: Page, control: string): Locator {
  const [kind = '', ...words] = control.split(' ')
  const name = words.join(' ')
  if (kind === 'field') return page.getByLabel(name, { exact: true })
  if (kind === 'current') return page.locator('[aria-current=page]').filter({ hasText: name })
  // cast: any ARIA role is valid here
  return page.getByRole(kind as 'button', { name })
}

/** Expects a screen on which nothing is loading. */
export async function expectScreen(
  page: Page,
  { h1, controls = [], absentControls = [], texts = [] }: ExpectedScreen,
): Promise<void> {
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText(h1)
  for (const control of controls) await expect.soft(locateControl(page, control).first(), control).toBeAttached()
  for (const text of texts) await expect.soft(page.getByText(text).first()).toBeVisible()
  await expect(page.getByLabel('Loading')).toHaveCount(0)
  for (const control of absentControls) await expect.soft(locateControl(page, control), control).toHaveCount(0)
}

/** Expects a toast with this text. There may also be an older one with the same text. */
export const expectToast = (page: Page, text: string) =>
  expect(page.getByRole('alert').filter({ hasText: text }).first()).toBeVisible()
