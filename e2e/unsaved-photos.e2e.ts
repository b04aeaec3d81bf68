import { mkdtempSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { idbResult } from './helpers/indexed-db.ts'
import { gotoWithPreloads } from './helpers/wait-for-preloads.ts'
import { signIn, signOut, signInWithoutForm } from './helpers/sign-in.ts'
import {
  choosePhotos,
  photoDrafts,
  leaveDialog,
  photoPagePath,
  savedPhotos,
  savedPhotoNames,
  createPostMortemWithAnimals,
} from './helpers/photo-page.ts'
import { createApiClient } from './helpers/api-client.ts'
import { navigateInApp } from './helpers/navigate-in-app.ts'
import { expectToast } from './helpers/expect-screen.ts'
import { holdRequests } from './helpers/hold-requests.ts'
import { outboxStatus } from './helpers/outbox.ts'

test('photo drafts survive a reload, a closed page and a closed browser, and the app offers to resume', async ({
  playwright,
  launchOptions,
  baseURL,
  viewport,
}) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'chisholm-browser-'))
  const open = () =>
    // cast: Playwright ignores undefined options
    playwright.chromium.launchPersistentContext(folder, { ...launchOptions, baseURL, viewport } as object)
  let browser = await open()
  let page = await browser.newPage()
  await signInWithoutForm(page, 'client')
  const postMortem = await createPostMortemWithAnimals(page, 'client', ['P 2'])
  await page.goto(photoPagePath(postMortem))
  await choosePhotos(page, 1, 2)
  await expect(photoDrafts(page)).toHaveCount(2)
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(photoDrafts(page)).toHaveCount(2)

  await page.close({ runBeforeUnload: false })
  page = await browser.newPage()
  await page.goto(photoPagePath(postMortem))
  await expect(page.getByText('2 photos from before are not saved yet. Save them, or remove them.')).toBeVisible()
  await expect(photoDrafts(page)).toHaveCount(2)

  await browser.close()
  browser = await open()
  page = await browser.newPage()
  await page.goto('/')
  await expect(page.getByText('2 photos are not saved yet.')).toBeVisible()
  expect(await savedPhotoNames(page, postMortem, postMortem.animalIds[0])).toEqual([])
  await page.getByRole('link', { name: 'Go on' }).click()
  await expect(photoDrafts(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(savedPhotos(page)).toHaveCount(2)
  expect(await savedPhotoNames(page, postMortem, postMortem.animalIds[0])).toEqual(['IMG_0001.jpg', 'IMG_0002.jpg'])
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'My PM Requests' })).toBeVisible()
  await expect(page.getByText('not saved yet')).toHaveCount(0)
  await browser.close()
})

test('photos queued in a tab that was closed are uploaded by another one', async ({ page, context }) => {
  await signInWithoutForm(page, 'client')
  const postMortem = await createPostMortemWithAnimals(page, 'client', ['P 16'])
  const other = await context.newPage()
  await other.goto('/')
  await expect(other.getByRole('heading', { name: 'My PM Requests' })).toBeVisible()
  await gotoWithPreloads(page, photoPagePath(postMortem), page.getByRole('heading', { name: 'Photos of P 16' }))
  await context.setOffline(true)
  await choosePhotos(page, 1, 2)
  await expect(photoDrafts(page)).toHaveCount(2)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(outboxStatus(page)).toContainText('2 photos wait for a connection')
  await expect(outboxStatus(other)).toContainText('2 photos wait for a connection')
  await page.close({ runBeforeUnload: false })
  await context.setOffline(false)
  await expect(outboxStatus(other)).toHaveCount(0)
  await expect(other.getByText('not saved yet')).toHaveCount(0)
  const saved = await savedPhotoNames(other, postMortem, postMortem.animalIds[0])
  expect(saved.toSorted()).toEqual(['IMG_0001.jpg', 'IMG_0002.jpg'])
})

test('a photo whose response was lost is sent again by itself, or at once by Retry, and is stored once', async ({
  page,
  context,
}) => {
  await signIn(page, 'client')
  const postMortem = await createPostMortemWithAnimals(page, 'client', ['P 3'])
  const keys: (string | undefined)[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/medias'))
      keys.push(request.headers()['idempotency-key'])
  })
  await page.goto(photoPagePath(postMortem))
  await choosePhotos(page, 1)
  // The server handles the request, but its response is lost.
  const network = await context.newCDPSession(page)
  network.on('Fetch.requestPaused', ({ requestId }) => {
    void network.send('Fetch.failRequest', { requestId, errorReason: 'ConnectionReset' })
  })
  await network.send('Fetch.enable', { patterns: [{ urlPattern: '*/api/v1/medias', requestStage: 'Response' }] })
  await page.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'There was an error while saving a photo.')
  await expect(photoDrafts(page)).toContainText('Waits for a connection, then it is sent automatically')
  await expect(outboxStatus(page)).toContainText('1 photo waits for a connection')
  expect(await savedPhotoNames(page, postMortem, postMortem.animalIds[0])).toEqual(['IMG_0001.jpg'])

  await page.reload()
  await expect(photoDrafts(page)).toContainText('Waits for a connection, then it is sent automatically')
  await expect(page.getByRole('button', { name: 'Retry IMG_0001.jpg' })).toBeVisible()
  await network.send('Fetch.disable')
  await expect(photoDrafts(page)).toHaveCount(0)
  await expect(savedPhotos(page)).toHaveCount(1)
  await expect(outboxStatus(page)).toHaveCount(0)
  expect(await savedPhotoNames(page, postMortem, postMortem.animalIds[0])).toEqual(['IMG_0001.jpg'])
  // All attempts have the same idempotency key.
  expect(new Set(keys).size).toBe(1)
})

