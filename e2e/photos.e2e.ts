import { readdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import sharp from 'sharp'
import { holdRequests } from './helpers/hold-requests.ts'
import { createApiClient } from './helpers/api-client.ts'
import { signIn, signInWithoutForm } from './helpers/sign-in.ts'
import {
  choosePhotos,
  photoDrafts,
  photoPagePath,
  savedPhotos,
  savedPhotoNames,
  uploadPhotos,
  createPostMortemWithAnimals,
} from './helpers/photo-page.ts'
import { phonePhoto, testPhoto } from './helpers/test-photos.ts'
import { artefacts, dataDir } from './paths.ts'
import { expectToast } from './helpers/expect-screen.ts'

test('chosen and taken photos stay on the device until Save uploads them once', async ({ page }) => {
  await signIn(page, 'client')
  const postMortem = await createPostMortemWithAnimals(page, 'client', ['P 1'])
  const keys: (string | undefined)[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/medias'))
      keys.push(request.headers()['idempotency-key'])
  })
  await page.goto(photoPagePath(postMortem))
  await expect(page.getByText('There are no photos')).toBeVisible()
  // until there is something to save, its place is taken by the next photo
  await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0)
  await expect(page.getByText('Photograph: Ear tag')).toHaveCount(1)
  await expect(page.getByText('Photograph: Ear tag')).toBeInViewport()
  const camera = page.getByLabel('Take photo')
  await expect(camera).toHaveAttribute('capture', 'environment')

  await choosePhotos(page, 1, 2, 3)
  await camera.setInputFiles(await phonePhoto(4))
  await expect(photoDrafts(page)).toHaveCount(4)
  await expect(photoDrafts(page).getByText('Not saved')).toHaveCount(4)
  await page.getByRole('button', { name: 'Remove IMG_0002.jpg' }).click()
  await expect(photoDrafts(page)).toHaveCount(3)
  await expect(page.getByRole('button', { name: 'View IMG_0003.jpg' })).toBeFocused()
  // taps with gloves hit the wrong button
  await page.getByRole('button', { name: 'Remove IMG_0001.jpg' }).click()
  await expect(photoDrafts(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'Undo the removal of IMG_0001.jpg' }).click()
  await expect(photoDrafts(page)).toHaveCount(3)
  await expect(photoDrafts(page).first().getByRole('button', { name: 'View IMG_0001.jpg' })).toBeVisible()
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(photoDrafts(page)).toHaveCount(3)
  expect(await savedPhotoNames(page, postMortem, postMortem.animalIds[0])).toEqual([])
  expect(keys).toEqual([])

  const uploads = await holdRequests(page, '**/api/v1/medias', 'POST')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('progressbar').first()).toBeVisible()
  uploads.release((route) => route.continue())
  await expectToast(page, 'Photo was successfully saved.')
  await expect(photoDrafts(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0)
  await expect(savedPhotos(page)).toHaveCount(3)
  expect(await savedPhotoNames(page, postMortem, postMortem.animalIds[0])).toEqual([
    'IMG_0001.jpg',
    'IMG_0003.jpg',
    'IMG_0004.jpg',
  ])
  // a large photo was shrunk on the device, and has the time it was taken
  const address = `/api/v1/medias?filter[media_attachable_id]=${postMortem.animalIds[0]}`
  const { data } = await (await page.request.get(address, { headers: postMortem.headers })).json()
  const { name, width, height, taken_at } = data[2]
  expect({ name, width, height, taken_at }).toEqual({
    name: 'IMG_0004.jpg',
    width: 2560,
    height: 1920,
    taken_at: '2026-09-22T20:03:11.000Z',
  })
  expect(keys).toHaveLength(3)
  expect(new Set(keys).size).toBe(3)
  for (const key of keys) expect(key).toMatch(/^[0-9a-f-]{36}$/)
})

