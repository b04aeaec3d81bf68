import { expect, type Page, type Response, test } from '@playwright/test'
import { createApiClient } from './helpers/api-client.ts'
import { createPostMortem } from './helpers/create-post-mortem.ts'
import { firstAnimal, createDraft } from './helpers/screen-fixtures.ts'
import { signIn, signInWithoutForm } from './helpers/sign-in.ts'

const desktop = { width: 1280, height: 800 }
const card = (page: Page, title: string) => page.getByRole('link', { name: new RegExp(`^${title}\\b`) })

test('a client’s card shows the first tag, and the diagnosis once the ticket is completed', async ({ page }) => {
  const { id, title } = await createPostMortem(page, { client: 'client', tag: 'Y 4471', sent: true })
  const vet = await createApiClient(page.request, 'vet')
  const postMortem = await vet.get(`/post-mortems/${id}`)
  const [diagnosis] = await vet.get('/diagnoses?per_page=1')
  await vet.put(`/veterinary-record-animals/${firstAnimal(postMortem).id}`, { vet_diagnosis_id: diagnosis.id })
  await signInWithoutForm(page, 'client')
  await page.goto('/a/postmortems/pending')
  await expect(card(page, title)).toContainText('1 animal: Y 4471')
  await expect(card(page, title)).not.toContainText('Diagnosis')
  await vet.put(`/post-mortems/${id}`, { completed_at: new Date().toISOString() })
  await page.goto('/a/postmortems/complete')
  await expect(card(page, title)).toContainText(`Diagnosis: ${diagnosis.name}`)
})

test('a completed ticket names the diagnosis once, and organ systems only if one was recorded', async ({ page }) => {
  const { id } = await createPostMortem(page, { client: 'client', tag: 'Y 4472', sent: true })
  const vet = await createApiClient(page.request, 'vet')
  const animalId = firstAnimal(await vet.get(`/post-mortems/${id}`)).id
  const [diagnosis] = await vet.get('/diagnoses?per_page=1')
  const fields = { vet_diagnosis_id: diagnosis.id, vet_findings: 'Lung firm and dark.' }
  await vet.put(`/veterinary-record-animals/${animalId}`, fields)
  await vet.put(`/post-mortems/${id}`, { completed_at: new Date().toISOString() })
  await signInWithoutForm(page, 'client')
  await page.goto(`/a/postmortem/${id}`)
  const main = page.getByRole('main')
  await expect(main.getByText('Lung firm and dark.')).toBeVisible()
  await expect(main.getByRole('definition').filter({ hasText: diagnosis.name })).toHaveText([diagnosis.name])
  await expect(main.getByRole('term').filter({ hasText: 'Certainty' })).toBeVisible()
  await expect(main.getByText('Not examined')).toHaveCount(0)

  const admin = await createApiClient(page.request, 'admin')
  const systems = [{ system: 'liver', state: 'normal', text: '' }]
  await vet.post(`/post-mortems/${id}/amendment`, { reason: 'The liver was looked at.' })
  const { examination } = await admin.get(`/veterinary-record-animals/${animalId}`)
  await vet.put(`/veterinary-record-animals/${animalId}/examination`, { ...examination, systems })
  await vet.put(`/post-mortems/${id}/amendment`, { issue: 1 })
  await page.reload()
  await expect(main.getByRole('definition').filter({ hasText: 'Body cavities' })).toContainText(
    'External, Body cavities',
  )
})

test('a long tag without spaces leaves the icon of a card its size', async ({ page }) => {
  const { title } = await createPostMortem(page, { client: 'client', tag: 'Y'.repeat(60), sent: true })
  await signInWithoutForm(page, 'client')
  await page.goto('/a/postmortems/pending')
  const icons = card(page, title).locator('.meta svg')
  await expect(icons.first()).toBeVisible()
  const widths = await icons.evaluateAll((all) => all.map((icon) => icon.getBoundingClientRect().width))
  expect(Math.min(...widths)).toBeGreaterThanOrEqual(16)
})

