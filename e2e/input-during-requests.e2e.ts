import { expect, type Page, type Route, test } from '@playwright/test'
import { addDays, dayOf } from '@chisholm/domain/dates'
import { createPostMortem } from './helpers/create-post-mortem.ts'
import { createApiClient } from './helpers/api-client.ts'
import { holdRequests } from './helpers/hold-requests.ts'
import { waitForLaterRequest } from './helpers/later-request.ts'
import {
  choosePhotos,
  createPostMortemWithAnimals,
  photoDrafts,
  photoPagePath,
  savedPhotoNames,
} from './helpers/photo-page.ts'
import { sendHeldMessage } from './helpers/send-held-message.ts'
import { signInWithoutForm } from './helpers/sign-in.ts'
import { storedOnDevice } from './helpers/stored-on-device.ts'

test('a message that is refused comes back in front of what was typed meanwhile', async ({ page }) => {
  const { message, refuse } = await sendHeldMessage(page, { tag: 'M 1', text: 'The first one.' })
  await message.fill('The second one.')
  refuse()
  await expect(page.getByText('Not now.')).toBeVisible()
  await expect(message).toHaveValue('The first one.\n\nThe second one.')
})

test('a field that is changed while the animal is being saved stays on the page and is saved next', async ({
  page,
}) => {
  const { id } = await createPostMortem(page, { client: 'client', tag: 'M 2', sent: false })
  const api = await createApiClient(page.request, 'client')
  const animalsOf = async () => (await api.get(`/post-mortems/${id}`)).veterinary_record.veterinary_record_animals
  await signInWithoutForm(page, 'client')
  await page.goto(`/a/postmortem/${id}?step=animal`)
  const tag = page.getByLabel('Tag', { exact: true })
  await tag.fill('M 3')
  const requests = await holdRequests(page, '**/veterinary-record-animals', 'POST')
  await page.getByRole('button', { name: 'Review' }).click()
  await requests.held
  await tag.fill('M 3 corrected')
  requests.release((route) => route.continue())
  await expect.poll(async () => (await animalsOf()).length).toBe(2)
  await expect(page.getByRole('button', { name: 'Review' })).toBeEnabled()
  await expect(tag).toHaveValue('M 3 corrected')
  await page.getByRole('button', { name: 'Review' }).click()
  await expect(page.getByRole('article', { name: 'M 3 corrected' })).toBeVisible()
  const tags = async () => (await animalsOf()).map((animal: { tag: string }) => animal.tag).sort()
  await expect.poll(tags).toEqual(['M 2', 'M 3 corrected'])
})

test('an open photo stays the same one while another is uploaded, and keeps its caption if its upload fails', {
  tag: '@long',
}, async ({ page }) => {
  await signInWithoutForm(page, 'client')
  const postMortem = await createPostMortemWithAnimals(page, 'client', ['M 4'])
  await page.goto(photoPagePath(postMortem))
  await choosePhotos(page, 1, 2)
  await expect(photoDrafts(page)).toHaveCount(2)
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route('**/api/v1/medias', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    const isFirst = route.request().postDataBuffer()?.includes('IMG_0001')
    await (isFirst ? first : second).promise
    await (isFirst ? route.continue() : route.abort())
  })
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'View IMG_0002.jpg' }).click()
  const viewer = page.getByRole('dialog', { name: 'IMG_0002.jpg' })
  await viewer.getByRole('button', { name: 'Add a caption' }).click()
  await viewer.getByLabel('Caption').fill('Left lobe')
  first.resolve()
  await expect.poll(() => savedPhotoNames(page, postMortem, postMortem.animalIds[0])).toEqual(['IMG_0001.jpg'])
  await expect(page.getByRole('list', { name: 'Not saved' }).locator('li')).toHaveCount(1)
  await expect(viewer.getByLabel('Caption')).toHaveValue('Left lobe')
  await viewer.getByLabel('Caption').press('Enter')
  await viewer.getByRole('button', { name: 'Close' }).click()
  second.resolve()
  await expect(photoDrafts(page)).toContainText('Waits for a connection, then it is sent automatically')
  await expect(photoDrafts(page).getByText('Left lobe')).toBeVisible()
  await page.unroute('**/api/v1/medias')
  await expect(photoDrafts(page)).toHaveCount(0)
  const api = await createApiClient(page.request, 'client')
  const photos = await api.get(`/medias?filter[media_attachable_id]=${postMortem.animalIds[0]}`)
  expect(photos.map(({ name, caption }: { name: string; caption: string | null }) => [name, caption]).sort()).toEqual([
    ['IMG_0001.jpg', null],
    ['IMG_0002.jpg', 'Left lobe'],
  ])
})

