import { expect, type Page, test } from '@playwright/test'
import { createApiClient } from './helpers/api-client.ts'
import { createPostMortem } from './helpers/create-post-mortem.ts'
import { expectToast } from './helpers/expect-screen.ts'
import { savedPhotos } from './helpers/photo-page.ts'
import { saveScreenshot } from './helpers/save-screenshot.ts'
import { signInWithoutForm } from './helpers/sign-in.ts'
import { testPhoto } from './helpers/test-photos.ts'

/** A completed ticket with a photo in its report, and one added afterwards. */
async function completedTicket(page: Page) {
  const { id } = await createPostMortem(page, { client: 'client', tag: 'R 1', sent: true })
  const vet = await createApiClient(page.request, 'vet')
  const { veterinary_record: record } = await vet.get(`/post-mortems/${id}`)
  const animalId: string = record.veterinary_record_animals[0].id
  const upload = async (name: string, number: number) =>
    vet.upload('/medias', {
      media_attachable_type: 'VeterinaryRecordAnimal',
      media_attachable_id: animalId,
      image: { ...(await testPhoto(number)), name },
    })
  await upload('reported.jpg', 1)
  await vet.put(`/post-mortems/${id}`, { completed_at: '1' })
  await upload('late.jpg', 2)
  return { path: `/a/vet/ticketdetail/${id}`, photosPath: `/a/vet/ticketdetail/${id}/${animalId}/uploadPhoto`, vet, id }
}

const deleteButton = (page: Page, name: string) => page.getByRole('button', { name: `Delete ${name}` })
const explanation = 'Photos of the issued report can be changed and deleted once an amendment of the ticket is open.'

test('a veterinarian changes photos of an issued report in an amendment, and photos added later at once', async ({
  page,
}) => {
  const { photosPath, vet, id } = await completedTicket(page)
  await signInWithoutForm(page, 'vet')
  await page.goto(photosPath)
  await expect(savedPhotos(page)).toHaveCount(2)
  await expect(page.getByText(explanation)).toBeVisible()
  await expect(deleteButton(page, 'late.jpg')).toBeVisible()
  await expect(deleteButton(page, 'reported.jpg')).toHaveCount(0)
  await page.getByText(explanation).scrollIntoViewIfNeeded()
  await saveScreenshot(page, 'photos-of-issued-report')
  for (const [name, buttons] of [
    ['reported.jpg', 0],
    ['late.jpg', 1],
  ] as const) {
    await page.getByRole('button', { name: `View ${name}` }).click()
    const viewer = page.getByRole('dialog', { name })
    await expect(viewer.getByRole('button', { name: 'Close' })).toBeVisible()
    await expect(viewer.getByRole('button', { name: 'Add a caption' })).toHaveCount(buttons)
    await viewer.getByRole('button', { name: 'Close' }).click()
  }
  // a slot shows no way to say why it has no photo
  await page.getByRole('button', { name: 'One by one' }).click()
  const guide = page.getByRole('dialog')
  await expect(guide.getByText('Take photo')).toBeVisible()
  await expect(guide.getByRole('button', { name: 'Not possible' })).toHaveCount(0)
  await saveScreenshot(page, 'slot-of-issued-report')
  await guide.getByRole('button', { name: 'Close' }).click()

  await vet.post(`/post-mortems/${id}/amendment`, { reason: 'Another animal.' })
  await page.reload()
  await deleteButton(page, 'reported.jpg').click()
  await expect(page.getByText(explanation)).toHaveCount(0)
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, 'Photo was successfully deleted.')
})

test('a photo that was issued in a report meanwhile is not deleted, with the reason', async ({ page }) => {
  const { photosPath, vet, id } = await completedTicket(page)
  await signInWithoutForm(page, 'vet')
  await page.goto(photosPath)
  await deleteButton(page, 'late.jpg').click()
  await vet.post(`/post-mortems/${id}/amendment`, { reason: 'Another look.' })
  await vet.put(`/post-mortems/${id}/amendment`, { issue: 1 })
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, 'This is part of the issued report. Open an amendment to change it.')
})

test('an Admin reads why animals cannot be edited while an amendment is open', async ({ page }) => {
  const { path, vet, id } = await completedTicket(page)
  await vet.post(`/post-mortems/${id}/amendment`, { reason: 'Another look.' })
  await signInWithoutForm(page, 'admin')
  await page.goto(path)
  const banner = page.getByRole('complementary', { name: 'This ticket is being amended' })
  await expect(banner).toContainText('Animals can be changed again afterwards.')
  const editing = ['Edit R 1', 'Delete R 1'].map((name) => page.getByRole('button', { name }))
  for (const button of editing) await expect(button).toHaveCount(0)
  await saveScreenshot(page, 'amendment-of-an-admin')
  await banner.getByRole('button', { name: 'Discard the amendment' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard the amendment' }).click()
  await expectToast(page, 'Everything is as it was issued.')
  for (const button of editing) await expect(button).toBeVisible()
})
