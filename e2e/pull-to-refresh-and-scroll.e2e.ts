import { type CDPSession, expect, type Page, test } from '@playwright/test'
import { constants } from '@chisholm/domain/constants'
import { signIn, signInWithoutForm } from './helpers/sign-in.ts'

test.use({ hasTouch: true })

async function createFinger(page: Page) {
  const browser: CDPSession = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
    browser.send('Input.dispatchTouchEvent', { type, touchPoints: points })
  return {
    /** Puts the finger down and moves it by this many pixels in ten steps, without lifting it. */
    pull: async (x: number, y: number, pixels: number) => {
      await touch('touchStart', [{ x, y }])
      for (let step = 1; step <= 10; step++) await touch('touchMove', [{ x, y: y + (pixels * step) / 10 }])
    },
    lift: () => touch('touchEnd', []),
  }
}

/** Sets a marker on the window that disappears when the page is reloaded. */
const setReloadMarker = (page: Page) => page.evaluate(() => Object.assign(window, { marked: true }))
const hasReloadMarker = (page: Page) => page.evaluate(() => Reflect.get(window, 'marked') === true)
const pullIndicator = (page: Page) => page.locator('.pull')

test('a long pull at the top of a page shows its progress and reloads the page after a second', async ({ page }) => {
  await signIn(page, 'client')
  await expect(page.getByRole('heading', { name: 'My PM Requests' })).toBeVisible()
  await setReloadMarker(page)
  const finger = await createFinger(page)
  await finger.pull(190, 200, 300)
  await expect(pullIndicator(page)).toHaveText('Pull to refresh')
  await finger.lift()
  await expect(pullIndicator(page)).toHaveCount(0)

  await finger.pull(190, 200, constants.pullToRefresh.wrapperDistance + 60)
  await expect(pullIndicator(page)).toHaveText('Release to refresh')
  const reloaded = page.waitForEvent('load')
  const releasedAt = Date.now()
  await finger.lift()
  await expect(pullIndicator(page)).toHaveText('Refreshing')
  await reloaded
  expect(Date.now() - releasedAt).toBeGreaterThanOrEqual(constants.pullToRefresh.reloadAfter)
  expect(await hasReloadMarker(page)).toBe(false)
})

/** Expects that even the longest pull does not reload the page. */
async function expectNoRefresh(page: Page, x: number, y: number): Promise<void> {
  const finger = await createFinger(page)
  await setReloadMarker(page)
  await finger.pull(x, y, 600)
  await expect(pullIndicator(page)).toHaveCount(0)
  await finger.lift()
  await page.clock.fastForward(constants.pullToRefresh.reloadAfter * 3)
  await expect(pullIndicator(page)).toHaveCount(0)
  expect(await hasReloadMarker(page)).toBe(true)
}

test('pulling down a scrolled page scrolls it and does not reload', { tag: '@long' }, async ({ page }) => {
  await page.clock.install()
  await signInWithoutForm(page, 'manager')
  await page.goto('/a/postmortems/complete')
  await expect(page.getByRole('link', { name: /^CHM-/ }).nth(9)).toBeVisible()
  await page.evaluate(() => scrollTo(0, 400))
  await expectNoRefresh(page, 190, 120)
})

test('pulling a scrolled list of the split view or a dialog does not reload', { tag: '@long' }, async ({ page }) => {
  await page.clock.install()
  await page.setViewportSize({ width: 1024, height: 800 })
  await signIn(page, 'vet')
  await page.getByRole('link', { name: /^CHM-/ }).first().click()
  await expect(page.getByRole('button', { name: 'Schedule' })).toBeVisible()
  const list = page.locator('.split-view-list')
  await list.evaluate((element) => element.scrollTo(0, 500))
  await expectNoRefresh(page, 400, 150)
  await page.getByRole('button', { name: 'Schedule' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await list.evaluate((element) => element.scrollTo(0, 0))
  // The dialog opens with an animation.
  await page.getByRole('dialog').click({ trial: true, position: { x: 40, y: 20 } })
  const { x, y } = (await page.getByRole('dialog').boundingBox()) ?? { x: 0, y: 0 }
  await expectNoRefresh(page, x + 40, y + 20)
})

test('the menu item Refresh reloads the page', { tag: '@long' }, async ({ page }) => {
  await signIn(page, 'client')
  await setReloadMarker(page)
  await page.getByRole('button', { name: 'Menu' }).click()
  const load = page.waitForEvent('load')
  await page.getByRole('menuitem', { name: 'Refresh' }).click()
  await load
  expect(await hasReloadMarker(page)).toBe(false)
})

const scrollPosition = (page: Page) => page.evaluate(() => Math.round(scrollY))

test('going back to a list restores its scroll position', async ({ page }) => {
  await signInWithoutForm(page, 'manager')
  await page.goto('/a/postmortems/complete')
  const card = page.getByRole('link', { name: /^CHM-/ }).nth(9)
  await card.scrollIntoViewIfNeeded()
  await page.evaluate(() => scrollBy(0, 150))
  // clicking may scroll, too
  const scrollAtClick = page.evaluate(
    () => new Promise<number>((resolve) => addEventListener('click', () => resolve(Math.round(scrollY)), true)),
  )
  await card.click()
  const before = await scrollAtClick
  expect(before).toBeGreaterThan(300)
  await expect(page.getByRole('button', { name: 'Generate Report' })).toBeVisible()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page).toHaveURL(/\/a\/postmortems\/complete$/)
  await expect.poll(() => scrollPosition(page)).toBe(before)

  await card.click()
  await expect(page.getByRole('button', { name: 'Generate Report' })).toBeVisible()
  await page.goBack()
  await expect.poll(() => scrollPosition(page)).toBe(before)
})

test('the list of the split view keeps its scroll position, even after a visit to another page', {
  tag: '@long',
}, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await signIn(page, 'vet')
  const list = page.locator('.split-view-list')
  const card = page.getByRole('link', { name: /^CHM-/ }).nth(8)
  await card.scrollIntoViewIfNeeded()
  const before = await list.evaluate((element) => element.scrollTop)
  expect(before).toBeGreaterThan(200)
  await card.click()
  await expect(page.getByRole('button', { name: 'Schedule' })).toBeVisible()
  expect(await list.evaluate((element) => element.scrollTop)).toBe(before)
  await page.getByRole('link', { name: 'Locations' }).click()
  await expect(page).toHaveURL(/\/a\/locations$/)
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Schedule' })).toBeVisible()
  await expect.poll(() => list.evaluate((element) => element.scrollTop)).toBe(before)
  await page.getByRole('link', { name: /^IN PROGRESS/ }).click()
  await expect.poll(() => list.evaluate((element) => element.scrollTop)).toBe(0)
})
