import type { Locator, Page } from '@playwright/test'

/** The button with exactly this name. */
export const button = (at: Page | Locator, name: string | RegExp) => at.getByRole('button', { name, exact: true })
