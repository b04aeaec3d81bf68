import { expect, type Page, test } from '@playwright/test'
import { proxyWithServiceWorker } from './helpers/service-worker-proxy.ts'
import { outboxStatus } from './helpers/outbox.ts'
import { createApiClient } from './helpers/api-client.ts'
import { createPostMortem } from './helpers/create-post-mortem.ts'
import { choosePhotos, createPostMortemWithAnimals, photoDrafts, photoPagePath } from './helpers/photo-page.ts'
import { testPhoto } from './helpers/test-photos.ts'
import { navigateInApp } from './helpers/navigate-in-app.ts'
import { signInWithoutForm } from './helpers/sign-in.ts'

test.use({ serviceWorkers: 'allow' })

const cards = (page: Page) => page.getByRole('link', { name: /CHM-\d+/ })

/** Waits until the service worker has stored the app. */
const waitForServiceWorker = (page: Page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })

test('the app opens without a connection: by deep link, reload and back, with what was read before', async ({
  page,
  context,
}) => {
  await signInWithoutForm(page, 'client')
  await page.goto('/a/postmortems/pending')
  await cards(page).first().click()
  await expect(page).toHaveURL(/\/a\/postmortem\//)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/CHM-\d+/)
  const title = await page.getByRole('heading', { level: 1 }).textContent()
  const address = page.url()
  await waitForServiceWorker(page)

  await context.setOffline(true)
  const reopened = await context.newPage()
  await reopened.goto(address)
  await expect(reopened.getByRole('heading', { level: 1 })).toHaveText(title ?? '')
  await expect(outboxStatus(reopened)).toContainText('No connection')
  await expect(outboxStatus(reopened)).toContainText('As of')
  await reopened.goto('/a/postmortems/pending')
  await expect(cards(reopened).first()).toBeVisible()
  await reopened.goto('/a/training')
  await expect(reopened.getByRole('heading', { level: 1 })).toBeVisible()
  await reopened.goBack()
  await expect(cards(reopened).first()).toBeVisible()
  await reopened.reload()
  await expect(cards(reopened).first()).toBeVisible()
})

/** The names of the responses that are stored for reading without a connection. */
const storedNames = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const opened = indexedDB.open('chisholm-offline')
        opened.addEventListener('success', () => {
          if (!opened.result.objectStoreNames.contains('responses')) return resolve([])
          const keys = opened.result.transaction('responses').objectStore('responses').getAllKeys()
          keys.addEventListener('success', () => {
            opened.result.close()
            resolve(keys.result.map(String))
          })
        })
        opened.addEventListener('error', () => resolve([]))
      }),
  )

/** Whether the tickets of this user have been downloaded. */
const isDownloaded = async (page: Page) =>
  (await storedNames(page)).some((name) => name.endsWith('/downloaded post-mortems'))

test('lists, tickets, thumbnails and searches that were never opened can be read without a connection', async ({
  page,
  context,
}) => {
  await signInWithoutForm(page, 'client')
  await page.goto('/a/search/result?status=Completed')
  await expect(cards(page).first()).toBeVisible()
  const found = await cards(page).count()
  await page.goto('/a/postmortems/draft')
  await waitForServiceWorker(page)
  await page.reload()
  await expect.poll(() => isDownloaded(page), { timeout: 120_000 }).toBe(true)
  const api = await createApiClient(page.request, 'client')
  const sent = await api.get('/post-mortems?view=card&per_page=100&filter[veterinary_records.draft]=false')
  const withPhotos = sent.find(({ photos }: { photos: number }) => photos > 0)
  const thumbnails = (await api.get('/medias?per_page=9999')).length
  const countStored = () => page.evaluate(async () => (await (await caches.open('chisholm-thumbnails')).keys()).length)
  await expect.poll(countStored, { timeout: 120_000 }).toBeGreaterThanOrEqual(thumbnails)

  await context.setOffline(true)
  await page.goto('/a/postmortems/pending')
  await expect(cards(page).first()).toBeVisible()
  await cards(page).first().click()
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.goto('/a/search/result?status=Scheduled')
  await expect(page.getByText('only the tickets on this device were searched')).toBeVisible()
  await expect(cards(page).first()).toBeVisible()
  await page.goto('/a/search/result?status=Completed&page=1')
  await expect(cards(page)).toHaveCount(found)
  await page.goto(`/a/postmortem/${withPhotos.id}`)
  const thumbnail = page.getByRole('article').locator('img').first()
  await thumbnail.scrollIntoViewIfNeeded()
  await expect.poll(() => thumbnail.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(0)
})

test('a ticket that is not on the device says so without a connection, and is shown once there is one', async ({
  page,
  context,
}) => {
  // the download in the background does not get far
  await page.route('**/api/v1/sites?**', () => undefined)
  const { id, title } = await createPostMortem(page, { client: 'client', tag: 'Elsewhere', sent: true })
  await signInWithoutForm(page, 'client')
  await page.goto('/a/postmortems/complete')
  // the code of the page is loaded with another ticket
  await cards(page).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/CHM-\d+/)
  await context.setOffline(true)
  await navigateInApp(page, `/a/postmortem/${id}`)
  const failure = page.getByRole('alert')
  await expect(failure).toContainText('There was an error while getting post mortems.')
  await expect(failure).toContainText('There is no connection, and this is not stored on this device.')
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
})

