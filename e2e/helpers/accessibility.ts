import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice']
/** Only rules about colours run in the dark scheme, which differs in nothing else. */
const colorRules = ['color-contrast', 'link-in-text-block']

/** Resolves packages as `@axe-core/playwright` does: `axe-core` is its dependency, not ours. */
const fromAxePlaywright = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright'))
/** Minified: by default a page gets the source with comments, which is twice as long. */
const axeSource = readFileSync(fromAxePlaywright.resolve('axe-core/axe.min.js'), 'utf8')

/** axe reports every element for violations only; the other results are not used. */
const violationsOnly = { resultTypes: ['violations' as const] }

async function findViolations(axe: AxeBuilder): Promise<string[]> {
  // The legacy mode is enough, because no screen has an iframe of another origin.
  const { violations } = await axe.setLegacyMode().analyze()
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}\n${html}\n${failureSummary ?? ''}`),
  )
}

export type ColorScheme = 'light' | 'dark'

/**
 * Checks the page with axe in a colour scheme, by default in both.
 * @param disabledRules  rules that do not apply to this page
 */
export async function expectAccessible(
  page: Page,
  { disabledRules = [], only }: { disabledRules?: string[]; only?: ColorScheme } = {},
): Promise<void> {
  const axe = () => new AxeBuilder({ page, axeSource }).options(violationsOnly)
  const checks = { light: axe().withTags(tags).disableRules(disabledRules), dark: axe().withRules(colorRules) }
  for (const colorScheme of only ? [only] : (['light', 'dark'] as const)) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expect(page.locator(`html[data-mantine-color-scheme=${colorScheme}]`)).toBeAttached()
    expect.soft(await findViolations(checks[colorScheme]), `${page.url()} in the ${colorScheme}`).toEqual([])
  }
}

/** Makes the viewport as high as the page, so that the bottom bar covers nothing. */
export async function growViewportToPage(page: Page): Promise<void> {
  const size = page.viewportSize()
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  if (size && height > size.height) await page.setViewportSize({ ...size, height })
}
