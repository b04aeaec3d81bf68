import { type APIRequestContext, type Browser, expect, type Page, test } from '@playwright/test'
import { type ColorScheme, expectAccessible, growViewportToPage } from './helpers/accessibility.ts'
import { navigateInApp } from './helpers/navigate-in-app.ts'
import { type ScreenFixtures, createScreenFixtures } from './helpers/screen-fixtures.ts'
import { openPageAs } from './helpers/sign-in.ts'
import { allScreens } from './screens/all-screens.ts'
import { type ScreenCase, roles, type TestRole } from './screens/screen-types.ts'
import { expectScreen } from './helpers/expect-screen.ts'

const homes: Record<TestRole, RegExp> = {
  anonymous: /\/u\/login$/,
  client: /\/a\/postmortems\/draft$/,
  vet: /\/a\/location\/all\/inbox$/,
  admin: /\/a\/location\/all\/inbox$/,
}

/**
 * Opens a screen by its URL and expects the outcome in the table.
 * @returns whether this role sees it
 */
async function openScreen(
  page: Page,
  screenCase: ScreenCase,
  fixtures: ScreenFixtures,
  role: TestRole,
): Promise<boolean> {
  const outcome = screenCase.expected(fixtures)[role]
  const isInside = /\/[au]\//.test(page.url())
  // For the first role that sees a screen, the app is loaded with its URL, and also for a redirect home, whose message
  // must belong to this URL.
  if (!isInside || outcome === 'home' || firstRoleShown(screenCase, fixtures) === role)
    await page.goto(screenCase.url(fixtures))
  else await navigateInApp(page, screenCase.url(fixtures))
  if (outcome === 'home') {
    await expect(page).toHaveURL(homes[role])
    await expect(page.getByText('Your role has no access to that page, so you were taken home.')).toBeVisible()
    return false
  }
  if ('redirectsTo' in outcome) {
    await expect(page).toHaveURL(outcome.redirectsTo)
    return false
  }
  await expectScreen(page, outcome)
  return true
}

/** The routes of the running app, without those that only add a layout. */
const readRoutes = (page: Page) =>
  page.evaluate(() => {
    // TanStack Router exposes itself here for its devtools
    // cast: values that a test stores on the window have no type
    const { routesById } = Reflect.get(self, '__TSR_ROUTER__') as { routesById: Record<string, { fullPath: string }> }
    return Object.entries(routesById).flatMap(([id, { fullPath }]) => (/__root__$|guestOnly$/.test(id) ? [] : fullPath))
  })

test('the table of screens has exactly the routes of the app', async ({ page }) => {
  await page.goto('/u/login')
  const inTable = new Set(allScreens.flatMap(({ route }) => route ?? []))
  expect([...inTable].sort()).toEqual([...new Set(await readRoutes(page))].sort())
})

/** The first role that sees a screen. axe checks each screen once, for this role. */
const firstRoleShown = (line: ScreenCase, fixtures: ScreenFixtures) =>
  (['anonymous', ...roles] as const).find(
    // cast: checked to be an object above
    (role) => typeof line.expected(fixtures)[role] === 'object' && 'h1' in (line.expected(fixtures)[role] as object),
  )

let fixtures: ScreenFixtures | undefined
/** Opens every screen as this role, and checks those that no role before it sees with axe in a colour scheme. */
async function openEveryScreen(
  browser: Browser,
  request: APIRequestContext,
  role: TestRole,
  colorScheme: ColorScheme,
): Promise<void> {
  // There are about fifty screens.
  test.setTimeout(600_000)
  fixtures ??= await createScreenFixtures(request)
  const screens = fixtures
  const page = await openPageAs(browser, role)
  const broken: string[] = []
  page.on('pageerror', (error) => broken.push(error.message))
  page.on('console', (message) => {
    if (/Content Security Policy|Trusted(HTML|Script)/.test(message.text())) broken.push(message.text())
  })
  for (const screenCase of allScreens)
    await test.step(screenCase.name, async () => {
      if (!((await openScreen(page, screenCase, screens, role)) && firstRoleShown(screenCase, screens) === role)) return
      const window = page.viewportSize()
      await growViewportToPage(page)
      await expectAccessible(page, { only: colorScheme })
      if (window) await page.setViewportSize(window)
    })
  expect(broken, 'what the browser refused, or what broke').toEqual([])
  await page.context().close()
}

for (const role of ['anonymous', ...roles] as const) {
  // an Admin has the screens of a veterinarian, too
  const tag = role === 'vet' ? '@long' : []
  test(
    `every screen opens by direct link for ${role} or redirects as the role requires`,
    { tag },
    ({ browser, request }) => openEveryScreen(browser, request, role, 'light'),
  )
  test(`every screen of ${role} has enough contrast in the dark`, { tag: '@long' }, ({ browser, request }) =>
    openEveryScreen(browser, request, role, 'dark'),
  )
}

test('a reload keeps the screen, and back leads to the previous one', async ({ browser, request }) => {
  fixtures ??= await createScreenFixtures(request)
  const { complete } = fixtures
  const page = await openPageAs(browser, 'vet')
  await page.goto('/a/profile')
  // A redirect leaves no entry in the history.
  await page.goto('/a/vet')
  await expect(page).toHaveURL(homes.vet)
  await page.getByRole('link', { name: 'COMPLETE' }).click()
  const addresses = [
    '/a/location/all/complete',
    `/a/vet/ticketdetail/${complete.id}`,
    `/a/vet/ticketdetail/${complete.id}/report`,
  ]
  await page.getByRole('link', { name: new RegExp(complete.title) }).click()
  await page.getByRole('button', { name: 'Generate Report' }).click()
  const title = (address: string) =>
    ({ [addresses[0] ?? '']: 'All locations', [addresses[1] ?? '']: complete.title })[address] ??
    `Report ${complete.title}`
  for (const address of addresses.toReversed()) {
    await expect(page).toHaveURL(address)
    await page.reload()
    await expect(page).toHaveURL(address)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title(address))
    await page.goBack()
  }
  await expect(page).toHaveURL('/a/profile')
  await page.context().close()
})
