import { expect, type Page, test } from '@playwright/test'
import { expectAccessible, showWhole } from './axe.ts'
import { follow } from './follow.ts'
import { type Known, prepare } from './known.ts'
import { pageOf } from './people.ts'
import { lines } from './screens-table.ts'
import { type Line, roles, type Who } from './screens-shape.ts'
import { expectSight } from './sights.ts'

const homes: Record<Who, RegExp> = {
  stranger: /\/u\/login$/,
  client: /\/a\/postmortems\/draft$/,
  vet: /\/a\/location\/all\/inbox$/,
  admin: /\/a\/location\/all\/inbox$/,
}

/** Opens a screen by direct link and expects what the table says. @returns whether this role sees it */
async function open(page: Page, line: Line, known: Known, who: Who): Promise<boolean> {
  const outcome = line.seen(known)[who]
  const isInside = /\/[au]\//.test(page.url())
  // each screen is loaded by the first role that sees it; a word why one is home is that of this address
  if (!isInside || outcome === 'home' || looker(line, known) === who) await page.goto(line.address(known))
  else await follow(page, line.address(known))
  if (outcome === 'home') {
    await expect(page).toHaveURL(homes[who])
    await expect(page.getByText('Your role has no access to that page, so you were taken home.')).toBeVisible()
    return false
  }
  if ('leadsTo' in outcome) {
    await expect(page).toHaveURL(outcome.leadsTo)
    return false
  }
  await expectSight(page, outcome)
  return true
}

/** The routes of the running app without pure layout routes. */
const routesOf = (page: Page) =>
  page.evaluate(() => {
    // TanStack Router exposes itself here for its devtools
    // cast: what a test put into the page has no type
    const { routesById } = Reflect.get(self, '__TSR_ROUTER__') as { routesById: Record<string, { fullPath: string }> }
    return Object.entries(routesById).flatMap(([id, { fullPath }]) => (/__root__$|strangers$/.test(id) ? [] : fullPath))
  })

test('the table of screens has exactly the routes of the app', async ({ page }) => {
  await page.goto('/u/login')
  const inTable = new Set(lines.flatMap(({ route }) => route ?? []))
  expect([...inTable].sort()).toEqual([...new Set(await routesOf(page))].sort())
})

/** The first role that sees a screen: axe checks each screen once. */
const looker = (line: Line, known: Known) =>
  (['stranger', ...roles] as const).find(
    // cast: an object by the question before
    (who) => typeof line.seen(known)[who] === 'object' && 'h1' in (line.seen(known)[who] as object),
  )

let known: Known | undefined
for (const who of ['stranger', ...roles] as const)
  test(`every screen opens by direct link for ${who} or redirects as the role requires`, async ({
    browser,
    request,
  }) => {
    // about fifty screens, each checked by axe in light and dark
    test.setTimeout(600_000)
    known ??= await prepare(request)
    const screens = known
    const page = await pageOf(browser, who)
    const broken: string[] = []
    page.on('pageerror', (error) => broken.push(error.message))
    page.on('console', (message) => {
      if (/Content Security Policy|Trusted(HTML|Script)/.test(message.text())) broken.push(message.text())
    })
    for (const line of lines)
      await test.step(line.name, async () => {
        if (!((await open(page, line, screens, who)) && looker(line, screens) === who)) return
        const window = page.viewportSize()
        await showWhole(page)
        await expectAccessible(page)
        if (window) await page.setViewportSize(window)
      })
    expect(broken, 'what the browser refused, or what broke').toEqual([])
    await page.context().close()
  })

test('a reload keeps the screen, and back leads to the previous one', async ({ browser, request }) => {
  known ??= await prepare(request)
  const { complete } = known
  const page = await pageOf(browser, 'vet')
  await page.goto('/a/profile')
  // redirects leave no history entry
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
