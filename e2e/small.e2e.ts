import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import { follow } from './follow.ts'
import { callsOf, type Known, prepare } from './known.ts'
import { pageOf } from './people.ts'
import { expectRoom, expectTouchable } from './room.ts'
import { lines } from './screens-table.ts'
import { expectSight } from './sights.ts'

// sixty characters: several words, and one word without a break opportunity
const longName = 'Maximiliana Konstantinopolitanska von Hohenzollern-Sigmaring'
const longWord = 'TAG-0123456789-ABCDEFGHIJKLMNOPQRSTUVWXYZ-0123456789-ABCDEFG'
const [yard, longYard] = ['North Yard', 'The Northernmost Receiving And Hospital Yard Of All Prairies']

let known: Known | undefined
async function prepareLong(request: APIRequestContext): Promise<Known> {
  for (const name of ['manager', 'vet2']) {
    const person = await callsOf(request, name)
    await person.put(`/users/${person.uuid}`, { first_name: longName, last_name: longName, city: longWord })
  }
  return prepare(request, {
    client: 'manager',
    vet: 'vet2',
    tags: [longWord, longName],
    note: `${longName} ${longWord}`,
  })
}

/** Puts a long site name into every API response. */
const lengthenYards = (page: Page) =>
  page.route('**/api/v1/**', async (route) => {
    const answer = await route.fetch()
    const text = await answer.text()
    await route.fulfill({ response: answer, body: text.replaceAll(yard, longYard) })
  })

for (const [who, account] of [
  ['stranger', 'stranger'],
  ['client', 'manager'],
  ['vet', 'vet2'],
] as const)
  test(`every screen of ${who} fits the smallest phone and text of twice the size`, async ({ browser, request }) => {
    known ??= await prepareLong(request)
    const screens = known
    const page = await pageOf(browser, account, { viewport: { width: 320, height: 640 } })
    await lengthenYards(page)
    await page.goto('/')
    await expectSight(page, { h1: /\w/ })
    for (const line of lines) {
      const outcome = line.seen(screens)[who]
      if (typeof outcome === 'string' || 'leadsTo' in outcome) continue
      await test.step(line.name, async () => {
        await page.setViewportSize({ width: 320, height: 640 })
        await follow(page, line.address(screens))
        await expectSight(page, { h1: /\w/ })
        await expectRoom(page, 'at 320 × 640')
        await expectTouchable(page)
        await page.setViewportSize({ width: 390, height: 844 })
        await expectRoom(page, 'at 390 × 844')
        await page.evaluate(() => (document.documentElement.style.fontSize = '32px'))
        await expectRoom(page, 'with text of 200 %')
        await page.evaluate(() => (document.documentElement.style.fontSize = ''))
      })
    }
    await page.context().close()
  })

test('nothing is animated for a user who prefers reduced motion', async ({ browser }) => {
  const page = await pageOf(browser, 'vet', { reducedMotion: 'reduce' })
  const moving = () => page.evaluate(() => document.getAnimations().length)
  // delayed responses show skeletons
  let answer = () => {}
  const waits = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/api/v1/post-mortems?*', async (route) => {
    await waits
    await route.continue()
  })
  await page.goto('/a/location/all/inbox')
  await expect(page.getByLabel('Loading')).toBeVisible()
  expect(await moving()).toBe(0)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await expect.poll(moving).toBeGreaterThan(0)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  answer()
  await expect(page.getByRole('link', { name: /^CHM-/ }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('menuitem', { name: 'Logout' })).toBeVisible()
  expect(await moving()).toBe(0)
  await page.context().close()
})
