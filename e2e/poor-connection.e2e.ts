import { type BrowserContext, expect, type Page, type Route, test } from '@playwright/test'
import sharp from 'sharp'
import { constants } from '@chisholm/domain/constants'
import { createPostMortem } from './helpers/create-post-mortem.ts'
import { expectToast } from './helpers/expect-screen.ts'
import { holdRequests } from './helpers/hold-requests.ts'
import { openWizard, outboxStatus, postMortemsWithNote, submitFirstStep } from './helpers/outbox.ts'
import {
  choosePhotos,
  createPostMortemWithAnimals,
  photoDrafts,
  photoPagePath,
  savedPhotoNames,
  savedPhotos,
} from './helpers/photo-page.ts'
import { fetchAccessToken, signInByApi, signInWithoutForm } from './helpers/sign-in.ts'

const everyCall = '**/api/v1/**'
const proxyPage = { contentType: 'text/html', body: '<h1>Accept the terms of this Wi-Fi</h1>' }

/** Answers every call with a page, like a Wi-Fi that asks for a sign-in or a gateway without a server. */
const answerWithPages = (context: BrowserContext, status: number) =>
  context.route(everyCall, (route) => route.fulfill({ ...proxyPage, status }))

const makeTokenStale = (page: Page) =>
  page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('chisholm.session') ?? '{}')
    localStorage.setItem('chisholm.session', JSON.stringify({ ...session, token: 'stale' }))
  })

