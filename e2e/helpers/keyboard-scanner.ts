import { setTimeout } from 'node:timers/promises'
import type { Page } from '@playwright/test'

/**
 * Types like a reader in keyboard mode: fast, with Enter at the end, and without waiting until the page has handled a
 * key before it sends the next one.
 * @param interval  between two keys, in milliseconds
 */
export async function scan(page: Page, text: string, { interval = 0 } = {}): Promise<void> {
  const press = async (key: string, index: number) => {
    if (interval > 0) await setTimeout(index * interval)
    await page.keyboard.press(key)
  }
  await Promise.all([...Array.from(text), 'Enter'].map(press))
}