test('a search without a connection, before any ticket was stored, says that there is nothing to search yet', async ({
  page,
  context,
}) => {
  // the download in the background does not get far
  await page.route('**/api/v1/sites?**', () => undefined)
  await signInWithoutForm(page, 'client')
  await page.goto('/a/search/result?status=Completed')
  await expect(cards(page).first()).toBeVisible()
  await context.setOffline(true)
  await navigateInApp(page, '/a/search/result?status=Scheduled')
  await expect(page.getByText('the tickets are not on this device yet')).toBeVisible()
  await expect(page.getByText('No results found')).toHaveCount(0)
  await expect(outboxStatus(page)).toContainText('No connection')
  await expect(outboxStatus(page)).not.toContainText('As of')
  await context.setOffline(false)
  await expect(cards(page).first()).toBeVisible()

  // A ticket that was opened can be found, as it was then.
  await cards(page).first().click()
  await expect(page.getByRole('article').first()).toBeVisible()
  await context.setOffline(true)
  await navigateInApp(page, '/a/search/result?status=Scheduled&page=1')
  await navigateInApp(page, '/a/search/result?status=Draft')
  await expect(page.getByText('only the tickets on this device were searched')).toBeVisible()
  await expect(outboxStatus(page)).toContainText('As of')
  await expect(outboxStatus(page)).not.toContainText(/19[67]\d/)
})

test('a veterinarian examines without a connection by the small copies of photos, and reads which tickets are missing', {
  tag: '@long',
}, async ({ page, context }) => {
  const { id } = await createPostMortem(page, { client: 'client', tag: 'O 1', sent: true })
  const client = await createApiClient(page.request, 'client')
  const [animal] = await client.get('/veterinary-record-animals?filter[tag]=O 1')
  const media = { media_attachable_type: 'VeterinaryRecordAnimal', media_attachable_id: animal.id }
  const [photo] = await client.upload('/medias', { ...media, 'image[]': await testPhoto(1) })
  const arrow = { kind: 'arrow', x: 0.2, y: 0.2, x2: 0.6, y2: 0.6, color: '#ffe600' }
  await client.put(`/medias/${photo.id}`, { markup: { version: 1, shapes: [arrow] } })
  await page.clock.install()
  await signInWithoutForm(page, 'vet')
  await page.goto('/a/location/all/inbox')
  await waitForServiceWorker(page)
  await page.reload()
  await expect(cards(page).first()).toBeVisible()
  await page.clock.fastForward(11_000)
  await expect.poll(() => isDownloaded(page), { timeout: 40_000 }).toBe(true)
  const isStored = () =>
    page.evaluate((address) => caches.match(address, { ignoreSearch: true }).then(Boolean), photo.thumbnail)
  await expect.poll(isStored).toBe(true)

  await context.setOffline(true)
  await page.goto(`/a/vet/ticketdetail/${id}?step=examine&animal=${animal.id}`)
  const photos = page.getByRole('region', { name: 'Photos' })
  await expect(photos.getByText('This is a small copy without its edges.')).toBeVisible()
  const widthShown = () => photos.locator('img').evaluate((one: HTMLImageElement) => one.naturalWidth)
  expect(await widthShown()).toBe(400)
  await photos.getByRole('button', { name: 'Enlarge the photo' }).click()
  await expect(page.getByRole('dialog').getByText('This is a small copy without its edges.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.goto('/a/location/all/complete')
  await expect(page.getByText('There is no connection, and none of these tickets are on this device.')).toBeVisible()

  await page.goBack()
  await expect(photos.getByText('This is a small copy without its edges.')).toBeVisible()
  await context.setOffline(false)
  await expect.poll(widthShown).toBe(2000)
  await expect(photos.getByTestId('markup')).toBeVisible()
})

test('what a site that was taken away left on the device is deleted, its thumbnails too', { tag: '@long' }, async ({
  page,
}) => {
  const manager = await createApiClient(page.request, 'manager')
  const sites = await manager.get('/sites')
  const south = sites.find(({ name }: { name: string }) => name === 'South Yard')
  const record_at = new Date().toISOString().slice(0, 10)
  const { id } = await manager.post('/post-mortems', { site_id: south.id, record_at, animals: [{ tag: 'O 2' }] })
  const [animal] = await manager.get('/veterinary-record-animals?filter[tag]=O 2')
  const media = { media_attachable_type: 'VeterinaryRecordAnimal', media_attachable_id: animal.id }
  const [photo] = await manager.upload('/medias', { ...media, 'image[]': await testPhoto(2) })
  const stored = async () => ({
    ticket: (await storedNames(page)).some((name) => name.includes(id)),
    thumbnail: await page.evaluate(
      (address) => caches.match(address, { ignoreSearch: true }).then(Boolean),
      photo.thumbnail,
    ),
  })
  await page.clock.install()
  await signInWithoutForm(page, 'manager')
  await page.goto('/a/postmortems/draft')
  await waitForServiceWorker(page)
  await page.reload()
  await expect(cards(page).first()).toBeVisible()
  await page.clock.fastForward(11_000)
  await expect.poll(stored, { timeout: 40_000 }).toEqual({ ticket: true, thumbnail: true })

  const isDownloading = () =>
    page.evaluate(async () => (await navigator.locks.query()).held?.some(({ name }) => name === 'chisholm.download'))
  await expect.poll(isDownloading, { timeout: 40_000 }).toBe(false)

  const admin = await createApiClient(page.request, 'admin')
  const giveAccess = (all: { id: string }[]) =>
    admin.put(`/users/${manager.uuid}/sites`, { sites: all.map((site) => site.id) })
  await giveAccess(sites.filter((site: { id: string }) => site.id !== south.id))
  // the next download
  await page.clock.fastForward('30:00')
  await expect.poll(stored).toEqual({ ticket: false, thumbnail: false })
  await giveAccess(sites)
})

const isNewVersionWaiting = (page: Page) =>
  page.evaluate(async () => Boolean((await navigator.serviceWorker.ready).waiting))

/** Waits until the page has fetched the new version, which it offers every few seconds from then on. */
async function deployNewVersion(page: Page, proxy: { change: (edit: (script: string) => string) => void }) {
  proxy.change((script) => `${script}\n// the next version`)
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()))
  await expect.poll(() => isNewVersionWaiting(page)).toBe(true)
}