test('saving again while the first request is still running succeeds', { tag: '@long' }, async ({ page }) => {
  await signInWithoutForm(page, 'client')
  const postMortem = await createPostMortemWithAnimals(page, 'client', ['P 13'])
  await page.goto(photoPagePath(postMortem))
  await choosePhotos(page, 1)
  const problem = { type: 'urn:chisholm:still-running', message: 'The same request is still being processed.' }
  await page.route(
    '**/api/v1/medias',
    (route) => route.fulfill({ status: 409, json: { success: false, ...problem } }),
    {
      times: 1,
    },
  )
  await page.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Photo was successfully saved.')
  expect(await savedPhotoNames(page, postMortem, postMortem.animalIds[0])).toEqual(['IMG_0001.jpg'])
})

test('drafts of an animal that was deleted meanwhile are shown until they are removed, and even the last one can be brought back', async ({
  page,
}) => {
  await signInWithoutForm(page, 'client')
  const postMortem = await createPostMortemWithAnimals(page, 'client', ['P 14', 'P 15'])
  await page.goto(photoPagePath(postMortem))
  await choosePhotos(page, 1)
  await expect(photoDrafts(page)).toHaveCount(1)
  const gone = await page.request.delete(`/api/v1/veterinary-record-animals/${postMortem.animalIds[0]}`, {
    headers: postMortem.headers,
  })
  expect(gone.ok()).toBe(true)
  page.once('dialog', (dialog) => void dialog.accept())
  await page.goto('/')
  await page.getByRole('link', { name: 'Go on' }).click()
  await expect(page.getByText('This animal is not on the ticket')).toBeVisible()
  const { pathname } = new URL(page.url())
  await page.getByRole('button', { name: 'Remove IMG_0001.jpg' }).click()
  await page.getByRole('button', { name: 'Undo the removal of IMG_0001.jpg' }).click()
  await expect(photoDrafts(page)).toHaveCount(1)
  await page.reload()
  await page.getByRole('button', { name: 'Remove IMG_0001.jpg' }).click()
  await expect(page.getByRole('button', { name: 'Undo the removal of IMG_0001.jpg' })).toBeVisible()
  await page.goto(pathname)
  await expect(page.getByText('Sorry Page Not Found :)').first()).toBeVisible()
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'My PM Requests' })).toBeVisible()
  await expect(page.getByText('not saved yet')).toHaveCount(0)
})

test('who deletes an animal or its ticket is told of the photos that are not sent yet', async ({ page, context }) => {
  await signInWithoutForm(page, 'client')
  const postMortem = await createPostMortemWithAnimals(page, 'client', ['P 16', 'P 17'])
  await page.goto(photoPagePath(postMortem))
  await page.getByRole('heading', { name: 'Photos of P 16' }).waitFor()
  await context.setOffline(true)
  await choosePhotos(page, 1, 2)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expectToast(page, 'The photos are sent when there is a connection.')
  await page.getByRole('button', { name: 'Done' }).click()
  const card = page.getByRole('article', { name: 'P 16' })
  await expect(card).toContainText('2 photos: waiting to be sent')
  await expect(card).not.toContainText('There are no photos')
  const question = page.getByRole('dialog')
  for (const [button, title] of [
    [/^Delete CHM-\d+$/, /^Delete CHM-\d+\?$/],
    [/^Delete P 16$/, 'Delete P 16?'],
  ] as const) {
    await page.getByRole('button', { name: button }).click()
    await expect(question.getByRole('heading', { name: title })).toBeVisible()
    await expect(question).toContainText('2 photos are not sent yet. They cannot be sent any more then')
    await question.getByRole('button', { name: 'Cancel' }).click()
  }
  await page.getByRole('button', { name: 'Delete P 17' }).click()
  await expect(question.getByRole('heading', { name: 'Delete P 17?' })).toBeVisible()
  await expect(question).not.toContainText('photos')
})

