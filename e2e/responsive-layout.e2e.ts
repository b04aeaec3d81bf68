import path from 'node:path'
import { dayOf } from '@chisholm/domain/dates'
import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import { navigateInApp } from './helpers/navigate-in-app.ts'
import { createApiClient } from './helpers/api-client.ts'
import { type ScreenFixtures, createScreenFixtures, firstAnimal } from './helpers/screen-fixtures.ts'
import { openPageAs } from './helpers/sign-in.ts'
import { brokenWords, expectNoOverflow, expectTouchTargetSize } from './helpers/layout-checks.ts'
import { allScreens } from './screens/all-screens.ts'
import { expectScreen } from './helpers/expect-screen.ts'
import { artefacts } from './paths.ts'

// The name has sixty characters: several words, of which one cannot be broken.
const longName = 'Maximiliana Konstantinopolitanska von Hohenzollern-Sigmaring'
const longWord = 'TAG-0123456789-ABCDEFGHIJKLMNOPQRSTUVWXYZ-0123456789-ABCDEFG'
const [siteName, longSiteName] = ['North Yard', 'The Northernmost Receiving And Hospital Yard Of All Prairies']

let fixtures: ScreenFixtures | undefined
async function createFixturesWithLongNames(request: APIRequestContext): Promise<ScreenFixtures> {
  for (const name of ['manager', 'vet2']) {
    const api = await createApiClient(request, name)
    await api.put(`/users/${api.uuid}`, { first_name: longName, last_name: longName, city: longWord })
  }
  return createScreenFixtures(request, {
    client: 'manager',
    vet: 'vet2',
    tags: [longWord, longName],
    note: `${longName} ${longWord}`,
  })
}

/** Puts a long site name into every response of the API. */
const lengthenSiteNames = (page: Page) =>
  page.route('**/api/v1/**', async (route) => {
    // the event stream does not end
    if (route.request().url().endsWith('/events')) return route.continue()
    const response = await route.fetch()
    const text = await response.text()
    await route.fulfill({ response: response, body: text.replaceAll(siteName, longSiteName) })
  })

for (const [role, account] of [
  ['anonymous', 'anonymous'],
  ['client', 'manager'],
  ['vet', 'vet2'],
] as const)
  test(`every screen of ${role} fits the smallest phone and text of twice the size`, {
    tag: role === 'vet' ? '@long' : [],
  }, async ({ browser, request }) => {
    fixtures ??= await createFixturesWithLongNames(request)
    const screens = fixtures
    const page = await openPageAs(browser, account, { viewport: { width: 320, height: 640 } })
    await lengthenSiteNames(page)
    await page.goto('/')
    await expectScreen(page, { h1: /\w/ })
    for (const screenCase of allScreens) {
      const outcome = screenCase.expected(screens)[role]
      if (typeof outcome === 'string' || 'redirectsTo' in outcome) continue
      await test.step(screenCase.name, async () => {
        await page.setViewportSize({ width: 320, height: 640 })
        await navigateInApp(page, screenCase.url(screens))
        await expectScreen(page, { h1: /\w/ })
        await expectNoOverflow(page, 'at 320 × 640')
        await expectTouchTargetSize(page)
        await page.setViewportSize({ width: 390, height: 844 })
        await expectNoOverflow(page, 'at 390 × 844')
        const broken = await brokenWords(page, 'main .mantine-Button-label')
        expect
          .soft(
            broken.filter((word) => !`${longName} ${longWord}`.includes(word)),
            page.url(),
          )
          .toEqual([])
        await page.evaluate(() => (document.documentElement.style.fontSize = '32px'))
        await expectNoOverflow(page, 'with text of 200 %')
        await page.evaluate(() => (document.documentElement.style.fontSize = ''))
      })
    }
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.context().close()
  })

