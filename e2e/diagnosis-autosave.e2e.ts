import path from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { createApiClient } from './helpers/api-client.ts'
import { artefacts } from './paths.ts'
import { createPostMortem } from './helpers/create-post-mortem.ts'
import { waitForLock } from './helpers/later-request.ts'
import { expectDraftStored } from './helpers/outbox.ts'
import { signIn } from './helpers/sign-in.ts'

const findingsText = 'Rumen distended, froth in the trachea.'
const findings = (page: Page) => page.getByLabel('Findings')
const saved = (page: Page) => page.getByText(/^Saved \d/)

/** The first animal of a ticket, as the server has stored it. */
async function animalOnServer(page: Page, id: string) {
  const postMortem = await (await createApiClient(page.request, 'vet')).get(`/post-mortems/${id}`)
  return postMortem.veterinary_record.veterinary_record_animals[0]
}

/** Completes a ticket. Both of its steps have a button of this name, so the second click waits for the second step. */
async function complete(page: Page, title: string) {
  // The press saves the field that loses the focus. The button stays where it is until it is released.
  await page.getByRole('button', { name: 'Complete' }).click({ delay: 300 })
  await expect(page.getByRole('heading', { name: `Complete ${title}?` })).toBeVisible()
  await page.getByRole('button', { name: 'Complete' }).click()
}

/** Opens a new ticket as a veterinarian and types findings without leaving the field. */
async function typeFindings(page: Page, tag: string): Promise<{ id: string; title: string }> {
  const postMortem = await createPostMortem(page, { client: 'client', tag, sent: true })
  await signIn(page, 'vet')
  await page.getByRole('link', { name: postMortem.title }).click()
  await findings(page).fill(findingsText)
  await expect(page.getByText('Not saved yet')).toBeVisible()
  return postMortem
}

test('leaving a field saves a veterinarian’s input and says so', async ({ page }) => {
  const { id } = await typeFindings(page, 'N 1')
  await findings(page).blur()
  await expect(saved(page)).toBeVisible()
  expect((await animalOnServer(page, id)).vet_findings).toBe(findingsText)
  await page.getByRole('combobox', { name: 'Diagnosis', exact: true }).fill('Liver abscess')
  await page.getByRole('option', { name: 'Liver abscess' }).click()
  await expect(saved(page)).toBeVisible()
  expect((await animalOnServer(page, id)).vet_diagnosis.name).toBe('Liver abscess')
  await page.reload()
  await expect(findings(page)).toHaveValue(findingsText)
})

test('what a veterinarian typed outlives a session that ends while it is typed', async ({ page }) => {
  const { id } = await typeFindings(page, 'N 9')
  await expectDraftStored(page, findingsText)
  // as if another tab had ended the session
  await page.evaluate(() => {
    localStorage.removeItem('chisholm.session')
    dispatchEvent(new StorageEvent('storage', { key: 'chisholm.session' }))
  })
  await expect(page).toHaveURL(/\/u\/login$/)
  // a save that began before has ended
  await waitForLock(page, 'chisholm.outbox')
  await expectDraftStored(page, findingsText)
  await signIn(page, 'vet')
  await page.goto(`/a/vet/ticketdetail/${id}`)
  await expect(findings(page)).toHaveValue(findingsText)
  await expect.poll(async () => (await animalOnServer(page, id)).vet_findings).toBe(findingsText)
})

for (const [way, leave] of [
  ['the way back', (page: Page) => page.goBack()],
  ['Add photos', (page: Page) => page.getByRole('link', { name: 'Add photos' }).click()],
  ['a link of the bar', (page: Page) => page.getByRole('link', { name: 'Search' }).click()],
] as const)
  test(`${way} keeps a veterinarian’s input`, async ({ page }) => {
    const { id } = await typeFindings(page, 'N 2')
    await leave(page)
    await expect(findings(page)).toHaveCount(0)
    await expect.poll(async () => (await animalOnServer(page, id)).vet_findings).toBe(findingsText)
    await page.goto(`/a/vet/ticketdetail/${id}`)
    await expect(findings(page)).toHaveValue(findingsText)
  })

test('a reload keeps a veterinarian’s input from the first keystroke on', async ({ page }) => {
  const { id } = await typeFindings(page, 'N 3')
  await expectDraftStored(page, findingsText)
  await page.reload()
  await expect(findings(page)).toHaveValue(findingsText)
  await expect(saved(page)).toBeVisible()
  expect((await animalOnServer(page, id)).vet_findings).toBe(findingsText)
})

