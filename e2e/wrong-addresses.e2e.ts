import { expect, type Page, test } from '@playwright/test'
import { follow } from './follow.ts'
import { type Known, prepare } from './known.ts'
import { pageOf } from './people.ts'
import type { WrongAddress } from './wrong-address.ts'
import { wrongAddresses } from './wrong-addresses.ts'

/** Collects uncaught and console errors; 4xx responses are expected here. */
function mishapsOf(page: Page): string[] {
  const mishaps: string[] = []
  page.on('pageerror', (error) => mishaps.push(error.message))
  page.on('console', (message) => {
    const notFound = message.text().startsWith('Failed to load resource: the server responded with a status of 40')
    if (message.type() === 'error' && !notFound) mishaps.push(message.text())
  })
  return mishaps
}

/** Expects a heading inside the app layout, with nothing failed or still loading. */
async function expectSense(page: Page, h1: string | RegExp, says?: string): Promise<void> {
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
const desk = { width: 1280, height: 800 }
/** Whether a desktop shows this URL differently: as a ticket beside its list. */
const standsBeside = ({ address }: WrongAddress) => /[?&]ticket=/.test(address) && !address.startsWith('/a/search')

/** What all addresses have in common that are wrong in different ways. */
const kindOf = (address: string) =>
  address.replaceAll(/=[^&]*|\/(abc|nowhere|\d+|__proto__|%20|[0-9a-f]{8}-[0-9a-f-]{27})(?=[/?]|$)/g, '*')

/** The kinds of addresses that were loaded by now, whoever did. */
const loaded = new Set<string>()
let known: Known | undefined
let other: Known | undefined
for (const [who, home] of [
  ['client', /\/a\/postmortems\/draft$/],
  ['vet', /\/a\/location\/all\/inbox$/],
  ['admin', /\/a\/location\/all\/inbox$/],
] as const)
  test(`${who}: invalid and forbidden URLs show a useful message`, async ({ browser, request }) => {
    // hundreds of URLs, half a second each
    test.setTimeout(600_000)
    known ??= await prepare(request)
    other ??= await prepare(request, { client: 'rival', vet: 'vet', note: '', tags: ['Q 1'], site: 'Mesa Main' })
    const page = await pageOf(browser, who, { viewport: phone })
    const mishaps = mishapsOf(page)
    /** Opens an address: the first of its kind loads the app, the others are followed inside it. */
    const open = async (address: string, h1: string | RegExp | null) => {
      const kind = `${kindOf(address)} ${h1 === null ? 'leads home' : 'is shown'}`
      const isInside = page.url().includes('/a/')
      // control characters are taken out of an address as the app is loaded
      if (isInside && loaded.has(kind) && !address.includes('%0')) return follow(page, address)
      loaded.add(kind)
      await page.goto(address, { waitUntil: 'commit' })
    }
    for (const wrong of wrongAddresses(known, other)) {
      const h1 = wrong.seen[who]
      if (h1 === undefined) continue
      await test.step(wrong.address, async () => {
        await open(wrong.address, h1)
        if (h1 === null) await expect(page).toHaveURL(home)
        else await expectSense(page, h1, wrong.says)
        expect(mishaps.splice(0), wrong.address).toEqual([])
        if (h1 === null || !standsBeside(wrong)) return
        await page.setViewportSize(desk)
        await page.goto(wrong.address, { waitUntil: 'commit' })
        await expectSense(page, wrong.deskH1 ?? h1)
        expect(mishaps.splice(0), `${wrong.address} at a desk`).toEqual([])
        await page.setViewportSize(phone)
      })
    }
    await page.context().close()
  })
