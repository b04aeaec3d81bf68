import { expect, type Page, test } from '@playwright/test'
import { countEntries } from './helpers/indexed-db.ts'
import {
  addAnimal,
  animalTags,
  expectDraftStored,
  openWizard,
  outboxStatus,
  postMortemsWithNote,
  submitFirstStep,
} from './helpers/outbox.ts'
import {
  choosePhotos,
  createPostMortemWithAnimals,
  photoDrafts,
  photoPagePath,
  savedPhotos,
} from './helpers/photo-page.ts'
import { signInWithoutForm } from './helpers/sign-in.ts'

/** Writes to a database of the page until the browser refuses more. @returns the number of entries written */
const fill = (page: Page, name: string, store: string) =>
  page.evaluate(
    async ([databaseName, storeName]) => {
      const database = await new Promise<IDBDatabase>((resolve) => {
        const opening = indexedDB.open(databaseName)
        opening.addEventListener('upgradeneeded', () => void opening.result.createObjectStore(storeName))
        opening.addEventListener('success', () => resolve(opening.result))
      })
      const write = (key: string, bytes: number) =>
        new Promise<boolean>((resolve) => {
          const data = new Uint8Array(bytes)
          for (let at = 0; at < bytes; at += 65_536) crypto.getRandomValues(data.subarray(at, at + 65_536))
          const writing = database.transaction(storeName, 'readwrite')
          writing.objectStore(storeName).put({ data, at: Date.now() }, key)
          writing.addEventListener('complete', () => resolve(true))
          writing.addEventListener('abort', () => resolve(false))
        })
      let written = 0
      for (let bytes = 2_000_000; bytes > 100; bytes /= 4)
        while (written < 100 && (await write(crypto.randomUUID(), bytes))) written++
      database.close()
      return written
    },
    [name, store] as const,
  )

test('a full device deletes its copies for reading, then says that the page must stay open', { tag: '@long' }, async ({
  page,
  context,
}) => {
  await signInWithoutForm(page, 'client')
  const network = await context.newCDPSession(page)
  // before the first database is opened, because the browser caches the available space for a while
  await network.send('Storage.overrideQuotaForOrigin', { origin: new URL(page.url()).origin, quotaSize: 30_000_000 })
  await openWizard(page)

  await test.step('a change is stored in place of what was read before', async () => {
    expect(await fill(page, 'chisholm-offline', 'responses')).toBeGreaterThan(10)
    await context.setOffline(true)
    await submitFirstStep(page, 'There is space for this.')
    await expect(outboxStatus(page)).toContainText('1 change waits for a connection')
    expect(await countEntries(page, 'chisholm-outbox', 'entries')).toBe(1)
    expect(await countEntries(page, 'chisholm-offline', 'responses')).toBe(0)
    await page.getByLabel('Tag', { exact: true }).fill('stored')
    await expectDraftStored(page, 'stored')
  })

  await test.step('without anything to give up, it says so, and loses nothing as long as the page is open', async () => {
    // the browser frees deleted space gradually
    await expect(async () => {
      await fill(page, 'of another kind', 'files')
      await page.getByLabel('Notes').fill(`${Math.random()} `.repeat(40))
      await expect(outboxStatus(page)).toContainText('This device is full. Keep this page open', { timeout: 500 })
    }).toPass()
    await page.getByLabel('Tag', { exact: true }).fill('Q 1')
    await page.getByRole('button', { name: 'Review' }).click()
    await expect(page.getByRole('article', { name: 'Q 1' })).toBeVisible()
    await context.setOffline(false)
    await expect(outboxStatus(page)).toHaveCount(0)
    await expect(page.getByRole('heading', { name: /CHM-\d+/ })).toBeVisible()
    await expect(page.getByRole('article', { name: 'Q 1' })).toBeVisible()
  })
})

