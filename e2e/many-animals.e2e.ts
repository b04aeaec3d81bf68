import path from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { createApiClient } from './helpers/api-client.ts'
import { navigateInApp } from './helpers/navigate-in-app.ts'
import { signInWithoutForm } from './helpers/sign-in.ts'
import { artefacts } from './paths.ts'

const count = 100
const findings = 'Rumen distended, froth in the trachea.'

/** Creates a sent ticket with many animals, T 1, T 2 and so on. */
async function createLargeTicket(page: Page) {
  const client = await createApiClient(page.request, 'client')
  const [site] = await client.get('/sites')
  return client.post('/post-mortems', {
    site_id: site.id,
    record_at: new Date().toISOString().slice(0, 10),
    animals: Array.from({ length: count }, (_, index) => ({
      tag: `T ${index + 1}`,
      pen: 'Pen 4',
      customer_notes: 'By the fence.',
    })),
    send: 1,
  })
}
const cardOf = (page: Page, tag: string) => page.getByRole('article', { name: tag, exact: true })
const cards = (page: Page) => page.getByRole('region', { name: new RegExp(`^${count} animals`) }).getByRole('article')
/** The button that opens and closes the row of an animal. */
const rowOf = (page: Page, tag: string) => cardOf(page, tag).getByRole('button', { name: new RegExp(`^${tag} `) })

/** The findings about the last animal, as the server has stored them. */
async function lastFindings(page: Page, id: string) {
  const { veterinary_record } = await (await createApiClient(page.request, 'vet')).get(`/post-mortems/${id}`)
  return veterinary_record.veterinary_record_animals.at(-1).vet_findings
}

for (const viewport of [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
])
  test(`a ticket of ${count} animals has a row for each, of which one at a time is open, and each is saved, at ${viewport.width} pixels`, {
    tag: viewport.width === 390 ? [] : '@long',
  }, async ({ page }) => {
    const { id } = await createLargeTicket(page)
    await page.setViewportSize(viewport)
    await signInWithoutForm(page, 'vet')
    await page.goto(`/a/vet/ticketdetail/${id}`)
    await expect(cards(page)).toHaveCount(count)
    await expect(page.getByRole('heading', { name: `${count} animals, 0 diagnosed`, exact: true })).toBeVisible()
    await expect(rowOf(page, 'T 1')).toHaveText('T 1Pen 40 photosNo diagnosis')
    await expect(page.getByRole('button', { expanded: true })).toHaveCount(0)
    await expect(page.getByLabel('Findings')).toHaveCount(0)
    const last = cardOf(page, `T ${count}`)
    await test.step('a row opens in place, and its input is saved when another one opens', async () => {
      await rowOf(page, `T ${count}`).click()
      await expect(last.getByText('By the fence.', { exact: true })).toBeVisible()
      await last.getByLabel('Findings').fill(findings)
      await rowOf(page, 'T 1').click()
      await expect(rowOf(page, `T ${count}`)).toHaveAttribute('aria-expanded', 'false')
      await expect(cardOf(page, 'T 1').getByLabel('Findings')).toBeVisible()
      await expect.poll(() => lastFindings(page, id)).toBe(findings)
      await expect(page.getByLabel('Findings')).toHaveCount(1)
    })
    await test.step('a row that opens below a closing one stays in sight', async () => {
      await rowOf(page, 'T 2').click()
      await expect(rowOf(page, 'T 2')).toBeInViewport({ ratio: 1 })
    })
    await test.step('the keyboard closes it', async () => {
      await rowOf(page, 'T 2').focus()
      await page.keyboard.press('Enter')
      await expect(rowOf(page, 'T 2')).toHaveAttribute('aria-expanded', 'false')
      await expect(page.getByLabel('Findings')).toHaveCount(0)
    })
    await test.step('the way back leads to the animal that was left', async () => {
      await rowOf(page, `T ${count}`).click()
      await last.getByRole('link', { name: 'Examine' }).click()
      await expect(page.getByRole('heading', { level: 1, name: new RegExp(`T ${count}$`) })).toBeVisible()
      await page.goBack()
      await expect(last.getByLabel('Findings')).toHaveValue(findings)
      await expect(last).toBeInViewport()
      await expect(page.getByLabel('Findings')).toHaveCount(1)
    })
  })

for (const viewport of [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
])
  test(`completing a ticket of ${count} animals shows how many have no diagnosis, and the first of them, at ${viewport.width} pixels`, async ({
    page,
  }) => {
    const { id } = await createLargeTicket(page)
    await page.setViewportSize(viewport)
    await signInWithoutForm(page, 'vet')
    await page.goto(`/a/vet/ticketdetail/${id}?step=complete`)
    const undiagnosed = page.getByRole('region', { name: `Without a diagnosis so far: ${count} animals` })
    await expect(undiagnosed.getByRole('link')).toHaveText(['T 1', 'T 2', 'T 3', 'T 4', 'T 5'])
    await page.screenshot({ path: path.join(artefacts, `complete-undiagnosed-${viewport.width}.png`) })
    await undiagnosed.getByRole('button', { name: `Show all ${count}` }).click()
    await expect(undiagnosed.getByRole('link')).toHaveCount(count)
    await undiagnosed.getByRole('button', { name: 'Show fewer' }).click()
    await expect(undiagnosed.getByRole('link')).toHaveCount(5)
    await undiagnosed.getByRole('link', { name: 'T 3' }).click()
    await expect(page.getByRole('heading', { level: 1, name: /T 3$/ })).toBeVisible()
  })

