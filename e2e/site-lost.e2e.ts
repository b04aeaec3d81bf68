import { expect, test } from '@playwright/test'
import { createApiClient } from './helpers/api-client.ts'
import { addAnimal, outboxStatus } from './helpers/outbox.ts'
import { choosePhotos } from './helpers/photo-page.ts'
import { signInWithoutForm } from './helpers/sign-in.ts'

test('an animal and a photo that wait while their site is taken away stay listed, and arrive once after it is given back', {
  tag: '@long',
}, async ({ page, context }) => {
  const manager = await createApiClient(page.request, 'manager')
  const admin = await createApiClient(page.request, 'admin')
  const sites = await manager.get('/sites')
  const south = sites.find(({ name }: { name: string }) => name === 'South Yard')
  const record_at = new Date().toISOString().slice(0, 10)
  const { id } = await manager.post('/post-mortems', { site_id: south.id, record_at, animals: [{ tag: 'L 1' }] })
  const giveAccess = (all: { id: string }[]) =>
    admin.put(`/users/${manager.uuid}/sites`, { sites: all.map((site) => site.id) })
  await signInWithoutForm(page, 'manager')
  await page.goto(`/a/postmortem/${id}?step=animal`)
  await expect(page.getByLabel('Tag', { exact: true })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await choosePhotos(page, 1)
  await addAnimal(page, 'L 2', 'Review')
  await giveAccess(sites.filter((site: { id: string }) => site.id !== south.id))
  try {
    await context.setOffline(false)
    await outboxStatus(page)
      .getByRole('link', { name: /not accepted/ })
      .click()
    await expect(page.getByRole('article').getByRole('listitem').first()).toContainText('L 2')
    await expect(page.getByRole('article').getByRole('listitem').last()).toContainText('Photo of L 2')
  } finally {
    await giveAccess(sites)
  }
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Everything has been sent.')).toBeVisible()
  const animals = await manager.get(`/veterinary-record-animals?filter[veterinary_record_id]=${id}`)
  const added = animals.filter(({ tag }: { tag: string }) => tag === 'L 2')
  expect(added).toHaveLength(1)
  expect(await manager.get(`/medias?filter[media_attachable_id]=${added[0].id}`)).toHaveLength(1)
})
