import { expect, type Page, test } from '@playwright/test'
import { navigateInApp } from './navigate-in-app.ts'
import { type ScreenFixtures, createScreenFixtures } from './screen-fixtures.ts'
import { openPageAs } from './sign-in.ts'
import type { InvalidUrl } from '../screens/invalid-url.ts'
import { invalidUrls } from '../screens/invalid-urls.ts'

/** Collects uncaught errors and errors on the console. Responses with a 4xx status are expected here. */
function collectErrors(page: Page): string[] {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    const notFound = message.text().startsWith('Failed to load resource: the server responded with a status of 40')
    if (message.type() === 'error' && !notFound) errors.push(message.text())
  })
  return errors
}

/** Expects a heading inside the layout of the app, with nothing failed or still loading. */
async function expectWorkingPage(page: Page, h1: string | RegExp, expectedText?: string): Promise<void> {
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText(h1)
  await expect(heading).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Menu' })).toBeVisible()
  await expect(page.getByLabel('Loading')).toHaveCount(0)
  await expect(page.getByText(/Something went wrong|This page could not be shown/)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  if (expectedText) await expect(page.getByText(expectedText).first()).toBeVisible()
}

const phone = { width: 390, height: 844 }
const desktop = { width: 1280, height: 800 }
/** Whether a desktop shows something else for this URL: a ticket beside its list. */
const opensInSplitView = ({ url }: InvalidUrl) => /[?&]ticket=/.test(url) && !url.startsWith('/a/search')

/** The URL without its ids and the values of its parameters. */
const urlPattern = (url: string) =>
  url.replaceAll(/=[^&]*|\/(abc|nowhere|\d+|__proto__|%20|[0-9a-f]{8}-[0-9a-f-]{27})(?=[/?]|$)/g, '*')

/** Patterns that the app has already loaded for some role. */
const loadedPatterns = new Set<string>()
const homes = {
  client: /\/a\/postmortems\/draft$/,
  vet: /\/a\/location\/all\/inbox$/,
  admin: /\/a\/location\/all\/inbox$/,
}

let fixtures: ScreenFixtures | undefined
let otherFixtures: ScreenFixtures | undefined
/** Opens every invalid and forbidden URL as this role, on a phone and, where it differs, at a desk. */
export const testInvalidUrls = (role: keyof typeof homes): void =>
  test(`${role}: invalid and forbidden URLs show a useful message`, async ({ browser, request }) => {
    // There are hundreds of URLs, and each takes half a second.
    test.setTimeout(600_000)
    fixtures ??= await createScreenFixtures(request)
    otherFixtures ??= await createScreenFixtures(request, {
      client: 'rival',
      vet: 'vet',
      note: '',
      tags: ['Q 1'],
      site: 'Mesa Main',
    })
    const page = await openPageAs(browser, role, { viewport: phone })
    const errors = collectErrors(page)
    /** Opens a URL. The first URL of a pattern loads the app; the app then navigates to the others, which is faster. */
    const open = async (url: string, h1: string | RegExp | null) => {
      const pattern = `${urlPattern(url)} ${h1 === null ? 'leads home' : 'is shown'}`
      const isInside = page.url().includes('/a/')
      // Loading a URL removes control characters from it, but navigating does not.
      if (isInside && loadedPatterns.has(pattern) && !url.includes('%0')) return navigateInApp(page, url)
      loadedPatterns.add(pattern)
      await page.goto(url, { waitUntil: 'commit' })
    }
    for (const invalid of invalidUrls(fixtures, otherFixtures)) {
      const h1 = invalid.expectedH1[role]
      if (h1 === undefined) continue
      await test.step(invalid.url, async () => {
        await open(invalid.url, h1)
        if (h1 === null) await expect(page).toHaveURL(homes[role])
        else await expectWorkingPage(page, h1, invalid.expectedText)
        expect(errors.splice(0), invalid.url).toEqual([])
        if (h1 === null || !opensInSplitView(invalid)) return
        await page.setViewportSize(desktop)
        await page.goto(invalid.url, { waitUntil: 'commit' })
        await expectWorkingPage(page, invalid.splitViewH1 ?? h1)
        expect(errors.splice(0), `${invalid.url} at a desk`).toEqual([])
        await page.setViewportSize(phone)
        // a phone shows the ticket on its own page, which must not take the place of the next URL
        await expect(page).not.toHaveURL(/[?&]ticket=[0-9a-f]{8}-/)
      })
    }
    await page.context().close()
  })