test('input that could not be saved waits on the device and is sent when the app is opened again', async ({ page }) => {
  const { id } = await typeFindings(page, 'N 4')
  await page.route('**/api/v1/veterinary-record-animals/*', (route) => route.fulfill({ status: 500, body: 'broken' }))
  await findings(page).blur()
  await expect(page.getByText('Kept on this device until it is sent')).toBeVisible()
  await expect(findings(page)).toHaveValue(findingsText)
  await page.unroute('**/api/v1/veterinary-record-animals/*')
  await page.goto('/')
  await expect.poll(async () => (await animalOnServer(page, id)).vet_findings).toBe(findingsText)
})

test('Complete saves pending input, and Go Back keeps it', async ({ page }) => {
  const { id, title } = await typeFindings(page, 'N 5')
  await page.getByRole('button', { name: 'Complete' }).click()
  await page.getByRole('button', { name: 'Go Back' }).click()
  await expect(findings(page)).toHaveValue(findingsText)
  await page.getByLabel('Vet notes').fill('Slow the step-up.')
  await complete(page, title)
  await expect(page).toHaveURL(/\/report$/)
  expect(await animalOnServer(page, id)).toMatchObject({
    vet_findings: findingsText,
    vet_diagnosis_note: 'Slow the step-up.',
  })
})

test('a ticket completed offline shows when its report will be issued, and is sent after the typed input', async ({
  page,
  context,
}) => {
  const { id, title } = await typeFindings(page, 'N 6')
  await context.setOffline(true)
  await complete(page, title)
  await expect(page.getByText('The report is then issued')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Generate Report' })).toHaveCount(0)
  await page.screenshot({
    path: path.join(artefacts, `completion-waits-${page.viewportSize()?.width}.png`),
    fullPage: true,
  })
  await context.setOffline(false)
  await expect(page.getByRole('button', { name: 'Generate Report' })).toBeVisible()
  const postMortem = await (await createApiClient(page.request, 'vet')).get(`/post-mortems/${id}`)
  expect(postMortem.status).toBe('Completed')
  expect((await animalOnServer(page, id)).vet_findings).toBe(findingsText)
})

test("a colleague's concurrent change is not overwritten: both versions are shown, and one is chosen", async ({
  page,
}) => {
  const { id } = await typeFindings(page, 'N 7')
  await expectDraftStored(page, findingsText)
  const colleague = await createApiClient(page.request, 'vet2')
  const write = async (vet_findings: string) =>
    colleague.put(`/veterinary-record-animals/${(await animalOnServer(page, id)).id}`, { vet_findings })
  await write('Seen by Luis.')
  await findings(page).blur()
  const versions = page.getByRole('region', { name: 'Two versions' })
  await expect(versions).toContainText('Seen by Luis.')
  await expect(versions).toContainText(findingsText)
  expect((await animalOnServer(page, id)).vet_findings).toBe('Seen by Luis.')
  await page.screenshot({
    path: path.join(artefacts, `two-versions-${page.viewportSize()?.width}.png`),
    fullPage: true,
  })
  await page.reload()
  await versions.getByLabel('Yours').check()
  await versions.getByRole('button', { name: 'Use what is chosen' }).click()
  await expect(versions).toHaveCount(0)
  await expect.poll(async () => (await animalOnServer(page, id)).vet_findings).toBe(findingsText)
})

test.describe('on a desktop', () => {
  test.use({ viewport: { width: 1280, height: 800 } })
  for (const [way, choose] of [
    ['the mouse', (page: Page, title: string) => page.getByRole('link', { name: title }).click()],
    [
      'the arrow keys',
      async (page: Page, title: string) => {
        const card = page.getByRole('link', { name: title })
        await findings(page).press('Escape')
        await card.focus()
        await page.keyboard.press('ArrowUp')
        await page.keyboard.press('ArrowDown')
        await page.keyboard.press('Enter')
      },
    ],
  ] as const)
    test(`choosing another card by ${way} loses nothing of what was typed`, { tag: '@long' }, async ({ page }) => {
      const other = await createPostMortem(page, { client: 'client', tag: 'N 8', sent: true })
      const { id, title } = await createPostMortem(page, { client: 'client', tag: 'N 9', sent: true })
      await signIn(page, 'vet')
      await page.getByRole('link', { name: title }).click()
      await findings(page).fill(findingsText)
      await choose(page, other.title)
      await expect(page.getByRole('heading', { name: other.title })).toBeVisible()
      await expect(findings(page)).toHaveValue('')
      await page.getByRole('link', { name: title }).click()
      await expect(findings(page)).toHaveValue(findingsText)
      expect((await animalOnServer(page, id)).vet_findings).toBe(findingsText)
    })
})
