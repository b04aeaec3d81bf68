import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice']
/** The rules that see colours. The dark look is the same page otherwise, so these are enough for it. */
const colorRules = ['color-contrast', 'link-in-text-block']

/** What axe finds; every finding names the rule and the elements. */
async function findingsOf(axe: AxeBuilder): Promise<string[]> {
  // no screen has a frame of another origin: what is found need not be put together on a page of its own
  const { violations } = await axe.setLegacyMode().analyze()
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}\n${html}\n${failureSummary ?? ''}`),
  )
}

/**
 * Lets axe look at the page as it stands, in the light and in the dark.
 * @param without  rules that do not suit what is shown
 */
export async function expectAccessible(page: Page, without: string[] = []): Promise<void> {
  const looks = [
    ['light', new AxeBuilder({ page }).withTags(tags).disableRules(without)],
    ['dark', new AxeBuilder({ page }).withRules(colorRules)],
  ] as const
  for (const [colorScheme, axe] of looks) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expect(page.locator(`html[data-mantine-color-scheme=${colorScheme}]`)).toBeAttached()
    expect.soft(await findingsOf(axe), `${page.url()} in the ${colorScheme}`).toEqual([])
  }
}

/** Makes the window as high as the page, so that nothing lies half under the bar at its bottom, where one would scroll. */
export async function showWhole(page: Page): Promise<void> {
  const size = page.viewportSize()
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  if (size && height > size.height) await page.setViewportSize({ ...size, height })
}
