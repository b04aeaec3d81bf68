import { expect, type Page, test } from '@playwright/test'
import { callsOf, givenTicket } from './given.ts'
import { animalOf, givenDraft } from './known.ts'
import { signIn, startSignedIn } from './people.ts'

const desk = { width: 1280, height: 800 }
const card = (page: Page, title: string) => page.getByRole('link', { name: new RegExp(`^${title}\\b`) })

test('a client’s card shows the first tag, and the diagnosis once the ticket is completed', async ({ page }) => {
  const { id, title } = await givenTicket(page, { client: 'client', tag: 'Y 4471', sent: true })
  const vet = await callsOf(page, 'vet')
  const ticket = await vet('GET', `/post-mortems/${id}`)
  const [diagnosis] = await vet('GET', '/diagnoses?per_page=1')
  await vet('PUT', `/veterinary-record-animals/${animalOf(ticket).id}`, { vet_diagnosis_id: diagnosis.id })
  await startSignedIn(page, 'client')
  await page.goto('/a/postmortems/pending')
  await expect(card(page, title)).toContainText('1 animal: Y 4471')
  await expect(card(page, title)).not.toContainText('Diagnosis')
  await vet('PUT', `/post-mortems/${id}`, { completed_at: new Date().toISOString() })
  await page.goto('/a/postmortems/complete')
  await expect(card(page, title)).toContainText(`Diagnosis: ${diagnosis.name}`)
})

test('a veterinarian’s cards show photos, and one request loads those of the whole page', async ({ page, request }) => {
  const given = { client: 'client', note: '', tags: ['P 1', 'P 2'] }
  const first = await givenDraft(request, given)
  const second = await givenDraft(request, given)
  const client = await callsOf(page, 'client')
  for (const { id } of [first, second]) await client('PUT', `/post-mortems/${id}`, { draft: 0 })
  await signIn(page, 'vet')
  const asked: string[] = []
  page.on('request', (one) => {
    if (one.url().includes('/medias?')) asked.push(one.url())
  })
  await page.goto('/a/location/all/inbox')
  for (const { title } of [first, second]) {
    const photo = card(page, title).locator('.card-photos img')
    await photo.scrollIntoViewIfNeeded()
    await expect.poll(() => photo.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0)
  }
  expect(asked).toHaveLength(1)
})

test.describe('on a desktop', () => {
  test.use({ viewport: desk })

  test('a client sees list and ticket side by side, and on a phone the page of the ticket', async ({ page }) => {
    const { id, title } = await givenTicket(page, { client: 'client', tag: 'D 71', sent: false })
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
    const [list, ticket] = await Promise.all([page.locator('.desk-list').boundingBox(), pane.boundingBox()])
    expect(ticket?.x).toBeGreaterThanOrEqual((list?.x ?? 0) + (list?.width ?? 0))
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(page).toHaveURL(`/a/postmortem/${id}`)
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
  })

  test('the page of a client’s site has the same split view', async ({ page }) => {
    const { id, title } = await givenTicket(page, { client: 'client', tag: 'D 72', sent: true })
    const { site_id } = await (await callsOf(page, 'client'))('GET', `/post-mortems/${id}`)
    await startSignedIn(page, 'client')
    await page.goto(`/a/location/${site_id}/pending`)
    await card(page, title).click()
    await expect(page.getByRole('region', { name: 'Ticket' }).getByRole('heading', { name: title })).toBeVisible()
  })
})

test('the records of an animal show ticket, status, site, day and photos', async ({ page, request }) => {
  const given = { client: 'client', note: '', tags: ['A 1'] }
  const draft = await givenDraft(request, given)
  const sent = await givenDraft(request, given)
  await (await callsOf(page, 'client'))('PUT', `/post-mortems/${sent.id}`, { draft: 0 })
  await startSignedIn(page, 'vet')
  await page.goto(`/a/animal/${animalOf(sent).rfid}`)
  for (const [ticket, status] of [
    [draft, 'Draft'],
    [sent, 'Pending'],
  ] as const) {
    const record = page.getByRole('article', { name: ticket.title, exact: true })
    for (const words of [status, 'Prairie Feeders - North Yard', 'Date of death', 'A 1'])
      await expect(record.getByText(words).first()).toBeVisible()
    await expect(record.getByRole('button', { name: /^View / })).toBeVisible()
    await expect(record.getByRole('link', { name: ticket.title, exact: true })).toHaveAttribute(
      'href',
      `/a/vet/ticketdetail/${ticket.id}`,
    )
  }
  await page.getByRole('link', { name: `Open ticket ${sent.title}` }).click()
  await expect(page.getByRole('heading', { level: 1, name: sent.title })).toBeVisible()
})
