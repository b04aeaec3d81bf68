import { expect, test } from '@playwright/test'
import { createApiClient } from './helpers/api-client.ts'
import { createDraft, firstAnimal } from './helpers/screen-fixtures.ts'
import { signInWithoutForm } from './helpers/sign-in.ts'

test('a veterinarian chooses the photos of a teaching case by tapping them, also when they are loaded only at the second attempt', async ({
  page,
  request,
}) => {
  const [admin, vet, client] = [
    await createApiClient(request, 'admin'),
    await createApiClient(request, 'vet'),
    await createApiClient(request, 'client'),
  ]
  const ticket = await createDraft(request, { client: 'client', note: '', tags: ['C 1'] })
  const [diagnosis] = await vet.get('/diagnoses?per_page=1')
  await client.put(`/post-mortems/${ticket.id}`, { draft: 0 })
  const { id } = firstAnimal(ticket)
  await vet.put(`/veterinary-record-animals/${id}`, { vet_diagnosis_id: diagnosis.id })
  await vet.put(`/post-mortems/${ticket.id}`, { completed_at: '1' })
  await admin.put('/provider', { case_photos: 1 })
  try {
    await signInWithoutForm(page, 'vet')
    await page.route('**/medias?*', (route) => route.abort())
    await page.goto(`/a/record/${id}/case`)
    const photos = page.getByRole('region', { name: 'Photos to show' })
    await expect(photos.getByText('There was an error while getting photos.')).toBeVisible()
    await page.unroute('**/medias?*')
    await photos.getByRole('button', { name: 'Try again' }).click()
    // its middle is in the photo, above the checkbox
    await photos.getByRole('listitem').click()
    await expect(photos.getByRole('checkbox', { name: 'Photo 1' })).toBeChecked()
  } finally {
    await admin.put('/provider', { case_photos: 0 })
  }
})