test('the planner shows all seven days of a week from a width of 1024 pixels on', async ({ browser }) => {
  const page = await openPageAs(browser, 'vet', { viewport: { width: 1024, height: 768 } })
  await page.goto('/a/planner?view=week')
  const board = page.locator('.week')
  for (const width of [1024, 1180, 1280]) {
    await page.setViewportSize({ width, height: 768 })
    await expect(board).toBeVisible()
    expect(await board.evaluate((one) => one.scrollWidth - one.clientWidth), String(width)).toBe(0)
  }
  await page.context().close()
})

test('on a tablet every wide screen keeps its distance from the edge, whatever was opened before', async ({
  browser,
  request,
}) => {
  fixtures ??= await createFixturesWithLongNames(request)
  const { pending, siteId, lotId } = fixtures
  const page = await openPageAs(browser, 'vet2', { viewport: { width: 820, height: 1180 } })
  const examination = `/a/vet/ticketdetail/${pending.id}?step=examine&animal=${firstAnimal(pending).id}`
  const addresses = [examination, '/a/planner', '/a/insight', `/a/herd/${siteId}/lots/${lotId}`]
  await page.goto('/a/location/all/inbox')
  await expect(page.getByRole('link', { name: 'CHM-' }).first()).toBeVisible()
  for (const address of addresses) {
    await navigateInApp(page, address)
    const heading = page.getByRole('heading', { level: 1 })
    await expect(heading).toHaveText(address === examination ? / · / : /^(Planner|Insight|Lot)/)
    await expect.poll(async () => (await heading.boundingBox())?.x ?? 0, address).toBeGreaterThanOrEqual(16)
  }
  await page.context().close()
})

test('with text of twice the size choices do not overlap, words are whole and bars are long', async ({
  browser,
  request,
}) => {
  fixtures ??= await createFixturesWithLongNames(request)
  const { pending } = fixtures
  const page = await openPageAs(browser, 'vet', { viewport: { width: 390, height: 844 } })
  await page.goto(`/a/vet/ticketdetail/${pending.id}?step=examine&animal=${firstAnimal(pending).id}`)
  await page.evaluate(() => (document.documentElement.style.fontSize = '32px'))
  const choices = page.getByRole('group', { name: 'External' }).locator('span')
  await expect(choices).toHaveText(['Not examined', 'Normal', 'Abnormal'])
  const boxes = await choices.evaluateAll((all) =>
    all.map((choice) => {
      const text = document.createRange()
      text.selectNodeContents(choice)
      const { left, right, top, bottom } = text.getBoundingClientRect()
      return { left, right, top, bottom }
    }),
  )
  for (const [index, one] of boxes.entries()) {
    expect(one.right).toBeLessThanOrEqual(390 - 16)
    for (const other of boxes.slice(index + 1))
      expect(one.right <= other.left || one.bottom <= other.top, JSON.stringify(boxes)).toBe(true)
  }
  await page.getByRole('button', { name: 'Menu' }).click()
  const menu = page.getByRole('menu')
  await expect(menu).toBeInViewport()
  expect((await menu.boundingBox())?.width ?? 0).toBeLessThanOrEqual(390)
  await page.keyboard.press('Escape')

  await navigateInApp(page, '/a/profile')
  await expect(page.getByRole('columnheader', { name: 'Email' })).toBeVisible()
  expect(await brokenWords(page, '.preferences th')).toEqual([])

  await navigateInApp(page, '/a/insight')
  const track = page.locator('.bar-track').first()
  await expect(track).toBeVisible()
  expect((await track.boundingBox())?.width).toBeGreaterThan(200)
  const numbers = await page
    .locator('.week-chart b')
    .filter({ visible: true })
    .evaluateAll((all) =>
      all.map((number) => {
        const text = document.createRange()
        text.selectNodeContents(number)
        const { left, right } = text.getBoundingClientRect()
        return { left, right }
      }),
    )
  expect(numbers.length).toBeGreaterThan(2)
  for (const [index, { left }] of numbers.entries()) expect(left).toBeGreaterThanOrEqual(numbers[index - 1]?.right ?? 0)
  await page.context().close()
})

