import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { type APIRequestContext, expect, test } from '@playwright/test'
import { type ScreenFixtures, createScreenFixtures } from './helpers/screen-fixtures.ts'
import { openPageAs } from './helpers/sign-in.ts'
import { artefacts } from './paths.ts'
import type { ScreenCase, ExpectedScreen, TestRole } from './screens/screen-types.ts'
import { allScreens } from './screens/all-screens.ts'
import { expectScreen } from './helpers/expect-screen.ts'

const folder = path.join(artefacts, 'screens')
const phone = { width: 390, height: 844 }
const desk = { width: 1280, height: 800 }
const variants = [
  { variant: 'phone', viewport: phone, colorScheme: 'light' },
  { variant: 'phone-dark', viewport: phone, colorScheme: 'dark' },
  { variant: 'desktop', viewport: desk, colorScheme: 'light' },
] as const

const allRoles = ['anonymous', 'client', 'vet', 'admin'] satisfies TestRole[]

/** The screen that a role sees. Null for a redirect. */
function expectedScreen(screenCase: ScreenCase, fixtures: ScreenFixtures, role: TestRole): ExpectedScreen | null {
  const outcome = screenCase.expected(fixtures)[role]
  return typeof outcome === 'string' || 'redirectsTo' in outcome ? null : outcome
}

/** Created once: lists show the demo data, not several tickets that look alike. */
let created: Promise<ScreenFixtures> | undefined
const fixturesOf = (request: APIRequestContext) => (created ??= createScreenFixtures(request))

test.beforeAll(() => mkdirSync(folder, { recursive: true }))

for (const role of allRoles) {
  test(`screenshots of every screen: ${role}`, async ({ browser, request }) => {
    const fixtures = await fixturesOf(request)
    const page = await openPageAs(browser, role, { reducedMotion: 'reduce' })
    for (const screenCase of allScreens) {
      const screen = expectedScreen(screenCase, fixtures, role)
      // An Admin sees the same as a veterinarian, except on the start page.
      const isSeenByVets =
        role === 'admin' && screenCase.name !== 'vet-inbox' && expectedScreen(screenCase, fixtures, 'vet')
      if (!screen || isSeenByVets) continue
      // The file name contains the role, unless it is the first role that sees the screen.
      const firstRole = allRoles.find((role) => expectedScreen(screenCase, fixtures, role))
      const name = firstRole === role ? screenCase.name : `${screenCase.name}-${role}`
      for (const { variant, viewport, colorScheme } of variants) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await page.setViewportSize(viewport)
        await page.goto(screenCase.url(fixtures))
        await expectScreen(page, screen)
        await page.waitForLoadState('networkidle')
        await page.screenshot({ path: path.join(folder, `${name}-${variant}.png`) })
      }
    }
    await page.context().close()
  })
}

test('screenshots of the split view and of a history: vet', async ({ browser, request }) => {
  const { pending } = await fixturesOf(request)
  const page = await openPageAs(browser, 'vet', { reducedMotion: 'reduce', viewport: desk })
  for (const { variant, colorScheme } of [
    { variant: 'desktop', colorScheme: 'light' },
    { variant: 'desktop-dark', colorScheme: 'dark' },
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.goto(`/a/location/all/inbox?ticket=${pending.id}`)
    await expect(page.getByRole('heading', { name: pending.title })).toBeVisible()
    await page.waitForLoadState('networkidle')
    await page.screenshot({ path: path.join(folder, `vet-desk-${variant}.png`) })
    await page.getByText('History').click()
    const last = page.getByRole('listitem').filter({ hasText: `sent ${pending.title}` })
    await last.scrollIntoViewIfNeeded()
    await page.screenshot({ path: path.join(folder, `vet-desk-history-${variant}.png`) })
  }
  await page.context().close()
})
