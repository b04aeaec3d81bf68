import { expect, type Page, test } from '@playwright/test'
import { createApiClient } from './helpers/api-client.ts'
import { createPostMortem } from './helpers/create-post-mortem.ts'
import { expectDraftStored } from './helpers/outbox.ts'
import { createPostMortemWithAnimals } from './helpers/photo-page.ts'
import { signInWithoutForm } from './helpers/sign-in.ts'
import { testPhoto } from './helpers/test-photos.ts'
import { holdRequests } from './helpers/hold-requests.ts'

/** A sent ticket with a sample of its animal. @returns its id, that of the sample, and `addSample`, which adds another */
async function createTicketWithSample(page: Page, tag: string) {
  const { id } = await createPostMortem(page, { client: 'client', tag, sent: true })
  const vet = await createApiClient(page.request, 'vet')
  const [animal] = (await vet.get(`/post-mortems/${id}`)).veterinary_record.veterinary_record_animals
  const [kind] = await vet.get('/sample-kinds')
  const sample = { veterinary_record_animal_id: animal.id, sample_kind_id: kind.id, taken_at: new Date().toISOString() }
  const addSample = () => vet.post('/samples', sample)
  return { id, sampleId: (await addSample()).id, addSample }
}

test('a file with results whose response is lost can be sent again without choosing it, and is there once', async ({
  page,
}) => {
  const { id } = await createTicketWithSample(page, 'S 1')
  await signInWithoutForm(page, 'vet')
  await page.goto(`/a/vet/ticketdetail/${id}`)
  const samples = page.getByRole('region', { name: 'Samples' })
  await page.route('**/api/v1/medias', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await samples.locator('input[type=file]').setInputFiles(await testPhoto(1))
  const again = samples.getByRole('button', { name: 'Send again: IMG_0001.jpg' })
  await expect(again).toBeVisible()
  await page.unrouteAll({ behavior: 'wait' })
  await again.click()
  await expect(samples.getByRole('link', { name: 'IMG_0001.jpg' })).toHaveCount(1)
  await expect(again).toHaveCount(0)
  await page.reload()
  await expect(samples.getByRole('link', { name: 'IMG_0001.jpg' })).toHaveCount(1)
})

test('a sample that is begun for one animal is not offered for another one of the ticket', async ({ page }) => {
  const { id, animalIds } = await createPostMortemWithAnimals(page, 'client', ['S 2', 'S 3'])
  const client = await createApiClient(page.request, 'client')
  await client.put(`/post-mortems/${id}`, { draft: 0 })
  await signInWithoutForm(page, 'vet')
  const note = page.getByRole('dialog', { name: 'Add a sample' }).getByLabel('Note')
  const open = async (animalId: string | undefined) => {
    await page.goto(`/a/vet/ticketdetail/${id}?step=examine&animal=${animalId}`)
    await page.getByRole('button', { name: 'Add a sample' }).click()
  }
  await open(animalIds[0])
  await note.fill('Left lobe of the first')
  await expectDraftStored(page, 'Left lobe of the first')
  await page.keyboard.press('Escape')
  await open(animalIds[1])
  await expect(note).toHaveValue('')
  await page.keyboard.press('Escape')
  await open(animalIds[0])
  await expect(note).toHaveValue('Left lobe of the first')
})

test('files with results stay while those of a new sample load, and are a failure with a retry if they cannot', async ({
  page,
}) => {
  const { id, sampleId, addSample } = await createTicketWithSample(page, 'S 4')
  await signInWithoutForm(page, 'vet')
  await page.goto(`/a/vet/ticketdetail/${id}`)
  const samples = page.getByRole('region', { name: 'Samples' })
  const file = samples.getByRole('link', { name: 'IMG_0001.jpg' })
  await samples.locator('input[type=file]').setInputFiles(await testPhoto(1))
  await expect(file).toBeVisible()

  const requests = await holdRequests(page, `**/medias?*${sampleId}*`, 'GET')
  await addSample()
  await expect(samples.locator('input[type=file]')).toHaveCount(2)
  await requests.held
  await expect(file).toBeVisible()
  requests.release((route) => route.abort())
  await expect(samples.getByText('There was an error while getting the files with results.')).toBeVisible()
  await page.unroute(`**/medias?*${sampleId}*`)
  await samples.getByRole('button', { name: 'Try again' }).click()
  await expect(file).toBeVisible()
  await expect(samples.getByRole('alert')).toHaveCount(0)
})

test('a sample has its next action as a button, and the others in a menu', async ({ page }) => {
  const { id } = await createTicketWithSample(page, 'S 5')
  await page.setViewportSize({ width: 390, height: 844 })
  await signInWithoutForm(page, 'vet')
  await page.goto(`/a/vet/ticketdetail/${id}`)
  const samples = page.getByRole('region', { name: 'Samples' })
  const more = samples.getByRole('button', { name: /^More about S-\d+/ })
  await expect(samples.getByRole('button', { name: 'Enter result' })).toHaveCount(0)
  await test.step('not sent', async () => {
    await more.click()
    const items = page.getByRole('menuitem')
    await expect(items).toHaveText(['Enter result', 'Add files', 'Label', 'Edit', 'Delete'])
    for (const item of await items.all()) expect((await item.boundingBox())?.height).toBeGreaterThanOrEqual(48)
    await page.keyboard.press('Escape')
    await samples.getByRole('button', { name: 'Sent to the lab' }).click()
  })
  await test.step('at the lab', async () => {
    await expect(samples.getByText('At the lab')).toBeVisible()
    await samples.getByRole('button', { name: 'Enter result' }).click()
    const result = page.getByRole('dialog', { name: /^Result of S-/ })
    await result.getByLabel('Result', { exact: true }).fill('No growth.')
    await result.getByRole('button', { name: 'Save' }).click()
  })
  await test.step('with a result', async () => {
    await expect(samples.getByText('No growth.')).toBeVisible()
    await expect(samples.getByRole('button', { name: 'Edit result' })).toBeVisible()
    await more.click()
    await page.getByRole('menuitem', { name: /^Edit S-/ }).click()
    await expect(page.getByRole('dialog', { name: /^Edit S-/ })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(more).toBeFocused()
    await more.click()
    await page.getByRole('menuitem', { name: /^Delete S-/ }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(samples.getByText('No samples were taken.')).toBeVisible()
    await expect(samples).toBeFocused()
  })
})

test('insight tells veterinarians how many samples have no result, and leads to them; clients see no such line', async ({
  baseURL,
  browser,
  page,
}) => {
  await createTicketWithSample(page, 'S 6')
  await signInWithoutForm(page, 'vet')
  await page.goto('/a/insight')
  const work = page.getByRole('listitem').filter({ hasText: 'Samples at the lab' })
  await expect(work).toContainText(/\d+ samples?/)
  await work.getByRole('link').click()
  await expect(page).toHaveURL(/\/a\/samples$/)
  await expect(page.getByText('S 6')).toBeVisible()
  const client = await (await browser.newContext({ baseURL: baseURL ?? '' })).newPage()
  await signInWithoutForm(client, 'client')
  await client.goto('/a/insight')
  await expect(client.getByText('How well do we work?')).toBeVisible()
  await expect(client.getByText('Samples at the lab')).toHaveCount(0)
})
