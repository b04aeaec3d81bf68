import { expect, type Locator, type Page, test } from '@playwright/test'
import path from 'node:path'
import { artefacts } from './paths.ts'
import { createApiClient } from './helpers/api-client.ts'
import { createPostMortem } from './helpers/create-post-mortem.ts'
import { futureMonday } from './helpers/future-monday.ts'
import { signIn, signInWithoutForm } from './helpers/sign-in.ts'

test.use({ viewport: { width: 1280, height: 800 } })

const list = (page: Page) => page.locator('.split-view-list')
const cards = (page: Page) => list(page).getByRole('link', { name: /^CHM-/ })
const pane = (page: Page) => page.getByRole('region', { name: 'Ticket' })
const boundingBox = async (part: Locator) => (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }

test('a desktop shows list and ticket side by side, and the URL holds both', async ({ page }) => {
  await signIn(page, 'vet')
  const first = cards(page).first()
  const number = (await first.locator('.no').textContent()) ?? ''
  await first.click()
  await expect(pane(page).getByRole('heading', { name: number })).toBeVisible()
  await expect(page).toHaveURL(/\/a\/location\/all\/inbox\?.*ticket=[0-9a-f-]{36}/)
  const [rail, left, right] = await Promise.all([
    boundingBox(page.getByRole('navigation', { name: 'Main' })),
    boundingBox(list(page)),
    boundingBox(pane(page)),
  ])
  expect(rail.width).toBe(220)
  expect([left.x, left.width]).toEqual([220, 420])
  expect(right.x).toBe(640)
  // list and ticket scroll, the page does not
  const heightOfPage = () => page.evaluate(() => document.documentElement.scrollHeight)
  expect(await heightOfPage()).toBe(800)
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
  await expect(first).toHaveAttribute('aria-current', 'true')

  await page.reload()
  await expect(pane(page).getByRole('heading', { name: number })).toBeVisible()
  await page.setViewportSize({ width: 834, height: 1112 })
  await expect(pane(page).getByRole('heading', { name: number })).toBeVisible()
  expect((await boundingBox(pane(page))).x).toBe(340)
  // a phone on its side, and upright
  for (const size of [
    { width: 844, height: 390 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size)
    await expect(page).toHaveURL(/\/a\/vet\/ticketdetail\/[0-9a-f-]{36}$/)
    await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0)
  }
  await expect(page.getByRole('heading', { name: number })).toBeVisible()
})

test('arrow keys, j and k move through the list, Enter opens, and Esc goes back', async ({ page }) => {
  for (const tag of ['SV 11', 'SV 12']) await createPostMortem(page, { client: 'client', tag, sent: true })
  await signIn(page, 'vet')
  await expect(cards(page).nth(2)).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expect(cards(page).nth(0)).toBeFocused()
  await page.keyboard.press('j')
  await expect(cards(page).nth(1)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('k')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(cards(page).nth(0)).toBeFocused()
  await page.keyboard.press('j')

  await page.keyboard.press('Enter')
  const number = (await cards(page).nth(1).locator('.no').textContent()) ?? ''
  await expect(pane(page).getByRole('heading', { name: number })).toBeVisible()
  await expect(cards(page).nth(1)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(pane(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(cards(page).nth(1)).toBeFocused()

  // Keys that are typed into a field are not shortcuts.
  const findings = pane(page).getByLabel('Findings').first()
  await findings.fill('')
  await findings.press('j')
  await expect(findings).toHaveValue('j')
  await expect(findings).toBeFocused()
  await findings.fill('')

  await cards(page).nth(1).focus()
  await page.keyboard.press('Escape')
  await expect(page).not.toHaveURL(/ticket=/)
  await expect(page.getByText('Choose a ticket to read it here.')).toBeVisible()
})

test('a ticket that Esc closed stays closed on Back', async ({ page }) => {
  await signIn(page, 'vet')
  const menu = page.getByRole('navigation', { name: 'Main' })
  await menu.getByRole('link', { name: 'Insight' }).click()
  await expect(page).toHaveURL(/\/a\/insight/)
  await menu.getByRole('link').first().click()
  const closed = page.getByText('Choose a ticket to read it here.')
  await cards(page).nth(0).click()
  await expect(page).toHaveURL(/ticket=/)
  await cards(page).nth(1).click()
  await expect(cards(page).nth(1)).toHaveAttribute('aria-current', 'true')
  await page.keyboard.press('Escape')
  await expect(closed).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/a\/insight/)

  // after a direct link
  await page.goForward()
  await cards(page).nth(0).click()
  await expect(page).toHaveURL(/ticket=/)
  await page.reload()
  await expect(cards(page).nth(0)).toHaveAttribute('aria-current', 'true')
  await cards(page).nth(0).focus()
  await page.keyboard.press('Escape')
  await expect(closed).toBeVisible()
  await page.goBack()
  await expect(closed).toBeVisible()
})

test('a list is reloaded when its window becomes visible again', { tag: '@long' }, async ({ page }) => {
  await signIn(page, 'vet')
  await expect(cards(page).first()).toBeVisible()
  const { title } = await createPostMortem(page, { client: 'client', tag: 'D 4', sent: true })
  await expect(list(page).getByRole('link', { name: title })).toHaveCount(0)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
  await expect(list(page).getByRole('link', { name: title })).toBeVisible()
})

test('a list shows skeletons at once, and its content arrives without a layout shift', async ({ page }) => {
  await signIn(page, 'vet')
  await expect(cards(page).first()).toBeVisible()
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/v1/post-mortems?*', async (route) => {
    await released
    await route.continue()
  })
  await page.addInitScript(() => {
    Object.assign(window, { jumps: 0 })
    new PerformanceObserver((entries) => {
      for (const entry of entries.getEntries())
        Object.assign(window, { jumps: Reflect.get(window, 'jumps') + Reflect.get(entry, 'value') })
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto('/a/location/all/inprogress')
  await expect(page.getByLabel('Loading')).toBeVisible()
  release()
  await expect(cards(page).first()).toBeVisible()
  expect(await page.evaluate(() => Reflect.get(window, 'jumps'))).toBeLessThan(0.01)
})

test('a veterinarian lists only own tickets in progress by one tap, and all again by another', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const vet = await createApiClient(page.request, 'vet')
  const scheduled = async (tag: string, scheduled_for_id: string) => {
    const ticket = await createPostMortem(page, { client: 'client', tag, sent: true })
    await vet.put(`/post-mortems/${ticket.id}`, { scheduled_at: futureMonday(12), scheduled_for_id })
    return ticket
  }
  const [own, other] = [await scheduled('SV 21', vet.uuid), await scheduled('SV 22', '')]
  await signInWithoutForm(page, 'vet')
  await page.goto('/a/location/all/inprogress')
  const card = ({ title }: { title: string }) => page.getByRole('link', { name: new RegExp(`${title}\\b`) })
  await expect(card(other)).toBeVisible()
  const mine = page.getByRole('button', { name: 'Mine' })
  await mine.click()
  await expect(card(other)).toHaveCount(0)
  await expect(card(own)).toBeVisible()
  await page.screenshot({ path: path.join(artefacts, 'mine-390.png') })
  await mine.click()
  await expect(card(other)).toBeVisible()
})