/** Opens the lots and head counts of a site of the demo. @returns an API client and the id of the site */
async function openHerd(page: Page) {
  const api = await createApiClient(page.request, 'admin')
  const sites: { id: string; name: string }[] = await api.get('/sites?per_page=200')
  const siteId = sites.find(({ name }) => name === 'North Yard')?.id
  await signInWithoutForm(page, 'manager')
  await page.goto(`/a/herd/${siteId}`)
  return { api, siteId }
}

test('a head count that is corrected while it is being saved stays in its field', async ({ page }) => {
  const { api, siteId } = await openHerd(page)
  const head = page.getByLabel('Head today')
  const save = page.getByRole('button', { name: 'Save head' })
  const newest = async (): Promise<number> =>
    (await api.get(`/head-counts?filter[site_id]=${siteId}&sort=-date&per_page=1`))[0].head
  const before = await newest()
  await head.fill(`0${before - 8}`)
  const requests = await holdRequests(page, /\/head-counts/, 'GET')
  await save.click()
  await requests.held
  await head.fill(String(before + 8))
  requests.release((route) => route.continue())
  await expect.poll(newest).toBe(before - 8)
  await expect(save).toBeEnabled()
  await expect(head).toHaveValue(String(before + 8))
  await save.click()
  await expect.poll(newest).toBe(before + 8)
  await expect(head).toHaveValue('')
})