test('a new version waits while a form is being filled in, then replaces the old one and loses nothing', {
  tag: '@long',
}, async ({ page }) => {
  await using proxy = await proxyWithServiceWorker()
  await page.clock.install()
  await signInWithoutForm(page, 'client', proxy.url)
  await page.goto(`${proxy.url}/a/postmortems/draft`)
  await waitForServiceWorker(page)
  await page.reload()
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated')
  await page.goto(`${proxy.url}/a/postmortem/add`)
  await page.getByLabel('Notes').fill('Typed before the update.')
  await page.evaluate(() => Object.assign(globalThis, { isOldPage: true }))
  const isOldPage = () => page.evaluate(() => 'isOldPage' in globalThis)
  /** The state that may delay the new version. */
  const state = () =>
    page.evaluate(async () => ({
      isOldPage: 'isOldPage' in globalThis,
      isControlled: navigator.serviceWorker.controller !== null,
      isWaiting: Boolean((await navigator.serviceWorker.getRegistration())?.waiting),
      locks: (await navigator.locks.query()).held?.map(({ name, mode }) => `${name} ${mode}`),
      focused: document.activeElement?.tagName,
    }))

  await deployNewVersion(page, proxy)
  await page.clock.runFor(120_000)
  expect(await isOldPage()).toBe(true)
  await expect(page.getByLabel('Notes')).toHaveValue('Typed before the update.')

  await page.getByRole('button', { name: 'Back' }).click()
  await page.getByRole('link', { name: 'Training' }).click()
  // From here the clock runs as usual but for one jump, which is too short for the page to reconnect to the event
  // stream. With a request at the moment at which Chromium stops the old worker, it keeps that worker for minutes.
  await page.clock.resume()
  await page.clock.fastForward(20_000)
  await expect(async () => expect(await state()).toMatchObject({ isOldPage: false })).toPass({ timeout: 120_000 })
  await page.goto(`${proxy.url}/a/postmortem/add`)
  await expect(page.getByLabel('Notes')).toHaveValue('Typed before the update.')
})

