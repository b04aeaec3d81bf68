import { expect, test } from '@playwright/test'
import { gotoWithPreloads } from './helpers/wait-for-preloads.ts'
import { createApiClient } from './helpers/api-client.ts'
import { addAnimal, animalTags, outboxStatus, postMortemsWithNote, submitFirstStep } from './helpers/outbox.ts'
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
  await gotoWithPreloads(page, `/a/postmortem/${id}?step=animal`, page.getByLabel('Tag', { exact: true }))
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

test('a request made and sent without a connection, whose site was taken away meanwhile, is sent once for another site', async ({
  page,
  context,
}) => {
  const note = 'Sent for a site that was taken away.'
  const manager = await createApiClient(page.request, 'manager')
  const admin = await createApiClient(page.request, 'admin')
  const sites: { id: string; name: string }[] = await manager.get('/sites')
  const giveAccess = (names: string[]) =>
    admin.put(`/users/${manager.uuid}/sites`, {
      sites: sites.filter(({ name }) => names.includes(name)).map(({ id }) => id),
    })
  const chooseSite = async (name: string) => {
    await page.getByRole('combobox', { name: 'Site' }).click()
    await page.getByRole('option', { name }).click()
  }
  await signInWithoutForm(page, 'manager')
  await gotoWithPreloads(page, '/a/postmortem/add', page.getByRole('combobox', { name: 'Site' }))
  await context.setOffline(true)
  await chooseSite('South Yard')
  await submitFirstStep(page, note)
  await addAnimal(page, 'L 3', 'Review')
  await page.getByRole('button', { name: 'Send PM' }).click()
  await expect(page.getByText('Your request will be sent when there is a connection')).toBeVisible()
  await giveAccess(['North Yard'])
  try {
    await context.setOffline(false)
    await expect(page.getByText('Your request was not sent')).toBeVisible()
    await page.getByRole('button', { name: 'Review' }).click()
    await expect(page.getByText('Draft', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Correct' }).click()
    await chooseSite('North Yard')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(outboxStatus(page)).toHaveCount(0)
    await expect(page.getByText('Pending', { exact: true })).toBeVisible()
  } finally {
    await giveAccess(sites.map(({ name }) => name))
  }
  const sent = await postMortemsWithNote(page, note)
  expect(sent.map(({ status }) => status)).toEqual(['Pending'])
  expect(sent.flatMap(animalTags)).toEqual(['L 3'])
})
