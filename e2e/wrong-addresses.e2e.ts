import { expect, type Page, test } from '@playwright/test'
import { type Known, prepare } from './known.ts'
import { pageOf } from './people.ts'
import { wrongAddresses } from './wrong-addresses.ts'

/** What broke, and what was told in the console; that something was not found is no error of the page. */
function mishapsOf(page: Page): string[] {
  const mishaps: string[] = []
  page.on('pageerror', (error) => mishaps.push(error.message))
  page.on('console', (message) => {
    const notFound = message.text().startsWith('Failed to load resource: the server responded with a status of 40')
    if (message.type() === 'error' && !notFound) mishaps.push(message.text())
  })
  return mishaps
}

/** Expects a screen of ours: a heading, the frame around it, nothing that never comes. */
async function expectSense(page: Page, h1: string | RegExp): Promise<void> {
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveCount(1)
  await expect(heading).toHaveText(h1)
  await expect(page.getByRole('button', { name: 'Menu' })).toBeVisible()
  await expect(page.getByLabel('Loading')).toHaveCount(0)
  await expect(page.getByText(/Something went wrong|This page could not be shown/)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
}

let known: Known | undefined
let other: Known | undefined
for (const [who, home] of [
  ['client', /\/a\/postmortems\/draft$/],
  ['vet', /\/a\/location\/all\/inbox$/],
] as const)
  for (const [form, viewport] of [
    ['phone', { width: 390, height: 844 }],
    ['desk', { width: 1280, height: 800 }],
  ] as const)
    test(`${who}, ${form}: wrong, foreign and too early addresses say something sensible`, async ({
      browser,
      request,
    }) => {
      // a screen takes a second or two, and there are more than a hundred
      test.setTimeout(600_000)
      known ??= await prepare(request)
      other ??= await prepare(request, { client: 'rival', vet: 'vet', note: '', tags: ['Q 1'], site: 'Mesa Main' })
      const page = await pageOf(browser, who, { viewport })
      const mishaps = mishapsOf(page)
      const addresses = wrongAddresses(known, other)
      // at a desk only what stands beside a list is another screen
      for (const wrong of form === 'phone' ? addresses : addresses.filter(({ address }) => /[?&]ticket=/.test(address)))
        await test.step(wrong.address, async () => {
          await page.goto(wrong.address)
          if (wrong[who] === null) return expect(page).toHaveURL(home)
          await expectSense(page, form === 'desk' ? /\w/ : wrong[who])
          expect(mishaps.splice(0), wrong.address).toEqual([])
        })
      await page.context().close()
    })