test('a photo whose reduction was cut off, because the phone ended the app, is reduced when it is saved', async ({
  page,
}) => {
  await signInWithoutForm(page, 'client')
  const postMortem = await createPostMortemWithAnimals(page, 'client', ['P 21'])
  await page.goto(photoPagePath(postMortem))
  const reduction = await holdRequests(page, '**/shrink-photo-worker*', 'GET')
  await page.getByLabel('Add photos').setInputFiles(await phonePhoto(4))
  await reduction.held
  await expect(photoDrafts(page)).toHaveCount(1)
  reduction.release((route) => route.abort())
  page.once('dialog', (dialog) => void dialog.accept())
  await page.unrouteAll({ behavior: 'wait' })
  await page.reload()
  await expect(photoDrafts(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Photo was successfully saved.')
  const address = `/api/v1/medias?filter[media_attachable_id]=${postMortem.animalIds[0]}`
  const { data } = await (await page.request.get(address, { headers: postMortem.headers })).json()
  expect(data).toMatchObject([{ name: 'IMG_0004.jpg', width: 2560, height: 1920 }])
})

test('the removal of a photo can be undone once the device has finished it', async ({ page }) => {
  await signInWithoutForm(page, 'client')
  const postMortem = await createPostMortemWithAnimals(page, 'client', ['P 20'])
  await page.goto(photoPagePath(postMortem))
  await choosePhotos(page, 1)
  await expect(photoDrafts(page)).toHaveCount(1)
  // a transaction that stays open lets no other write to the drafts
  const release = await page.evaluateHandle(
    () =>
      new Promise<() => void>((resolve) => {
        const opening = indexedDB.open('chisholm-photos')
        opening.onsuccess = () => {
          let isHeld = true
          const drafts = opening.result.transaction('drafts', 'readwrite').objectStore('drafts')
          const hold = () => {
            if (isHeld) drafts.get('none').onsuccess = hold
            else opening.result.close()
          }
          hold()
          resolve(() => (isHeld = false))
        }
      }),
  )
  await page.getByRole('button', { name: 'Remove IMG_0001.jpg' }).click()
  const undo = page.getByRole('button', { name: 'Undo the removal of IMG_0001.jpg' })
  await expect(undo).toHaveCount(0)
  await release.evaluate((letGo) => letGo())
  await undo.click()
  await expect(photoDrafts(page)).toHaveCount(1)
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(photoDrafts(page)).toHaveCount(1)
})

test('one failing photo does not prevent the others from being saved', async ({ page }) => {
  await signInWithoutForm(page, 'client')
  const postMortem = await createPostMortemWithAnimals(page, 'client', ['P 4'])
  await page.goto(photoPagePath(postMortem))
  const validPhoto = await testPhoto(2)
  const damaged = {
    ...validPhoto,
    name: 'cut.jpg',
    buffer: validPhoto.buffer.subarray(0, validPhoto.buffer.length / 2),
  }
  await page.getByLabel('Add photos').setInputFiles([await testPhoto(1), damaged, await testPhoto(3)])
  await page.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'There was an error while saving a photo.')
  await expect(savedPhotos(page)).toHaveCount(2)
  await expect(photoDrafts(page)).toHaveCount(1)
  await expect(photoDrafts(page)).toContainText('This picture is damaged and cannot be read. Please take it again.')
  await page.getByRole('button', { name: 'Remove cut.jpg' }).click()
  await expect(photoDrafts(page)).toHaveCount(0)
})

test('an interrupted upload resumes, and the photo is stored once', async ({ page }) => {
  await signInWithoutForm(page, 'client')
  const postMortem = await createPostMortemWithAnimals(page, 'client', ['P 5'])
  await page.goto(photoPagePath(postMortem))
  await page.evaluate(() => localStorage.setItem('chisholm.full-size-photos', '1'))
  const noise = { type: 'gaussian', mean: 128, sigma: 50 } as const
  const buffer = await sharp({ create: { width: 1500, height: 1200, channels: 3, background: '#777', noise } })
    .jpeg({ quality: 90 })
    .toBuffer()
  const sent: string[] = []
  let isCut = true
  await page.route('**/uploads/*/parts/*', (route) => {
    const number = route.request().url().split('/').at(-1) ?? ''
    if (isCut && number === '1') return route.abort()
    sent.push(number)
    return route.continue()
  })
  await page.getByLabel('Add photos').setInputFiles({ name: 'large.jpg', mimeType: 'image/jpeg', buffer })
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(photoDrafts(page)).toContainText('Waits for a connection, then it is sent automatically')
  isCut = false
  await expect(savedPhotos(page)).toHaveCount(1)
  expect(sent.slice(0, 2)).toEqual(['0', '1'])
  expect(new Set(sent).size).toBe(sent.length)
})

test('a file that is not a photo is rejected at once, by its name and by its content', async ({ page }) => {
  await signInWithoutForm(page, 'client')
  const postMortem = await createPostMortemWithAnimals(page, 'client', ['P 5'])
  await page.goto(photoPagePath(postMortem))
  const refusal = page.getByRole('alert').filter({ hasText: 'Please choose a jpg, jpeg, png, webp or heic file.' })
  const pdf = { name: 'letter.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7') }
  await page.getByLabel('Add photos').setInputFiles(pdf)
  await expect(refusal).toContainText('letter.pdf')
  await page.getByLabel('Add photos').setInputFiles([{ ...pdf, name: 'letter.jpg' }, await testPhoto(1)])
  await expect(refusal).toContainText('letter.jpg')
  await expect(photoDrafts(page)).toHaveCount(1)
})

