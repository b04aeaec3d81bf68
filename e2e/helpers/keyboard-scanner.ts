import type { Page } from '@playwright/test'

/**
 * Types like a reader in keyboard mode: fast, with Enter at the end, and without waiting until the page has handled a
 * key before it sends the next one.
 */
export async function scan(page: Page, text: string): Promise<void> {
  await Promise.all([...Array.from(text), 'Enter'].map((key) => page.keyboard.press(key)))
}