test('a photo for which the device has no space stays in its tab, whatever another tab does with photos', {
  tag: '@long',
}, async ({ page, context }) => {
  await signInWithoutForm(page, 'client')
  const network = await context.newCDPSession(page)
  await network.send('Storage.overrideQuotaForOrigin', { origin: new URL(page.url()).origin, quotaSize: 30_000_000 })
  const postMortem = await createPostMortemWithAnimals(page, 'client', ['Q 2', 'Q 3'])
  const other = await context.newPage()
  for (const [index, tab] of [other, page].entries()) {
    await tab.goto(photoPagePath(postMortem, postMortem.animalIds[index]))
    await choosePhotos(tab, 1)
    await expect(photoDrafts(tab)).toHaveCount(1)
  }
  // the browser frees deleted space gradually
  await expect(async () => {
    await fill(page, 'of another kind', 'files')
    await choosePhotos(page, 2)
    await expect(outboxStatus(page)).toContainText('This device is full. Keep this page open', { timeout: 1000 })
  }).toPass()
  const chosen = await photoDrafts(page).count()
  await other.getByRole('button', { name: 'Remove IMG_0001.jpg' }).click()
  await expect(photoDrafts(other)).toHaveCount(0)
  await expect(photoDrafts(page)).toHaveCount(chosen)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(savedPhotos(page)).toHaveCount(chosen)
})

test('a request for which there was no space is stored once there is some, so that another tab sends it before its animal', {
  tag: '@long',
}, async ({ page, context }) => {
  const note = 'Typed on a full device.'
  await signInWithoutForm(page, 'client')
  const network = await context.newCDPSession(page)
  await network.send('Storage.overrideQuotaForOrigin', { origin: new URL(page.url()).origin, quotaSize: 30_000_000 })
  await openWizard(page)
  const other = await context.newPage()
  await other.goto('/a/postmortems/draft')
  await context.route('**/api/**', (route) => route.abort())
  // the browser frees deleted space gradually
  await expect(async () => {
    await fill(page, 'of another kind', 'files')
    await page.getByLabel('Notes').fill(`${Math.random()} `.repeat(40))
    await expect(outboxStatus(page)).toContainText('This device is full. Keep this page open', { timeout: 500 })
  }).toPass()
  await submitFirstStep(page, note)
  expect(await countEntries(page, 'chisholm-outbox', 'entries')).toBe(0)
  await page.evaluate(
    () => new Promise((resolve) => indexedDB.deleteDatabase('of another kind').addEventListener('success', resolve)),
  )
  await addAnimal(page, 'Q 4', 'Review')
  expect(await countEntries(page, 'chisholm-outbox', 'entries')).toBe(2)
  await expect(outboxStatus(page)).not.toContainText('This device is full.')
  await page.close()
  await context.unroute('**/api/**')
  await outboxStatus(other).getByRole('button', { name: 'Try now' }).click()
  await expect(outboxStatus(other)).toHaveCount(0)
  expect((await postMortemsWithNote(other, note)).map(animalTags)).toEqual([['Q 4']])
})

test('a device whose local storage is full stays signed in after a refresh of its session, and what is typed arrives', async ({
  page,
}) => {
  const note = 'No space for a session.'
  await signInWithoutForm(page, 'client')
  await openWizard(page)
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('chisholm.session') ?? '{}')
    localStorage.setItem('chisholm.session', JSON.stringify({ ...session, token: 'expired' }))
    const use = JSON.parse(localStorage.getItem('chisholm.device-use') ?? '{}')
    localStorage.setItem('chisholm.device-use', JSON.stringify({ ...use, lastContactAt: Date.now() - 3_600_000 }))
    // Chromium limits local storage by its size only, other browsers by the space on the device, too
    Storage.prototype.setItem = () => {
      throw new DOMException('No space.', 'QuotaExceededError')
    }
  })
  await submitFirstStep(page, note)
  await addAnimal(page, 'Q 5', 'Review')
  await expect(page.getByRole('heading', { name: /CHM-\d+/ })).toBeVisible()
  expect((await postMortemsWithNote(page, note)).map(animalTags)).toEqual([['Q 5']])
})