test('a new version waits while a drawing is not saved', { tag: '@long' }, async ({ page }) => {
  await using proxy = await proxyWithServiceWorker()
  await page.clock.install()
  await signInWithoutForm(page, 'client', proxy.url)
  const postMortem = await createPostMortemWithAnimals(page, 'client', ['N 1'])
  await page.goto(`${proxy.url}${photoPagePath(postMortem)}`)
  await waitForServiceWorker(page)
  await choosePhotos(page, 1)
  await expect(photoDrafts(page)).toHaveCount(1)
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated')
  await page.getByRole('button', { name: 'View IMG_0001.jpg' }).click()
  await page.getByRole('button', { name: 'Draw on the photo' }).click()
  const editor = page.getByRole('dialog', { name: 'Draw on IMG_0001.jpg' })
  await editor.getByRole('application').focus()
  for (const key of ['Enter', 'ArrowRight', 'Enter']) await page.keyboard.press(key)
  await expect(editor.getByRole('button', { name: 'Save' })).toBeEnabled()
  let asked = 0
  page.on('dialog', async (dialog) => {
    asked++
    await dialog.dismiss()
  })
  await deployNewVersion(page, proxy)
  await page.clock.runFor(120_000)
  expect(await isNewVersionWaiting(page)).toBe(true)
  await expect(editor.getByRole('button', { name: 'Save' })).toBeEnabled()
  expect(asked).toBe(0)
})

test('a new version waits while a photo is being taken', { tag: '@long' }, async ({ page }) => {
  await using proxy = await proxyWithServiceWorker()
  await page.clock.install()
  await signInWithoutForm(page, 'client', proxy.url)
  const postMortem = await createPostMortemWithAnimals(page, 'client', ['N 2'])
  await page.goto(`${proxy.url}${photoPagePath(postMortem)}`)
  await waitForServiceWorker(page)
  await page.reload()
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated')
  const opening = page.waitForEvent('filechooser')
  await page.getByText('Add photos').click()
  const camera = await opening
  // Safari does not give the focus to what opens the camera
  await page.getByLabel('Add photos').blur()
  await deployNewVersion(page, proxy)
  await page.clock.runFor(120_000)
  expect(await isNewVersionWaiting(page)).toBe(true)
  await camera.setFiles(await testPhoto(1))
  await expect(photoDrafts(page)).toHaveCount(1)
})

test('a withdrawn service worker removes itself and what it stored from each device', { tag: '@long' }, async ({
  page,
}) => {
  await using proxy = await proxyWithServiceWorker()
  await page.goto(`${proxy.url}/u/login`)
  await waitForServiceWorker(page)
  proxy.withdraw()
  await page.goto(`${proxy.url}/u/reset`)
  const leftovers = () =>
    page.evaluate(async () => [...(await navigator.serviceWorker.getRegistrations()), ...(await caches.keys())].length)
  await expect(async () => expect(await leftovers()).toBe(0)).toPass()
  await expect(page.getByLabel('Email')).toBeVisible()
})

test('after a week without the server the device is locked until it reaches the server, and keeps unsent changes', {
  tag: '@long',
}, async ({ page, context }) => {
  await signInWithoutForm(page, 'client')
  await page.goto('/a/postmortems/pending')
  await expect(cards(page).first()).toBeVisible()
  await waitForServiceWorker(page)
  await context.setOffline(true)
  await page.evaluate(() => {
    const week = 7.1 * 24 * 3_600_000
    const use = JSON.parse(localStorage.getItem('chisholm.device-use') ?? '{}')
    localStorage.setItem('chisholm.device-use', JSON.stringify({ ...use, lastContactAt: Date.now() - week }))
  })
  await page.goto('/a/postmortems/pending')
  await expect(page.getByRole('heading', { name: 'Connect to go on' })).toBeVisible()
  await expect(cards(page)).toHaveCount(0)
  await expect.poll(() => storedNames(page)).toEqual([])
  expect(await page.evaluate(() => caches.has('chisholm-thumbnails'))).toBe(false)
  await context.setOffline(false)
  await expect(cards(page).first()).toBeVisible()
})

test('a page that stays open for a week without the server is locked when it is seen again, and its copies are deleted', {
  tag: '@long',
}, async ({ page, context }) => {
  await signInWithoutForm(page, 'client')
  await page.goto('/a/postmortems/pending')
  await expect(cards(page).first()).toBeVisible()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('chisholm.device-use'))).not.toBeNull()
  await expect.poll(() => storedNames(page)).not.toEqual([])
  // a late response would count as contact
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await page.evaluate(() => {
    const week = 7.1 * 24 * 3_600_000
    const use = JSON.parse(localStorage.getItem('chisholm.device-use') ?? '{}')
    localStorage.setItem('chisholm.device-use', JSON.stringify({ ...use, lastContactAt: Date.now() - week }))
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await expect(page.getByRole('heading', { name: 'Connect to go on' })).toBeVisible()
  await expect(cards(page)).toHaveCount(0)
  await expect.poll(() => storedNames(page)).toEqual([])
  await context.setOffline(false)
  await expect(cards(page).first()).toBeVisible()
})