test('nothing is animated for a user who prefers reduced motion', async ({ browser }) => {
  const page = await openPageAs(browser, 'vet', { reducedMotion: 'reduce' })
  const countAnimations = () => page.evaluate(() => document.getAnimations().length)
  // While responses are delayed, the page shows skeletons.
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/v1/post-mortems?*', async (route) => {
    await released
    await route.continue()
  })
  await page.goto('/a/location/all/inbox')
  await expect(page.getByLabel('Loading')).toBeVisible()
  expect(await countAnimations()).toBe(0)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await expect.poll(countAnimations).toBeGreaterThan(0)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  release()
  await expect(page.getByRole('link', { name: /^CHM-/ }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible()
  expect(await countAnimations()).toBe(0)
  await page.context().close()
})

test('with text of twice the size, facts break between words, and every entry of the navigation is in sight, apart from the next', async ({
  browser,
  request,
}) => {
  const { pending, complete } = await createScreenFixtures(request)
  const page = await openPageAs(browser, 'admin', { viewport: { width: 390, height: 844 } })
  for (const url of [`/a/vet/ticketdetail/${pending.id}`, `/a/vet/ticketdetail/${complete.id}`]) {
    await page.goto(url)
    await expectScreen(page, { h1: /\w/ })
    await page.evaluate(() => (document.documentElement.style.fontSize = '32px'))
    await expect(page.getByRole('term').first()).toBeVisible()
    expect(await brokenWords(page, 'main dt, main dd:not(:has(button))'), url).toEqual([])
  }
  await page.goto('/a/location/all/inbox')
  await page.evaluate(() => (document.documentElement.style.fontSize = '32px'))
  const gaps = await page.getByRole('navigation', { name: 'Main' }).evaluate((nav) => {
    const boxes = [...nav.querySelectorAll('li a')].flatMap((link) => {
      const range = document.createRange()
      range.selectNodeContents(link)
      const { left, right, width } = range.getBoundingClientRect()
      return width > 0 ? [{ left, right }] : []
    })
    return boxes.slice(1).map(({ left }, index) => left - (boxes[index]?.right ?? 0))
  })
  expect(gaps.length).toBeGreaterThan(3)
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(12)
  await page.screenshot({ path: path.join(artefacts, 'navigation-large-text-390.png') })
  for (const width of [390, 360, 320]) {
    await page.setViewportSize({ width, height: 844 })
    for (const name of ['Vet Inbox', 'Locations', 'Post Mortem', 'Archive', 'Training']) {
      const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true })
      await expect(link, `at ${width} pixels`).toBeInViewport({ ratio: 1 })
    }
  }
  await page.context().close()
})

test('with text of twice the size, the photos to take are named without broken words, and the plus is above the navigation', async ({
  browser,
  request,
}) => {
  const { draft } = await createScreenFixtures(request)
  const page = await openPageAs(browser, 'client', { viewport: { width: 390, height: 844 } })
  await page.goto(`/a/postmortem/view/${draft.id}/${firstAnimal(draft).id}/uploadPhoto`)
  await page.evaluate(() => (document.documentElement.style.fontSize = '32px'))
  await expect(page.getByRole('list', { name: 'Photos to take' }).getByRole('listitem')).toHaveCount(12)
  expect(await brokenWords(page, '.slot-name')).toEqual([])
  await page.goto('/a/postmortems/draft')
  await page.evaluate(() => (document.documentElement.style.fontSize = '32px'))
  const plus = await page.getByRole('link', { name: 'New post mortem' }).boundingBox()
  const navigation = await page.getByRole('navigation', { name: 'Main' }).boundingBox()
  expect((plus?.y ?? 0) + (plus?.height ?? 0)).toBeLessThan(navigation?.y ?? 0)
  await page.context().close()
})

