import { expect, type Page, test } from '@playwright/test'
import { createApiClient } from './helpers/api-client.ts'
import { createPostMortem } from './helpers/create-post-mortem.ts'
import { signInByApi, signInWithoutForm } from './helpers/sign-in.ts'

test.use({ viewport: { width: 390, height: 844 } })

/** The one button in the primary colour. */
const highlighted = (page: Page) => page.locator('main .mantine-Button-root[data-variant="filled"]')

test('the next step of a veterinarian is highlighted, and examining and completing stay at the thumb', async ({
  page,
}) => {
  const { id } = await createPostMortem(page, { client: 'client', tag: 'N 1', sent: true })
  const vet = await createApiClient(page.request, 'vet')
  const [diagnosis] = await vet.get('/diagnoses?per_page=1')
  const { uuid } = await signInByApi(page.request, 'vet')
  await signInWithoutForm(page, 'vet')
  await page.goto(`/a/vet/ticketdetail/${id}`)
  await expect(highlighted(page)).toHaveText(['Assign'])
  await vet.put(`/post-mortems/${id}`, { scheduled_for_id: uuid })
  await page.reload()
  await expect(highlighted(page)).toHaveText(['Schedule'])
  await vet.put(`/post-mortems/${id}`, { scheduled_at: '2030-05-06 15:00:00' })
  await page.reload()
  await expect(highlighted(page)).toHaveText(['Examine N 1'])
  for (const name of ['Examine N 1', 'Complete']) {
    const box = await page.getByRole('button', { name }).boundingBox()
    expect(box?.y).toBeGreaterThan(700)
    expect(box?.height).toBeGreaterThanOrEqual(44)
  }
  await page.getByRole('button', { name: 'Examine N 1' }).click()
  await expect(page).toHaveURL(/step=examine/)
  const complete = page.getByRole('main').getByRole('button', { name: 'Complete' })
  await expect(complete).toHaveAttribute('data-variant', 'default')
  const [animal] = (await vet.get(`/post-mortems/${id}`)).veterinary_record.veterinary_record_animals
  await vet.put(`/veterinary-record-animals/${animal.id}`, { vet_diagnosis_id: diagnosis.id })
  await expect(complete).toHaveAttribute('data-variant', 'filled')
  await page.goto(`/a/vet/ticketdetail/${id}`)
  await expect(highlighted(page)).toHaveText(['Complete'])
  await expect(page.getByRole('button', { name: 'Examine N 1' })).toHaveCount(0)
})

test('beside the list on a tablet, the buttons of a ticket stay above the bottom bar', async ({ page }) => {
  await page.setViewportSize({ width: 800, height: 1100 })
  const { id, title } = await createPostMortem(page, { client: 'client', tag: 'N 2', sent: true })
  await signInWithoutForm(page, 'vet')
  await page.goto('/a/location/all/inbox')
  await page.getByRole('link', { name: new RegExp(title) }).click()
  await expect(page).toHaveURL(new RegExp(id))
  const [button, bar] = await Promise.all([
    page.getByRole('button', { name: 'Complete', exact: true }).boundingBox(),
    page.getByRole('navigation', { name: 'Main' }).boundingBox(),
  ])
  expect((button?.y ?? 0) + (button?.height ?? 0)).toBeLessThan(bar?.y ?? 0)
})