test('saved photos are listed 10 per page and deleted after a confirmation', { tag: '@long' }, async ({ page }) => {
  await signIn(page, 'client')
  const postMortem = await createPostMortemWithAnimals(page, 'client', ['P 9'])
  const [animalId = ''] = postMortem.animalIds
  await uploadPhotos(page, postMortem, animalId, 11)
  await page.goto(photoPagePath(postMortem))
  await expect(savedPhotos(page)).toHaveCount(10)
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(savedPhotos(page)).toHaveCount(1)

  await page.getByRole('button', { name: 'Delete saved-11.jpg' }).click()
  const question = page.getByRole('dialog', { name: 'Delete saved-11.jpg?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(await savedPhotoNames(page, postMortem, animalId)).toHaveLength(11)
  await page.getByRole('button', { name: 'Delete saved-11.jpg' }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, 'Photo was successfully deleted.')
  await expect(savedPhotos(page)).toHaveCount(10)
  expect(await savedPhotoNames(page, postMortem, animalId)).not.toContain('saved-11.jpg')

  await page.getByRole('button', { name: 'Delete saved-2.jpg' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(savedPhotos(page)).toHaveCount(9)
  await expect(page.getByRole('button', { name: 'View saved-3.jpg' })).toBeFocused()

  await page.route('**/api/v1/medias/*', (route) => route.abort())
  await page.getByRole('button', { name: 'Delete saved-3.jpg' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expectToast(page, 'There was an error while deleting photo.')
  await expect(savedPhotos(page)).toHaveCount(9)
})

test('a completed ticket shows its client the photos read-only', async ({ page }) => {
  await signInWithoutForm(page, 'client')
  await page.goto('/a/postmortems/complete')
  await page
    .getByRole('link', { name: /CHM-\d+/ })
    .first()
    .click()
  await expect(page.getByRole('button', { name: 'Generate Report' })).toBeVisible()
  const id = /postmortem\/(?:view\/)?([0-9a-f-]{36})/.exec(page.url())?.[1] ?? ''
  const { headers } = await createPostMortemWithAnimals(page, 'client', [])
  const { data } = await (await page.request.get(`/api/v1/post-mortems/${id}`, { headers })).json()
  const animalId: string = data.veterinary_record.veterinary_record_animals[0].id
  await page.goto(photoPagePath({ id, animalIds: [animalId], headers }))
  await expect(savedPhotos(page).first().or(page.getByText('There are no photos'))).toBeVisible()
  await expect(page.getByRole('button', { name: /^View/ })).toHaveCount(
    data.veterinary_record.veterinary_record_animals[0].photos,
  )
  for (const name of [/^Delete/, 'Save']) await expect(page.getByRole('button', { name })).toHaveCount(0)
  await expect(page.getByLabel('Add photos')).toHaveCount(0)
})

test('a failure to load photos shows an error with a retry button', async ({ page }) => {
  await signInWithoutForm(page, 'client')
  const postMortem = await createPostMortemWithAnimals(page, 'client', ['P 10'])
  await page.route('**/api/v1/post-mortems/*?include=medias', (route) =>
    route.fulfill({ status: 400, json: { success: false } }),
  )
  await page.goto(photoPagePath(postMortem))
  await expect(page.getByText('There was an error while getting photos.')).toBeVisible()
  await page.unroute('**/api/v1/post-mortems/*?include=medias')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('There are no photos')).toBeVisible()
})

test('a veterinarian reaches the photos of an animal by both routes, one of which asks for the animal', async ({
  page,
}) => {
  await signIn(page, 'vet')
  const postMortem = await createPostMortemWithAnimals(page, 'client', ['P 11', 'P 12'])
  const sent = await page.request.put(`/api/v1/post-mortems/${postMortem.id}`, {
    headers: postMortem.headers,
    data: { draft: 0 },
  })
  expect(sent.ok()).toBe(true)
  await page.goto(`/a/vet/ticketdetail/${postMortem.id}/uploadPhoto`)
  await page.getByRole('link', { name: 'P 12' }).click()
  await expect(page).toHaveURL(`/a/vet/ticketdetail/${postMortem.id}/${postMortem.animalIds[1]}/uploadPhoto`)
  await choosePhotos(page, 1)
  await page.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Photo was successfully saved.')
  expect(await savedPhotoNames(page, postMortem, postMortem.animalIds[1])).toEqual(['IMG_0001.jpg'])
  expect(await savedPhotoNames(page, postMortem, postMortem.animalIds[0])).toEqual([])
})

test('a photo whose file is lost says so in its tile and can be deleted', { tag: '@long' }, async ({ page }) => {
  await signInWithoutForm(page, 'client')
  const postMortem = await createPostMortemWithAnimals(page, 'client', ['P 9'])
  await page.goto(photoPagePath(postMortem))
  await choosePhotos(page, 1, 2)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(savedPhotos(page)).toHaveCount(2)
  const stored = await (await createApiClient(page.request, 'client')).get(
    `/post-mortems/${postMortem.id}?include=medias`,
  )
  const medias: { id: string; name: string }[] = stored.veterinary_record.veterinary_record_animals[0].medias
  await page.reload()
  await loseImage(medias.find(({ name }) => name === 'IMG_0001.jpg')?.id ?? '')

  // The server notices the loss when the file is first requested.
  await page.getByRole('button', { name: 'View IMG_0001.jpg' }).click()
  await expect(page.getByRole('alert').getByText('Photo lost')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(savedPhotos(page).filter({ hasText: 'IMG_0001.jpg' })).toContainText('Photo lost')
  await page.screenshot({ path: path.join(artefacts, `photo-lost-${page.viewportSize()?.width}.png`) })
  await page.getByRole('button', { name: 'Delete IMG_0001.jpg' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(savedPhotos(page)).toHaveCount(1)
})

async function loseImage(id: string) {
  const photos = path.join(dataDir, 'files/photos')
  const files = await readdir(photos, { recursive: true })
  const images = files.filter((file) => file.includes(id) && !file.endsWith('-thumbnail.jpg'))
  expect(images).toHaveLength(1)
  await rm(path.join(photos, images[0] ?? ''))
}

test('with Wi-Fi only, photos wait on a metered connection, and are sent as soon as there is Wi-Fi', {
  tag: '@long',
}, async ({ page }) => {
  // Only Chrome on Android reports its connection type.
  await page.addInitScript(() => {
    const connection = Object.assign(new EventTarget(), { type: 'cellular' })
    Object.defineProperty(navigator, 'connection', { value: connection })
  })
  await signInWithoutForm(page, 'client')
  const postMortem = await createPostMortemWithAnimals(page, 'client', ['P 31'])
  await page.goto('/a/profile')
  await page.getByLabel('Send photos on Wi-Fi only').check()
  await page.goto(photoPagePath(postMortem))
  await choosePhotos(page, 1)
  await page.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'The photos are sent when there is Wi-Fi.')
  await page.goto('/a/waiting')
  await expect(page.getByText('Photos wait for Wi-Fi.')).toBeVisible()
  await page.getByRole('button', { name: 'Try now' }).click()
  expect(await savedPhotoNames(page, postMortem, postMortem.animalIds[0])).toEqual([])
  await page.evaluate(() => {
    const connection: unknown = Reflect.get(navigator, 'connection')
    if (!(connection instanceof EventTarget)) return
    Object.assign(connection, { type: 'wifi' }).dispatchEvent(new Event('change'))
  })
  await expect(page.getByText('Everything has been sent.')).toBeVisible()
  await expect.poll(() => savedPhotoNames(page, postMortem, postMortem.animalIds[0])).toEqual(['IMG_0001.jpg'])
})