/** A photo that is large enough to be sent in parts. */
const largePhoto = async () => ({
  name: 'IMG_LARGE.jpg',
  mimeType: 'image/jpeg',
  buffer: await sharp({
    create: {
      width: 1600,
      height: 1200,
      channels: 3,
      background: 'gray',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .jpeg()
    .toBuffer(),
})

for (const status of [200, 403, 404])
  test(`pages of a Wi-Fi with status ${status} in place of responses reject and delete nothing`, {
    tag: status === 200 ? [] : '@long',
  }, async ({ page, context }) => {
    const note = `Behind a page with status ${status}.`
    const { id, title } = await createPostMortem(page, { client: 'client', tag: `W ${status}`, sent: false })
    await signInWithoutForm(page, 'client')
    await page.goto(`/a/postmortem/${id}`)
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await answerWithPages(context, status)
    await page.getByRole('button', { name: `Delete ${title}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(outboxStatus(page)).toContainText('1 change waits for a connection')
    await context.unroute(everyCall)
    await outboxStatus(page).getByRole('button', { name: 'Try now' }).click()
    await expect(outboxStatus(page)).toHaveCount(0)
    const headers = { authorization: `Bearer ${await fetchAccessToken(page, 'client')}` }
    expect((await page.request.get(`/api/v1/post-mortems/${id}`, { headers })).status()).toBe(404)

    await openWizard(page)
    await answerWithPages(context, status)
    await submitFirstStep(page, note)
    await expect(outboxStatus(page)).toContainText('1 change waits for a connection')
    await context.unroute(everyCall)
    await outboxStatus(page).getByRole('button', { name: 'Try now' }).click()
    await expect(outboxStatus(page)).toHaveCount(0)
    expect(await postMortemsWithNote(page, note)).toHaveLength(1)
  })

test('where a Wi-Fi asks for a sign-in, the sign-in to Chisholm says so', async ({ page, context }) => {
  await page.goto('/u/login')
  await answerWithPages(context, 200)
  await page.getByLabel('Email').fill('client@demo.example')
  await page.getByLabel('Password', { exact: true }).fill('Chisholm#1867')
  await page.getByRole('button', { name: 'Login' }).click()
  await expectToast(
    page,
    'Login failed. The network answered in place of Chisholm. You may have to sign in to this Wi-Fi',
  )
  await expect(page.getByLabel('Email')).toHaveValue('client@demo.example')
})

test('a page of a Wi-Fi in place of a ticket is not taken for its deletion', async ({ page, context }) => {
  const { id, title } = await createPostMortem(page, { client: 'client', tag: 'W 1', sent: true })
  await signInWithoutForm(page, 'client')
  await page.goto(`/a/postmortem/${id}`)
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await answerWithPages(context, 404)
  await page.reload()
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await expect(page.getByText('Sorry Page Not Found :)')).toHaveCount(0)
})

const tooManyRefreshes = { success: false, message: 'Too many attempts.', status: 429 }
for (const [what, response] of [
  ['a page of a Wi-Fi', { ...proxyPage, status: 403 }],
  ['too many failures of others in its network', { status: 429, json: tooManyRefreshes }],
] as const)
  test(`a session that cannot be refreshed because of ${what} stays`, {
    tag: 'json' in response ? '@long' : [],
  }, async ({ page, context }) => {
    const note = `Refresh meets ${what}.`
    await signInWithoutForm(page, 'client')
    await openWizard(page)
    await context.route('**/auth/refresh', (route) => route.fulfill(response))
    await makeTokenStale(page)
    await submitFirstStep(page, note)
    await expect(outboxStatus(page)).toContainText('1 change')
    await context.unroute('**/auth/refresh')
    await outboxStatus(page).getByRole('button', { name: 'Try now' }).click()
    await expect(outboxStatus(page)).toHaveCount(0)
    expect(await postMortemsWithNote(page, note)).toHaveLength(1)
  })

test('a refresh whose response is lost is repeated at once, before its token counts as stolen', async ({
  page,
  context,
}) => {
  await signInWithoutForm(page, 'client')
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'My PM Requests' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  let lost = 0
  await context.route('**/auth/refresh', async (route) => {
    if (lost++ > 0) return route.continue()
    await route.fetch()
    await route.abort('connectionreset')
  })
  await makeTokenStale(page)
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('menuitem', { name: 'Profile' }).click()
  await expect(page.getByText('client@demo.example')).toBeVisible()
  expect(lost).toBe(2)
})

test('a refresh without a response does not block the app', { tag: '@long' }, async ({ page, context }) => {
  const note = 'The refresh hung.'
  await signInWithoutForm(page, 'client')
  await openWizard(page)
  await context.route('**/auth/refresh', () => undefined, { times: 1 })
  await makeTokenStale(page)
  await submitFirstStep(page, note)
  await expect(outboxStatus(page)).toContainText('1 change')
  await expect(outboxStatus(page)).toHaveCount(0, { timeout: constants.refreshTimeout * 2 })
  expect(await postMortemsWithNote(page, note)).toHaveLength(1)
})

test('a session stays if the clock of the phone is set back after a refresh', async ({ page }) => {
  await page.clock.install({ time: Date.now() + 24 * 3_600_000 })
  await signInWithoutForm(page, 'client')
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'My PM Requests' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  for (const time of [undefined, Date.now()]) {
    if (time !== undefined) await page.clock.setSystemTime(time)
    await makeTokenStale(page)
    const refreshed = page.waitForResponse('**/auth/refresh')
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByRole('menuitem', { name: time === undefined ? 'Profile' : 'Security' }).click()
    await refreshed
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  await expect(page).toHaveURL(/\/a\/security$/)
})

for (const [what, isRare, failure] of [
  ['there is no connection', false, (route: Route) => route.abort()],
  ['a Wi-Fi asks for a sign-in', true, (route: Route) => route.fulfill(proxyPage)],
  ['a gateway has no server', true, (route: Route) => route.fulfill({ ...proxyPage, status: 504 })],
] as const)
  test(`photos that are saved while ${what} say that they wait, and are sent by themselves in their order`, {
    tag: isRare ? '@long' : [],
  }, async ({ page }) => {
    await signInWithoutForm(page, 'client')
    const postMortem = await createPostMortemWithAnimals(page, 'client', ['W 4'])
    await page.goto(photoPagePath(postMortem))
    await choosePhotos(page, 1, 2, 3)
    await expect(photoDrafts(page)).toHaveCount(3)
    // only the first one meets the failure
    const reached: string[] = []
    await page.route('**/api/v1/medias', async (route) => {
      const name = /IMG_\d+/.exec(route.request().postDataBuffer()?.toString('latin1') ?? '')?.[0] ?? ''
      if (name === 'IMG_0001') return failure(route)
      reached.push(name)
      return route.continue()
    })
    await page.getByRole('button', { name: 'Save' }).click()
    await expectToast(page, 'There was an error while saving a photo.')
    const isGateway = what === 'a gateway has no server'
    await expect(photoDrafts(page)).toContainText(
      Array.from({ length: 3 }, () =>
        isGateway
          ? 'The server failed. It will be sent again automatically'
          : 'Waits for a connection, then it is sent automatically',
      ),
    )
    await expect(outboxStatus(page)).toContainText(
      isGateway ? 'The server failed. 3 photos wait.' : '3 photos wait for a connection',
    )
    expect(reached).toEqual([])
    await page.unroute('**/api/v1/medias')
    await expect(savedPhotos(page)).toHaveCount(3)
    await expect(outboxStatus(page)).toHaveCount(0)
    const names = ['IMG_0001.jpg', 'IMG_0002.jpg', 'IMG_0003.jpg']
    expect(await savedPhotoNames(page, postMortem, postMortem.animalIds[0])).toEqual(names)
  })

test('Retry sends a waiting photo at once', async ({ page }) => {
  await page.clock.install()
  await signInWithoutForm(page, 'client')
  const postMortem = await createPostMortemWithAnimals(page, 'client', ['W 5'])
  await page.goto(photoPagePath(postMortem))
  await choosePhotos(page, 1)
  await expect(photoDrafts(page)).toHaveCount(1)
  await page.route('**/api/v1/medias', (route) => route.abort())
  // nothing is sent by itself while the time stands still
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000)
  await page.getByRole('button', { name: 'Save' }).click()
  const retry = page.getByRole('button', { name: 'Retry IMG_0001.jpg' })
  await expect
    .poll(async () => {
      await page.clock.runFor(constants.retryDelay / 5)
      return retry.isVisible()
    })
    .toBe(true)
  await page.unroute('**/api/v1/medias')
  await retry.click()
  await expect.poll(() => savedPhotoNames(page, postMortem, postMortem.animalIds[0])).toEqual(['IMG_0001.jpg'])
})

test('the wizard goes on while the photos of an animal are still on their way', async ({ page }) => {
  await page.clock.install()
  await signInWithoutForm(page, 'client')
  const postMortem = await createPostMortemWithAnimals(page, 'client', ['W 6'])
  await page.goto(`/a/postmortem/${postMortem.id}?step=animal&animal=${postMortem.animalIds[0]}`)
  await choosePhotos(page, 1)
  await expect(photoDrafts(page)).toHaveCount(1)
  const upload = await holdRequests(page, '**/api/v1/medias', 'POST')
  await page.getByRole('button', { name: 'Review' }).click()
  await upload.held
  await page.clock.runFor(constants.outbox.responseTimeout)
  await expect(page.getByRole('article', { name: 'W 6' })).toContainText('1 photo: waiting to be sent')
  await expect(outboxStatus(page)).toContainText('Sending 1 photo')
  upload.release((route) => route.continue())
  await expect(outboxStatus(page)).toHaveCount(0)
  await expect(savedPhotos(page)).toHaveCount(1)
})

test('a photo whose upload gets no response any more is sent again, once', async ({ page }) => {
  await page.clock.install()
  await signInWithoutForm(page, 'client')
  const postMortem = await createPostMortemWithAnimals(page, 'client', ['W 2'])
  await page.goto(photoPagePath(postMortem))
  await page.getByLabel('Add photos').setInputFiles(await largePhoto())
  await expect(photoDrafts(page)).toHaveCount(1)
  const hung = Promise.withResolvers<void>()
  await page.route('**/uploads/*/parts/1', () => hung.resolve(), { times: 1 })
  await page.getByRole('button', { name: 'Save' }).click()
  await hung.promise
  await page.clock.fastForward(constants.requestTimeout)
  await expectToast(page, 'Photo was successfully saved.')
  await expect(savedPhotos(page)).toHaveCount(1)
  expect(await savedPhotoNames(page, postMortem, postMortem.animalIds[0])).toEqual(['IMG_LARGE.jpg'])
})

test('a photo that the server has saved is not sent again if the response was lost and the app closed', async ({
  page,
}) => {
  await signInWithoutForm(page, 'client')
  const postMortem = await createPostMortemWithAnimals(page, 'client', ['W 4'])
  await page.goto(photoPagePath(postMortem))
  await page.getByLabel('Add photos').setInputFiles(await largePhoto())
  await expect(photoDrafts(page)).toHaveCount(1)
  const saved = Promise.withResolvers<void>()
  await page.route('**/api/v1/medias', async (route) => {
    await route.fetch()
    saved.resolve()
    // no response arrives
  })
  await page.getByRole('button', { name: 'Save' }).click()
  await saved.promise
  await page.unroute('**/api/v1/medias')
  const sentParts: string[] = []
  page.on('request', (request) => {
    if (/\/uploads\/[^/]+\/parts\//.test(request.url())) sentParts.push(request.url())
  })
  await page.goto(photoPagePath(postMortem))
  await expect(savedPhotos(page)).toHaveCount(1)
  await expect(photoDrafts(page)).toHaveCount(0)
  expect(sentParts).toEqual([])
  expect(await savedPhotoNames(page, postMortem, postMortem.animalIds[0])).toEqual(['IMG_LARGE.jpg'])
})

test('a photo is not uploaded on behalf of whoever signs in during its upload', async ({ page }) => {
  await signInWithoutForm(page, 'client')
  const postMortem = await createPostMortemWithAnimals(page, 'client', ['W 3'])
  await page.goto(photoPagePath(postMortem))
  await page.getByLabel('Add photos').setInputFiles(await largePhoto())
  await expect(photoDrafts(page)).toHaveCount(1)
  const next = await signInByApi(page.request, 'manager')
  const senders: (string | undefined)[] = []
  page.on('request', (request) => {
    if (/\/(uploads\/[^/]+\/parts\/\d+|medias)$/.test(request.url())) senders.push(request.headers()['authorization'])
  })
  await page.route(
    '**/uploads/*/parts/0',
    async (route) => {
      await page.evaluate((text) => localStorage.setItem('chisholm.session', text), JSON.stringify(next))
      await route.continue()
    },
    { times: 1 },
  )
  const answered = page.waitForResponse('**/uploads/*/parts/0')
  await page.getByRole('button', { name: 'Save' }).click()
  await answered
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('menuitem', { name: 'Profile' }).click()
  await expect(page.getByText('manager@demo.example')).toBeVisible()
  expect(senders).not.toContain(`Bearer ${next.token}`)
  expect(await savedPhotoNames(page, postMortem, postMortem.animalIds[0])).toEqual([])
})

test('a choice of notifications that could not be saved without a connection is shown as it was', async ({
  page,
  context,
}) => {
  await signInWithoutForm(page, 'client')
  await page.goto('/a/profile')
  const choice = page.getByRole('checkbox', { name: 'New message: Email' })
  await expect(choice).toBeChecked()
  await context.setOffline(true)
  await choice.click()
  await expectToast(page, 'Your choice could not be saved.')
  await expect(choice).toBeChecked()
  await context.setOffline(false)
  await choice.click()
  await expect(choice).not.toBeChecked()
  await page.reload()
  await expect(choice).not.toBeChecked()
  await choice.click()
  await expect(choice).toBeChecked()
})