for (const [what, answer] of [
  ['while it is being saved', (route: Route) => route.continue()],
  [
    'after its response was lost',
    async (route: Route) => {
      await route.fetch()
      await route.fulfill({ status: 400, json: { success: false, message: 'Lost.' } })
    },
  ],
] as const)
  test(`a new lot that is continued ${what} is saved as one lot`, async ({ page }) => {
    const { api, siteId } = await openHerd(page)
    const name = `Continued ${what}`
    const lots = async () => {
      const all: { name: string; head_in: number }[] = await api.get(`/lots?filter[site_id]=${siteId}&per_page=9999`)
      return all.filter((lot) => lot.name === name)
    }
    await page.getByRole('button', { name: 'Add a lot' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name', { exact: true }).fill(name)
    const requests = await holdRequests(page, '**/api/v1/lots', 'POST')
    const save = dialog.getByRole('button', { name: 'Save' })
    await save.click()
    await requests.held
    await dialog.getByLabel('Head in').fill('250')
    requests.release(answer)
    await expect.poll(async () => (await lots()).length).toBe(1)
    await expect(save).toBeEnabled()
    await expect(dialog.getByLabel('Head in')).toHaveValue('250')
    await page.unroute('**/api/v1/lots')
    await save.click()
    await expect(dialog).toHaveCount(0)
    expect((await lots()).map(({ head_in }) => head_in)).toEqual([250])
  })

test('the typed date of a visit survives a reload, and overwrites none that a colleague chooses meanwhile', async ({
  page,
}) => {
  const { id } = await createPostMortem(page, { client: 'client', tag: 'M 5', sent: true })
  const colleague = await createApiClient(page.request, 'vet2')
  const scheduledAt = async () => (await colleague.get(`/post-mortems/${id}`)).veterinary_record.scheduled_at
  const today = dayOf(new Date(), 'America/Edmonton')
  const [typed, chosen] = [addDays(today, 20), addDays(today, 15)]
  const nameOf = (day: string) =>
    new Date(day).toLocaleDateString('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' })
  const [year, month, date] = typed.split('-')
  await signInWithoutForm(page, 'vet')
  await page.goto(`/a/vet/ticketdetail/${id}`)
  await page.getByRole('button', { name: 'Schedule', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Date').fill(`${month}/${date}/${year}`)
  await page.keyboard.press('Tab')
  await expect.poll(() => storedOnDevice(page)).toContain(typed)
  await page.reload()
  await page.getByRole('button', { name: 'Schedule', exact: true }).click()
  await expect(dialog.getByLabel('Date')).toHaveValue(`${month}/${date}/${year}`)
  await colleague.put(`/post-mortems/${id}`, { scheduled_at: `${chosen}T16:00:00Z` })
  await expect(page.locator('main dd').getByText(new RegExp(nameOf(chosen)))).toBeAttached()
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  const versions = page.getByRole('region', { name: 'Two versions' })
  await expect(versions).toContainText(nameOf(chosen))
  await expect(versions).toContainText(nameOf(typed))
  expect(await scheduledAt()).toBe(`${chosen}T16:00:00.000Z`)
})

test('a message typed in one tab stays when another one is sent in a second tab', async ({ page, context }) => {
  const { id } = await createPostMortem(page, { client: 'client', tag: 'M 6', sent: true })
  await signInWithoutForm(page, 'client')
  const second = await context.newPage()
  const message = (tab: Page) => tab.getByLabel('Message to the practice')
  for (const tab of [page, second]) {
    await tab.goto(`/a/postmortem/${id}`)
    await expect(message(tab)).toBeVisible()
  }
  await message(page).fill('Typed in the first tab.')
  await message(second).fill('Sent in the second tab.')
  for (const typed of ['Typed in the first tab.', 'Sent in the second tab.'])
    await expect.poll(() => storedOnDevice(page)).toContain(typed)
  await second.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(second.getByText('Sent in the second tab.')).toBeVisible()
  await expect(second.getByText('Waiting to be sent')).toHaveCount(0)
  await page.reload()
  await expect(message(page)).toHaveValue('Typed in the first tab.')
  await second.reload()
  await expect(message(second)).toHaveValue('')
})

test('a message is not lost if the app is closed the moment it is sent', async ({ page }) => {
  const { id } = await createPostMortem(page, { client: 'client', tag: 'M 8', sent: true })
  await signInWithoutForm(page, 'client')
  await page.goto(`/a/postmortem/${id}`)
  const message = page.getByLabel('Message to the practice')
  for (const milliseconds of [0, 5, 10, 20]) {
    const text = `Sent ${milliseconds} milliseconds before`
    await message.fill(text)
    await expect.poll(() => storedOnDevice(page)).toContain(text)
    const reloaded = page.waitForEvent('load')
    await page.getByRole('button', { name: 'Send', exact: true }).evaluate((button: HTMLButtonElement, after) => {
      button.click()
      setTimeout(() => location.reload(), after)
    }, milliseconds)
    await reloaded
    await expect(message).toBeVisible()
    await expect
      .poll(async () => (await message.inputValue()) === text || (await page.getByText(text).count()) > 0)
      .toBe(true)
  }
})

test('a photo that turns out to be possible while the reason against it is saved stays unsaved until it is saved', async ({
  page,
}) => {
  await signInWithoutForm(page, 'client')
  const { id, animalIds } = await createPostMortemWithAnimals(page, 'client', ['M 7'])
  const api = await createApiClient(page.request, 'client')
  const reasons = async () =>
    (await api.get(`/post-mortems/${id}`)).veterinary_record.veterinary_record_animals[0].photo_slots.flatMap(
      ({ skipped_reason }: { skipped_reason: string | null }) => skipped_reason ?? [],
    )
  await page.goto(`/a/postmortem/${id}?step=animal&animal=${animalIds[0]}`)
  await page.getByRole('button', { name: 'One by one' }).click()
  const guide = page.getByRole('dialog')
  await guide.getByRole('button', { name: 'Not possible' }).click()
  await guide.getByLabel('Reason').fill('Lost ear')
  await guide.getByRole('button', { name: 'Save' }).click()
  await guide.getByRole('button', { name: 'Close' }).click()
  const requests = await holdRequests(page, '**/photo-slots/*', 'PUT')
  const review = page.getByRole('button', { name: 'Review' })
  await review.click()
  await requests.held
  await page.getByRole('button', { name: /Lost ear/ }).click()
  await guide.getByRole('button', { name: /after all/ }).click()
  await guide.getByRole('button', { name: 'Close' }).click()
  requests.release((route) => route.continue())
  await expect.poll(reasons).toEqual(['Lost ear'])
  await expect(review).toBeEnabled()
  await review.click()
  await expect(page.getByRole('article', { name: 'M 7' })).toBeVisible()
  await expect.poll(reasons).toEqual([])
})

test('practice settings typed while others are being saved stay in their fields', async ({ page }) => {
  await signInWithoutForm(page, 'admin')
  await page.goto('/a/admin/provider')
  const phone = page.getByLabel('Phone', { exact: true }).first()
  await phone.fill('555 07 ')
  const requests = await holdRequests(page, '**/api/v1/provider', 'PUT')
  const save = page.getByRole('button', { name: 'Save details' })
  await save.click()
  await requests.held
  await phone.fill('555 08')
  requests.release((route) => route.continue())
  await expect(page.getByText('Data is updated')).toBeVisible()
  await expect(phone).toHaveValue('555 08')
})

test('quiet hours and channels that are changed in quick succession are all saved, in this order', async ({ page }) => {
  const api = await createApiClient(page.request, 'vet2')
  const { channels, quiet } = await api.get('/notification-preferences')
  await api.put('/notification-preferences', { quiet: { from: '21:00', to: '06:00' } })
  const saved = () => api.get('/notification-preferences')
  const channelOf = async () => (await saved()).channels.comment.email
  await signInWithoutForm(page, 'vet2')
  await page.goto('/a/profile')
  // the first one takes the longest
  const [first, others] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let requests = 0
  await page.route('**/api/v1/notification-preferences', async (route) => {
    if (route.request().method() === 'PUT') await (requests++ === 0 ? first : others).promise
    await route.continue()
  })
  const before = await channelOf()
  const channel = page.locator('#comment-email')
  await channel.click()
  await expect(channel).toBeChecked({ checked: !before })
  await channel.click()
  await expect(channel).toBeChecked({ checked: before })
  await page.getByLabel('From', { exact: true }).fill('20:30')
  await page.getByLabel('To', { exact: true }).fill('07:15')
  await page.getByLabel('To', { exact: true }).blur()
  others.resolve()
  await waitForLaterRequest(page)
  expect(requests).toBe(1)
  first.resolve()
  await expect.poll(async () => (await saved()).quiet).toEqual({ from: '20:30', to: '07:15' })
  await expect(page.getByLabel('From', { exact: true })).toHaveValue('20:30')
  expect(await channelOf()).toBe(before)
  // other journeys wait for e-mails to the same user
  await api.put('/notification-preferences', { channels, quiet })
})

test('a time of quiet hours is saved when the app is closed or left by Back while its field has the focus', async ({
  page,
}) => {
  const api = await createApiClient(page.request, 'vet2')
  const { quiet } = await api.get('/notification-preferences')
  await api.put('/notification-preferences', { quiet: { from: '21:00', to: '06:00' } })
  const savedQuiet = async () => (await api.get('/notification-preferences')).quiet
  await signInWithoutForm(page, 'vet2')
  await page.goto('/a/locations')
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('menuitem', { name: 'Profile' }).click()
  await page.getByLabel('From', { exact: true }).fill('20:15')
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'My Locations' })).toBeVisible()
  await expect.poll(savedQuiet).toEqual({ from: '20:15', to: '06:00' })
  await page.goForward()
  await expect(page.getByLabel('From', { exact: true })).toHaveValue('20:15')
  await page.getByLabel('To', { exact: true }).fill('05:45')
  await expect.poll(savedQuiet).toEqual({ from: '20:15', to: '05:45' })
  await page.reload()
  await expect(page.getByLabel('To', { exact: true })).toHaveValue('05:45')
  await api.put('/notification-preferences', { quiet })
})