test('a veterinarian’s inbox is at most 30 kB of data, and its photos need no request of their own', async ({
  page,
  request,
}) => {
  const options = { client: 'client', note: '', tags: ['P 1', 'P 2'] }
  const first = await createDraft(request, options)
  const second = await createDraft(request, options)
  const client = await createApiClient(page.request, 'client')
  for (const { id } of [first, second]) await client.put(`/post-mortems/${id}`, { draft: 0 })
  const answers: Response[] = []
  page.on('response', (one) => {
    if (one.url().includes('/api/v1/')) answers.push(one)
  })
  await signIn(page, 'vet')
  await expect(card(page, second.title)).toBeVisible()
  // The app fetches the lists of forms in advance.
  await page.waitForLoadState('networkidle')
  const sizes = await Promise.all(answers.map((one) => one.request().sizes()))
  const bytes = sizes.reduce(
    (sum, { responseHeadersSize, responseBodySize }) => sum + responseHeadersSize + responseBodySize,
    0,
  )
  expect(answers.length).toBeGreaterThan(4)
  expect(bytes).toBeLessThanOrEqual(30_000)
  for (const { title } of [first, second]) {
    const photo = card(page, title).locator('.card-photos img')
    await photo.scrollIntoViewIfNeeded()
    await expect.poll(() => photo.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0)
  }
  expect(answers.filter((one) => one.url().includes('/medias?'))).toEqual([])
})

test.describe('on a desktop', () => {
  test.use({ viewport: desktop })

  test('a client sees list and ticket side by side, and on a phone the page of the ticket', async ({ page }) => {
    const { id, title } = await createPostMortem(page, { client: 'client', tag: 'D 71', sent: false })
    await signIn(page, 'client')
    await card(page, title).click()
    await expect(page).toHaveURL(new RegExp(`/a/postmortems/draft\\?.*ticket=${id}`))
    const pane = page.getByRole('region', { name: 'Ticket' })
    await expect(pane.getByRole('heading', { level: 1, name: title })).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
    await expect(pane.getByRole('button', { name: 'Send PM' })).toBeVisible()
    await expect(pane.getByRole('button', { name: 'Complete' })).toHaveCount(0)
    await expect(card(page, title)).toHaveAttribute('aria-current', 'true')
    await page.reload()
    await expect(pane.getByRole('heading', { name: title })).toBeVisible()
    const [list, postMortem] = await Promise.all([page.locator('.split-view-list').boundingBox(), pane.boundingBox()])
    expect(postMortem?.x).toBeGreaterThanOrEqual((list?.x ?? 0) + (list?.width ?? 0))
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(page).toHaveURL(`/a/postmortem/${id}`)
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
  })

  test('the page of a client’s site has the same split view', async ({ page }) => {
    const { id, title } = await createPostMortem(page, { client: 'client', tag: 'D 72', sent: true })
    const { site_id } = await (await createApiClient(page.request, 'client')).get(`/post-mortems/${id}`)
    await signInWithoutForm(page, 'client')
    await page.goto(`/a/location/${site_id}/pending`)
    await card(page, title).click()
    await expect(page.getByRole('region', { name: 'Ticket' }).getByRole('heading', { name: title })).toBeVisible()
  })
})

test('the records of an animal show ticket, status, site, day and photos', async ({ page, request }) => {
  const options = { client: 'client', note: '', tags: ['A 1'] }
  const draft = await createDraft(request, options)
  const sent = await createDraft(request, options)
  await (await createApiClient(page.request, 'client')).put(`/post-mortems/${sent.id}`, { draft: 0 })
  await signInWithoutForm(page, 'vet')
  await page.goto(`/a/animal/${firstAnimal(sent).rfid}`)
  for (const [postMortem, status] of [
    [draft, 'Draft'],
    [sent, 'Pending'],
  ] as const) {
    const record = page.getByRole('article', { name: postMortem.title, exact: true })
    for (const words of [status, 'Prairie Feeders - North Yard', 'Date of death', 'A 1'])
      await expect(record.getByText(words).first()).toBeVisible()
    await expect(record.getByRole('button', { name: /^View / })).toBeVisible()
    await expect(record.getByRole('link', { name: postMortem.title, exact: true })).toHaveAttribute(
      'href',
      `/a/vet/ticketdetail/${postMortem.id}`,
    )
  }
  await page.getByRole('link', { name: `Open ticket ${sent.title}` }).click()
  await expect(page.getByRole('heading', { level: 1, name: sent.title })).toBeVisible()
})
