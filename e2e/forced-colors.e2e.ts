import { expect, type Locator, type Page, test } from '@playwright/test'
import { navigateInApp } from './helpers/navigate-in-app.ts'
import { createScreenFixtures, firstAnimal } from './helpers/screen-fixtures.ts'
import { openPageAs } from './helpers/sign-in.ts'

const colorOf = (element: Locator, property: 'backgroundColor' | 'color') =>
  element.evaluate((one, name) => getComputedStyle(one)[name], property)
const transparent = 'rgba(0, 0, 0, 0)'

/** Expects that the ground of an element is neither that of the page nor none. */
async function expectOwnGround(page: Page, element: Locator): Promise<void> {
  await expect(element).toBeVisible()
  const pageGround = await colorOf(page.locator('body'), 'backgroundColor')
  expect([pageGround, transparent], String(element)).not.toContain(await colorOf(element, 'backgroundColor'))
}

/** Expects that one of several choices differs from the others. */
async function expectSeen(page: Page, chosen: Locator, other: Locator): Promise<void> {
  await expectOwnGround(page, chosen)
  expect(await colorOf(other, 'backgroundColor')).not.toBe(await colorOf(chosen, 'backgroundColor'))
  expect(await colorOf(chosen, 'color')).not.toBe(await colorOf(chosen, 'backgroundColor'))
}

test('with a contrast theme, one sees what is chosen or ticked, and the charts', { tag: '@long' }, async ({
  browser,
  request,
}) => {
  const { pending } = await createScreenFixtures(request)
  const page = await openPageAs(browser, 'vet', { forcedColors: 'active' })
  await page.goto('/a/location/all/inbox')
  await expectSeen(page, page.getByRole('link', { name: /^INBOX/ }), page.getByRole('link', { name: /^IN PROGRESS/ }))
  await expectSeen(page, page.getByRole('link', { name: 'Vet Inbox' }), page.getByRole('link', { name: 'Locations' }))
  const filter = page.getByRole('button', { name: 'With time left' })
  const before = await colorOf(filter, 'backgroundColor')
  await filter.click()
  await expect(filter).toHaveAttribute('aria-pressed', 'true')
  await expectOwnGround(page, filter)
  expect(await colorOf(filter, 'backgroundColor')).not.toBe(before)

  await navigateInApp(page, `/a/vet/ticketdetail/${pending.id}?step=examine&animal=${firstAnimal(pending).id}`)
  const [tab, otherTab] = ['R 7301', 'R 7302'].map((name) => page.getByRole('button', { name, exact: true }))
  if (tab && otherTab) await expectSeen(page, tab, otherTab)
  const segments = page.getByRole('group', { name: 'External' })
  await expectSeen(
    page,
    segments.locator('input:checked + span'),
    segments.locator('input:not(:checked) + span').first(),
  )

  await navigateInApp(page, '/a/profile')
  const isTicked = page.getByRole('checkbox', { name: 'New message: App' })
  await expect(isTicked).toBeChecked()
  const tick = isTicked.locator('xpath=..').locator('svg')
  expect(await colorOf(tick, 'color')).not.toBe(await colorOf(isTicked, 'backgroundColor'))

  await navigateInApp(page, '/a/insight')
  for (const mark of ['.week-chart .bar:not(.more)', '.bar-fill'])
    await expectOwnGround(page, page.locator(mark).first())
  const cells = page.locator('.heat-cell')
  await expect(cells.first()).toBeVisible()
  const grounds = await cells.evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor))
  expect(new Set(grounds).size).toBeGreaterThan(1)
  await page.context().close()
})
