import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { test } from '@playwright/test'
import { prepare } from './known.ts'
import { pageOf } from './people.ts'
import { artefacts } from './places.ts'
import type { Who } from './screens-shape.ts'
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

test('takes a picture of every screen of every role that sees another one', async ({ browser, request }) => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const known = await prepare(request)
  const taken = new Set<string>()
  for (const who of ['stranger', 'client', 'vet', 'admin'] satisfies Who[]) {
    const page = await pageOf(browser, who, { reducedMotion: 'reduce' })
    const seen = lines.flatMap((line) => {
      const outcome = line.seen(known)[who]
      // an admin sees what a veterinarian sees, but for the way in
      const again = who === 'admin' && line.name !== 'vet-inbox'
      return typeof outcome === 'string' || 'leadsTo' in outcome || again ? [] : { line, outcome }
    })
    for (const { line, outcome } of seen) {
      // the role that sees it first gives the screen its plain name
      const name = taken.has(line.name) ? `${line.name}-${who}` : line.name
      taken.add(name)
      for (const { form, viewport, colorScheme } of forms) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await page.setViewportSize(viewport)
        await page.goto(line.address(known))
        await expectSight(page, outcome)
        await page.waitForLoadState('networkidle')
        await page.screenshot({ path: path.join(folder, `${name}-${form}.png`) })
      }
    }
    await page.context().close()
  }
})