test('a field that is changed back after the response to its change was lost is as it was, on the server, too', async ({
  page,
}) => {
  const api = await createApiClient(page.request, 'nolink')
  const cityOnServer = async () => (await api.get(`/users/${api.uuid}`)).city ?? ''
  await signInWithoutForm(page, 'nolink')
  await page.goto('/a/profile/edit')
  const city = page.getByLabel('City')
  const save = page.getByRole('button', { name: 'Save' })
  const before = await city.inputValue()
  await page.route('**/api/v1/users/*', async (route) => {
    if (route.request().method() !== 'PUT') return route.continue()
    await route.fetch()
    await route.abort()
  })
  await city.fill('Tucumcari')
  await save.click()
  await expect(page.getByRole('alert')).toBeVisible()
  expect(await cityOnServer()).toBe('Tucumcari')
  await page.unroute('**/api/v1/users/*')
  await city.fill(before)
  await save.click()
  await expect.poll(cityOnServer).toBe(before)
})

test('a tag colour that is changed again while it is being saved is in conflict with nobody', async ({ page }) => {
  const api = await createApiClient(page.request, 'client')
  const { id } = await createPostMortem(page, { client: 'client', tag: 'M 9', sent: false })
  const read = async () => (await api.get(`/post-mortems/${id}`)).veterinary_record.veterinary_record_animals[0]
  await signInWithoutForm(page, 'client')
  await page.goto(`/a/record/${(await read()).id}`)
  const choose = async (color: string) => {
    await page.getByRole('combobox', { name: 'Tag colour' }).fill(color)
    await page.getByRole('option', { name: color, exact: true }).click()
  }
  await choose('Yellow')
  const requests = await holdRequests(page, '**/api/v1/veterinary-record-animals/*', 'PUT')
  const save = page.getByRole('button', { name: 'Save' })
  await save.click()
  await requests.held
  await choose('Blue')
  requests.release((route) => route.continue())
  await expect.poll(async () => (await read()).tag_color?.name).toBe('Yellow')
  await expect(save).toBeEnabled()
  await save.click()
  await expect.poll(async () => (await read()).tag_color?.name).toBe('Blue')
})