test('on the smallest phone with text of twice the size, titles, buttons and names break between words', async ({
  browser,
  request,
}) => {
  const { pending, scheduled } = await createScreenFixtures(request)
  const page = await openPageAs(browser, 'vet', { viewport: { width: 320, height: 844 } })
  const day = dayOf(scheduled.veterinary_record.scheduled_at ?? '', 'America/Edmonton')
  await page.goto('/a/location/all/inbox')
  await page.evaluate(() => (document.documentElement.style.fontSize = '32px'))
  for (const [url, selector] of [
    ['/a/location/all/inbox', 'header b'],
    [`/a/planner/day/${day}`, 'header b, .stop h3, .mantine-Button-label'],
    [`/a/vet/ticketdetail/${pending.id}?step=examine&animal=${firstAnimal(pending).id}`, '.mantine-Button-label'],
    ['/a/notifications', 'h1'],
    ['/a/profile', 'header b, th'],
  ] as const) {
    await navigateInApp(page, url)
    await expectScreen(page, { h1: /\w/ })
    await expect(page.locator(selector).last()).toBeVisible()
    expect.soft(await brokenWords(page, selector), url).toEqual([])
    await expectNoOverflow(page, 'with large text')
  }
  await page.context().close()
})

test('the arrow of a row keeps its size beside a name of several lines', async ({ browser, request }) => {
  fixtures ??= await createFixturesWithLongNames(request)
  const page = await openPageAs(browser, 'manager', { viewport: { width: 320, height: 640 } })
  await lengthenSiteNames(page)
  await page.goto('/a/locations')
  const row = page.getByRole('link', { name: new RegExp(longSiteName) })
  await expect(row.locator('svg')).toHaveCSS('width', '20px')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.context().close()
})

test('the current tab stays in sight when the counts of the others arrive', async ({ browser, request }) => {
  await createScreenFixtures(request)
  const page = await openPageAs(browser, 'manager', { viewport: { width: 320, height: 640 } })
  await page.goto('/a/postmortems/complete')
  const bar = page.getByRole('navigation', { name: 'Tickets by status' })
  for (const word of ['DRAFT', 'PENDING', 'IN PROGRESS'])
    await expect(bar.getByRole('link', { name: new RegExp(`^${word} \\d+$`) })).toBeVisible()
  const hidden = () =>
    bar.evaluate((nav) => {
      const tab = nav.querySelector('[aria-current=page]')?.getBoundingClientRect()
      return Math.round((tab?.right ?? Infinity) - nav.getBoundingClientRect().right)
    })
  await expect.poll(hidden).toBeLessThanOrEqual(0)
  await page.context().close()
})

test('paper shows no empty forms, filters or hints', async ({ browser, request }) => {
  fixtures ??= await createFixturesWithLongNames(request)
  const page = await openPageAs(browser, 'vet', { viewport: { width: 1040, height: 740 } })
  await page.goto(`/a/vet/ticketdetail/${fixtures.pending.id}`)
  const message = page.getByRole('textbox', { name: 'Message' })
  await expect(message).toBeVisible()
  const [findings, notes] = [page.getByLabel('Findings').first(), page.getByLabel('Vet notes').first()]
  await findings.fill('Rumen distended.')
  await expect(notes).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(message).toBeHidden()
  await expect(findings).toBeVisible()
  for (const empty of [notes, page.getByRole('combobox', { name: 'Diagnosis' }).first()])
    await expect(empty).toBeHidden()
  await expect(page.getByText('Who reads this message')).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Conversation' })).toBeVisible()

  await navigateInApp(page, '/a/planner')
  await expect(page.getByRole('table')).toBeVisible()
  for (const hidden of [page.getByRole('combobox', { name: 'Site' }), page.getByText(/^Drag a ticket/)])
    await expect(hidden).toBeHidden()
  // the board is not cut off
  expect(await page.locator('.week').evaluate((board) => board.scrollHeight - board.clientHeight)).toBe(0)
  await page.context().close()
})