test('a photo and notes whose ticket is completed while they wait stay, with the reason, and the photo can be downloaded', {
  tag: '@long',
}, async ({ page, context }) => {
  const postMortem = await createPostMortemWithAnimals(page, 'client', ['P 18'])
  const client = await createApiClient(page.request, 'client')
  await client.put(`/post-mortems/${postMortem.id}`, { draft: 0 })
  await signInWithoutForm(page, 'client')
  await page.goto(photoPagePath(postMortem))
  await choosePhotos(page, 1)
  await expect(photoDrafts(page)).toHaveCount(1)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(outboxStatus(page)).toContainText('1 photo waits for a connection')
  await navigateInApp(page, `/a/postmortem/${postMortem.id}?step=animal&animal=${postMortem.animalIds[0]}`)
  await page.getByLabel('Notes').fill('It coughed for three days.')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(outboxStatus(page)).toContainText('1 change and 1 photo wait for a connection')
  await navigateInApp(page, photoPagePath(postMortem))
  const vet = await createApiClient(page.request, 'vet')
  await vet.put(`/post-mortems/${postMortem.id}`, { completed_at: new Date().toISOString() })
  await context.setOffline(false)
  await expect(photoDrafts(page)).toContainText('This post mortem is completed and can no longer be changed.')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download IMG_0001.jpg' }).click()
  expect((await downloading).suggestedFilename()).toBe('IMG_0001.jpg')
  await navigateInApp(page, `/a/postmortem/${postMortem.id}`)
  await expect(page.getByRole('article', { name: 'P 18' })).toContainText('It coughed for three days.')
  const refused = page.getByRole('region', { name: 'Not accepted' })
  await expect(refused).toContainText('This post mortem is completed and can no longer be changed.')
  await expect(refused.getByRole('button')).toHaveText(['Try again', 'Discard'])
})

test('leaving with unsaved photos asks first: by a link, by going back and by closing the tab', async ({ page }) => {
  await signInWithoutForm(page, 'client')
  const postMortem = await createPostMortemWithAnimals(page, 'client', ['P 6'])
  await page.goto(`/a/postmortem/view/${postMortem.id}`)
  await page.getByRole('link', { name: 'Add photos' }).click()
  await expect(page).toHaveURL(photoPagePath(postMortem))
  await choosePhotos(page, 1)
  await expect(photoDrafts(page)).toHaveCount(1)
  const question = leaveDialog(page)

  await page.getByRole('link', { name: 'Search' }).click()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(photoPagePath(postMortem))
  await page.goBack()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(photoPagePath(postMortem))
  const closing = page.waitForEvent('dialog')
  await page.close({ runBeforeUnload: true })
  expect((await closing).type()).toBe('beforeunload')
  await (await closing).dismiss()

  await page.getByRole('button', { name: 'Done' }).click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(`/a/postmortem/view/${postMortem.id}`)
  await expect(page.getByText('1 not saved')).toBeVisible()
  await page.goto(photoPagePath(postMortem))
  await expect(photoDrafts(page)).toHaveCount(1)
})

test('signing out warns of unsaved photos, then clears only those of that user', { tag: '@long' }, async ({ page }) => {
  await signInWithoutForm(page, 'manager')
  const ofManager = await createPostMortemWithAnimals(page, 'manager', ['P 7'])
  await page.goto(photoPagePath(ofManager))
  await choosePhotos(page, 1)
  await expect(photoDrafts(page)).toHaveCount(1)
  // The photos stay when the session expires.
  await page.evaluate(() => localStorage.removeItem('chisholm.session'))
  page.once('dialog', (dialog) => void dialog.accept())
  await page.goto('/u/login')
  await signIn(page, 'client')
  await expect(page.getByText('not saved yet')).toHaveCount(0)
  const ofClient = await createPostMortemWithAnimals(page, 'client', ['P 8'])
  await page.goto(photoPagePath(ofClient))
  await choosePhotos(page, 2, 3)
  await expect(photoDrafts(page)).toHaveCount(2)

  const logout = async () => {
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
  }
  await logout()
  const question = leaveDialog(page)
  await expect(question).toContainText('2 photos are not saved. Logging out deletes them from this device.')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(photoDrafts(page)).toHaveCount(2)
  await logout()
  await question.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/u\/login$/)

  await signInWithoutForm(page, 'client')
  await page.goto(photoPagePath(ofClient))
  await expect(page.getByText('There are no photos')).toBeVisible()
  await expect(photoDrafts(page)).toHaveCount(0)
  await signOut(page)
  await signIn(page, 'manager')
  await page.getByRole('link', { name: 'Go on' }).click()
  await expect(photoDrafts(page)).toHaveCount(1)
})

