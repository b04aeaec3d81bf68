import { expect, type Page, test } from '@playwright/test'
import { navigateInApp } from './helpers/navigate-in-app.ts'
import { type ScreenFixtures, createScreenFixtures } from './helpers/screen-fixtures.ts'
import { openPageAs } from './helpers/sign-in.ts'
import type { WrongAddress } from './wrong-address.ts'
import { invalidUrls } from './screens/invalid-urls.ts'

/** Collects uncaught and console errors; 4xx responses are expected here. */
function collectErrors(page: Page): string[] {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    const notFound = message.text().startsWith('Failed to load resource: the server responded with a status of 40')
    if (message.type() === 'error' && !notFound) errors.push(message.text())
  })
  return errors
}

/** Expects a heading inside the app layout, with nothing failed or still loading. */
async function expectWorkingPage(page: Page, h1: string | RegExp, says?: string): Promise<void> {
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText(h1)
  await expect(heading).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Menu' })).toBeVisible()
  await expect(page.getByLabel('Loading')).toHaveCount(0)
  await expect(page.getByText(/Something went wrong|This page could not be shown/)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  if (says) await expect(page.getByText(says).first()).toBeVisible()
}

const phone = { width: 390, height: 844 }
const desktop = { width: 1280, height: 800 }
/** Whether a desktop shows this URL differently: as a ticket beside its list. */
const opensInSplitView = ({ address }: WrongAddress) => /[?&]ticket=/.test(address) && !address.startsWith('/a/search')

/** What all addresses have in common that are wrong in different ways. */
const urlPattern = (address: string) =>
  address.replaceAll(/=[^&]*|\/(abc|nowhere|\d+|__proto__|%20|[0-9a-f]{8}-[0-9a-f-]{27})(?=[/?]|$)/g, '*')

/** The kinds of addresses that were loaded by now, whoever did. */
const loadedPatterns = new Set<string>()
let fixtures: ScreenFixtures | undefined
let otherFixtures: ScreenFixtures | undefined
for (const [role, home] of [
  ['client', /\/a\/postmortems\/draft$/],
  ['vet', /\/a\/location\/all\/inbox$/],
  ['admin', /\/a\/location\/all\/inbox$/],
] as const)
  test(`${role}: invalid and forbidden URLs show a useful message`, async ({ browser, request }) => {
    // hundreds of URLs, half a second each
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
    /** Opens an address: the first of its kind loads the app, the others are followed inside it. */
    const open = async (address: string, h1: string | RegExp | null) => {
      const pattern = `${urlPattern(address)} ${h1 === null ? 'leads home' : 'is shown'}`
      const isInside = page.url().includes('/a/')
      // control characters are taken out of an address as the app is loaded
      if (isInside && loadedPatterns.has(pattern) && !address.includes('%0')) return navigateInApp(page, address)
      loadedPatterns.add(pattern)
      await page.goto(address, { waitUntil: 'commit' })
    }
    for (const invalid of invalidUrls(fixtures, otherFixtures)) {
      const h1 = invalid.expectedH1[role]
      if (h1 === undefined) continue
      await test.step(invalid.address, async () => {
        await open(invalid.address, h1)
        if (h1 === null) await expect(page).toHaveURL(home)
        else await expectWorkingPage(page, h1, invalid.says)
        expect(errors.splice(0), invalid.address).toEqual([])
        if (h1 === null || !opensInSplitView(invalid)) return
        await page.setViewportSize(desktop)
        await page.goto(invalid.address, { waitUntil: 'commit' })
        await expectWorkingPage(page, invalid.deskH1 ?? h1)
        expect(errors.splice(0), `${invalid.address} at a desk`).toEqual([])
        await page.setViewportSize(phone)
      })
    }
    await page.context().close()
  })