test('the examination of an animal far down shows it in the bar of animals, and the next one after it', async ({
  page,
}) => {
  const { id } = await createLargeTicket(page)
  await signInWithoutForm(page, 'vet')
  const { veterinary_record } = await (await createApiClient(page.request, 'vet')).get(`/post-mortems/${id}`)
  const animal = veterinary_record.veterinary_record_animals.find(({ tag }: { tag: string }) => tag === 'T 60')
  await page.goto(`/a/vet/ticketdetail/${id}?step=examine&animal=${animal.id}`)
  const bar = page.getByRole('navigation', { name: 'Animals' })
  await expect(bar.getByRole('button', { name: 'T 60' })).toBeInViewport({ ratio: 1 })
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
  await page.getByRole('button', { name: 'Next animal' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /T 61$/ })).toBeVisible()
  await expect(bar.getByRole('button', { name: 'T 61' })).toHaveAttribute('aria-current', 'page')
  await bar.scrollIntoViewIfNeeded()
  await expect(bar.getByRole('button', { name: 'T 61' })).toBeInViewport({ ratio: 1 })
})

test('a request of many animals without demanded photos names the first ones, and asks for the reason below them', async ({
  page,
}) => {
  const admin = await createApiClient(page.request, 'admin')
  const client = await createApiClient(page.request, 'client')
  const [site] = await client.get('/sites')
  const animals = Array.from({ length: 20 }, (_, index) => ({ tag: `P ${index + 1}` }))
  const record_at = new Date().toISOString().slice(0, 10)
  const { id } = await client.post('/post-mortems', { site_id: site.id, record_at, animals })
  await admin.put('/provider', { photo_protocol: 'demanded' })
  try {
    await signInWithoutForm(page, 'client')
    await page.goto(`/a/postmortem/${id}`)
    await page.getByRole('button', { name: 'Send PM' }).click()
    const missing = page.getByRole('region', { name: 'Some photos are missing.' })
    await expect(missing.getByRole('button', { name: /^Take photos of P \d+$/ })).toHaveCount(5)
    await expect(missing.getByRole('heading')).toBeInViewport({ ratio: 1 })
    await expect(missing.getByRole('heading')).toBeFocused()
    await expect(missing.getByRole('button', { name: 'Show all 20' })).toBeVisible()
    await page.screenshot({ path: path.join(artefacts, 'missing-photos-390.png') })
    await missing.getByLabel('Why they are missing').fill('Found at night, no light.')
    await missing.getByRole('button', { name: 'Send without them' }).click()
    await expect(page.getByRole('heading', { name: 'Your request has been submitted' })).toBeVisible()
  } finally {
    await admin.put('/provider', { photo_protocol: 'offered' })
  }
})

test('unsaved input about one of many animals is sent when the ticket is opened again', async ({ page }) => {
  const { id } = await createLargeTicket(page)
  await signInWithoutForm(page, 'vet')
  await page.goto(`/a/vet/ticketdetail/${id}`)
  const last = cardOf(page, `T ${count}`)
  await rowOf(page, `T ${count}`).click()
  await last.getByLabel('Findings').fill(findings)
  await expect(last.getByText('Not saved yet')).toBeVisible()
  // as if the page were killed while the input is stored on the device
  await page.route('**/api/v1/veterinary-record-animals/**', (route) => route.abort())
  await page.evaluate(() => scrollTo(0, 0))
  await page.goto('/favicon.svg')
  await page.unroute('**/api/v1/veterinary-record-animals/**')
  await page.goto(`/a/vet/ticketdetail/${id}`)
  await expect.poll(() => lastFindings(page, id)).toBe(findings)
})

test('a client opens an animal of a large ticket, without a diagnosis before one is issued', async ({ page }) => {
  const { id } = await createLargeTicket(page)
  await signInWithoutForm(page, 'client')
  await page.goto('/a/postmortems/pending')
  await navigateInApp(page, `/a/postmortem/${id}`)
  await expect(cards(page)).toHaveCount(count)
  await expect(page.getByRole('heading', { name: `${count} animals`, exact: true })).toBeVisible()
  await expect(rowOf(page, `T ${count}`)).toHaveText(`T ${count}Pen 40 photos`)
  await expect(cards(page).getByRole('link', { name: 'Add photos' })).toHaveCount(0)
  await rowOf(page, `T ${count}`).click()
  await expect(cardOf(page, `T ${count}`).getByRole('link', { name: 'Add photos' })).toBeVisible()
})

test('of many animals, the first with a danger sign is open', async ({ page }) => {
  const client = await createApiClient(page.request, 'client')
  const [site] = await client.get('/sites')
  const signs = await client.get('/danger-signs')
  const animals = Array.from({ length: 6 }, (_, index) => ({
    tag: `D ${index + 1}`,
    danger_sign_ids: index >= 3 ? [signs.find(({ level }: { level: string }) => level === 'call').id] : [],
  }))
  const record_at = new Date().toISOString().slice(0, 10)
  const { id } = await client.post('/post-mortems', { site_id: site.id, record_at, animals })
  await signInWithoutForm(page, 'client')
  await page.goto(`/a/postmortem/${id}`)
  await expect(rowOf(page, 'D 4')).toHaveAttribute('aria-expanded', 'true')
  await expect(page.getByRole('button', { expanded: true })).toHaveCount(1)
  await expect(rowOf(page, 'D 5')).toContainText('Danger signs')
})
