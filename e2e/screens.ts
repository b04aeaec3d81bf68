import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { type Known, prepare } from './known.ts'
import { pageOf } from './people.ts'
import { artefacts } from './places.ts'
import type { Line, Sight, Who } from './screens-shape.ts'
import { lines } from './screens-table.ts'
import { expectSight } from './sights.ts'

const folder = path.join(artefacts, 'screens')
const phone = { width: 390, height: 844 }
const desk = { width: 1280, height: 800 }
const forms = [
  { form: 'phone', viewport: phone, colorScheme: 'light' },
  { form: 'phone-dark', viewport: phone, colorScheme: 'dark' },
  { form: 'desktop', viewport: desk, colorScheme: 'light' },
] as const

const roles = ['stranger', 'client', 'vet', 'admin'] satisfies Who[]

/** The screen a role sees; null for a redirect. */
function sightOf(line: Line, known: Known, who: Who): Sight | null {
  const outcome = line.seen(known)[who]
  return typeof outcome === 'string' || 'leadsTo' in outcome ? null : outcome
}

test.beforeAll(() => mkdirSync(folder, { recursive: true }))

for (const who of roles) {
  test(`screenshots of every screen: ${who}`, async ({ browser, request }) => {
    const known = await prepare(request)
    const page = await pageOf(browser, who, { reducedMotion: 'reduce' })
    for (const line of lines) {
      const sight = sightOf(line, known, who)
      // an admin sees the same as a veterinarian, except on the start page
      const again = who === 'admin' && line.name !== 'vet-inbox' && sightOf(line, known, 'vet')
      if (!sight || again) continue
      // the file name carries the role unless it is the first that sees the screen
      const first = roles.find((role) => sightOf(line, known, role))
      const name = first === who ? line.name : `${line.name}-${who}`
      for (const { form, viewport, colorScheme } of forms) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await page.setViewportSize(viewport)
        await page.goto(line.address(known))
        await expectSight(page, sight)
        await page.waitForLoadState('networkidle')
        await page.screenshot({ path: path.join(folder, `${name}-${form}.png`) })
      }
    }
    await page.context().close()
  })
}

test('screenshots of the split view and of a history: vet', async ({ browser, request }) => {
  const { pending } = await prepare(request)
  const page = await pageOf(browser, 'vet', { reducedMotion: 'reduce', viewport: desk })
  for (const { form, colorScheme } of [
    { form: 'desktop', colorScheme: 'light' },
    { form: 'desktop-dark', colorScheme: 'dark' },
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.goto(`/a/location/all/inbox?ticket=${pending.id}`)
    await expect(page.getByRole('heading', { name: pending.title })).toBeVisible()
    await page.waitForLoadState('networkidle')
    await page.screenshot({ path: path.join(folder, `vet-desk-${form}.png`) })
    await page.getByText('History').click()
    const last = page.getByRole('listitem').filter({ hasText: `sent ${pending.title}` })
    await last.scrollIntoViewIfNeeded()
    await page.screenshot({ path: path.join(folder, `vet-desk-history-${form}.png`) })
  }
  await page.context().close()
})