test('photos of an unsaved animal are restored after a reload and saved with it', { tag: '@long' }, async ({
  page,
}) => {
  await signInWithoutForm(page, 'client')
  const postMortem = await createPostMortemWithAnimals(page, 'client', [])
  await page.goto(`/a/postmortem/${postMortem.id}?step=animal`)
  await choosePhotos(page, 1, 2)
  await expect(photoDrafts(page)).toHaveCount(2)
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(photoDrafts(page)).toHaveCount(2)
  await page.getByRole('link', { name: 'Search' }).click()
  await leaveDialog(page).getByRole('button', { name: 'Cancel' }).click()
  await page.getByLabel('Tag', { exact: true }).fill('W 1')
  await page.getByRole('button', { name: 'Review' }).click()
  await expect(page.getByRole('article', { name: 'W 1' })).toBeVisible()
  await expect(savedPhotos(page)).toHaveCount(2)

  // Discarding an animal discards its photos.
  await page.getByRole('button', { name: 'Add animal' }).click()
  await choosePhotos(page, 3)
  await expect(photoDrafts(page)).toHaveCount(1)
  await page.getByRole('link', { name: 'Search' }).click()
  await leaveDialog(page).getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(/search/)
  await expect(page.getByText('not saved yet')).toHaveCount(0)
})

test('photos whose session expires during their upload are reported as no success, and sent after the next sign-in', async ({
  page,
}) => {
  await signInWithoutForm(page, 'client')
  const postMortem = await createPostMortemWithAnimals(page, 'client', ['P 16'])
  await page.goto(photoPagePath(postMortem))
  await choosePhotos(page, 1, 2)
  await expect(photoDrafts(page)).toHaveCount(2)
  for (const address of ['**/api/v1/medias', '**/api/v1/auth/refresh'])
    await page.route(address, (route) => route.fulfill({ status: 401, json: { success: false, message: 'expired' } }))
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(/\/u\/login$/)
  await expect(page.getByText('2 photos that the server does not have are still on this device')).toBeVisible()
  await expect(page.getByText('Photo was successfully saved.')).toHaveCount(0)
  expect(await savedPhotoNames(page, postMortem, postMortem.animalIds[0])).toEqual([])
  await page.unrouteAll()
  await signIn(page, 'client')
  // The browser is back on the same page.
  await expect(page).toHaveURL(photoPagePath(postMortem))
  await expect(savedPhotos(page)).toHaveCount(2)
  expect(await savedPhotoNames(page, postMortem, postMortem.animalIds[0])).toEqual(['IMG_0001.jpg', 'IMG_0002.jpg'])
})

test('photos that were saved before the app was closed in the middle of their upload are sent when it is opened again', async ({
  page: first,
  context,
}) => {
  await signInWithoutForm(first, 'client')
  const postMortem = await createPostMortemWithAnimals(first, 'client', ['P 17'])
  await first.goto(photoPagePath(postMortem))
  await choosePhotos(first, 1, 2)
  await expect(photoDrafts(first)).toHaveCount(2)
  const uploads = await holdRequests(first, '**/api/v1/medias', 'POST')
  await first.getByRole('button', { name: 'Save' }).click()
  await uploads.held
  await first.close({ runBeforeUnload: false })

  const page = await context.newPage()
  await page.goto(photoPagePath(postMortem))
  await expect(savedPhotos(page)).toHaveCount(2)
  await expect(photoDrafts(page)).toHaveCount(0)
  expect(await savedPhotoNames(page, postMortem, postMortem.animalIds[0])).toEqual(['IMG_0001.jpg', 'IMG_0002.jpg'])
})

test('a photo stored by an earlier version is still there and can be saved', { tag: '@long' }, async ({ page }) => {
  await signInWithoutForm(page, 'client')
  const postMortem = await createPostMortemWithAnimals(page, 'client', ['P 9'])
  await page.goto(photoPagePath(postMortem))
  await choosePhotos(page, 1)
  await expect(photoDrafts(page)).toHaveCount(1)
  // An earlier version stored drafts with a File instead of bytes, and with the post-mortem under another name.
  await page.evaluate(
    async (result) => {
      const database = await result(indexedDB.open('chisholm-photos'))
      const drafts = database.transaction('drafts', 'readwrite').objectStore('drafts')
      const [key = ''] = await result(drafts.getAllKeys())
      const { file, postMortemId: ticketId, ...rest } = await result(drafts.get(key))
      await result(drafts.put({ ...rest, ticketId, file: new File([file.bytes], file.name, { type: file.type }) }, key))
      database.close()
    },
    await idbResult(page),
  )
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(photoDrafts(page)).toHaveCount(1)
  await expect(photoDrafts(page).locator('img')).toHaveJSProperty('naturalWidth', 2000)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(savedPhotos(page)).toHaveCount(1)
  expect(await savedPhotoNames(page, postMortem, postMortem.animalIds[0])).toEqual(['IMG_0001.jpg'])
})
