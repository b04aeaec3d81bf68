import { expect, type Locator, type Page, test } from '@playwright/test'
import sharp from 'sharp'
import { expectAccessible } from './helpers/accessibility.ts'
import { createApiClient } from './helpers/api-client.ts'
import { createPostMortem } from './helpers/create-post-mortem.ts'
import { expectDraftStored, submitFirstStep, openWizard, postMortemsWithNote } from './helpers/outbox.ts'
import { scan } from './helpers/keyboard-scanner.ts'
import { navigateInApp } from './helpers/navigate-in-app.ts'
import { createPostMortemWithAnimals, photoDrafts, photoPagePath } from './helpers/photo-page.ts'
import { fetchAccessToken, signInWithoutForm } from './helpers/sign-in.ts'
import { testPhoto } from './helpers/test-photos.ts'

const headersOfAdmin = async (page: Page) => ({ authorization: `Bearer ${await fetchAccessToken(page, 'admin')}` })
const setProtocol = async (page: Page, photo_protocol: string) =>
  page.request.put('/api/v1/provider', { headers: await headersOfAdmin(page), data: { photo_protocol } })

// also after a failure: other journeys send tickets without photos
test.afterEach(({ page }) => setProtocol(page, 'offered'))

test('a crew walks through the slots offline; where photos are demanded, they arrive before the ticket is sent', async ({
  page,
  context,
}) => {
  const admin = await headersOfAdmin(page)
  await setProtocol(page, 'demanded')
  const note = 'Photographed in the yard.'
  const walk = page.getByRole('dialog', { name: 'Photos to take' })
  const send = page.getByRole('button', { name: 'Send PM' })

  await test.step('a tap takes the first photo, and the next slots follow without the grid', async () => {
    await signInWithoutForm(page, 'client')
    await openWizard(page)
    await context.setOffline(true)
    await submitFirstStep(page, note)
    await page.getByLabel('Tag', { exact: true }).fill('G 1')
    const [tag] = [page.getByLabel('Photograph: Ear tag').first()]
    await expect(tag).toHaveAttribute('capture', 'environment')
    await tag.setInputFiles(await testPhoto(1))
    await expect(walk.getByRole('heading', { name: 'Whole carcass' })).toBeVisible()
    await walk.getByLabel('Take photo').setInputFiles(await testPhoto(2))
    await expect(walk.getByRole('heading', { name: 'Head and mouth' })).toBeVisible()
    await walk.getByRole('button', { name: 'Not possible' }).click()
    await walk.getByRole('button', { name: 'Eaten by scavengers' }).click()
    await expect(walk.getByRole('heading', { name: 'Opened chest' })).toBeVisible()
    await walk.getByRole('button', { name: 'Close' }).click()
    await expect(page.getByRole('button', { name: 'Whole carcass, taken, not saved' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Head and mouth, Not possible: Eaten by scavengers' })).toBeVisible()
  })

  await test.step('photos, slots and reasons wait on the device, and all arrive before the request', async () => {
    await page.getByRole('button', { name: 'Review' }).click()
    await expect(page.getByText('Photos to take: 2 of 12')).toBeVisible()
    await expect(page.getByText('Head and mouth not possible: Eaten by scavengers')).toBeVisible()
    await send.click()
    await expect(
      page.getByRole('heading', { name: 'Your request will be sent when there is a connection' }),
    ).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByRole('heading', { name: 'Your request has been submitted' })).toBeVisible()
    const [sent] = await postMortemsWithNote(page, note)
    const answer = await page.request.get(`/api/v1/post-mortems/${sent?.id}?include=medias`, { headers: admin })
    const { photo_slots, medias } = (await answer.json()).data.veterinary_record.veterinary_record_animals[0]
    expect(photo_slots.slice(0, 3)).toMatchObject([
      { name: 'Ear tag', photos: 1 },
      { name: 'Whole carcass', photos: 1 },
      { name: 'Head and mouth', skipped_reason: 'Eaten by scavengers' },
    ])
    expect(medias).toHaveLength(2)
  })

  await test.step('a request without them names them, and goes with a reason that veterinarians read', async () => {
    await openWizard(page)
    await submitFirstStep(page, 'In the dark.')
    await page.getByLabel('Tag', { exact: true }).fill('G 2')
    await page.getByRole('button', { name: 'Review' }).click()
    await expect(page.getByText('Still to take: Ear tag, Whole carcass')).toBeVisible()
    await send.click()
    const missing = page.getByRole('region', { name: 'Some photos are missing.' })
    await expect(missing).toContainText('G 2: Ear tag, Whole carcass')
    await missing.getByLabel('Why they are missing').fill('Found at night, no light.')
    await expectDraftStored(page, 'Found at night, no light.')
    await page.reload()
    await send.click()
    await expect(missing.getByLabel('Why they are missing')).toHaveValue('Found at night, no light.')
    await missing.getByRole('button', { name: 'Send without them' }).click()
    await expect(page.getByRole('heading', { name: 'Your request has been submitted' })).toBeVisible()
    const [sent] = await postMortemsWithNote(page, 'In the dark.')
    await signInWithoutForm(page, 'vet')
    await page.goto(`/a/vet/ticketdetail/${sent?.id}`)
    await expect(page.getByText('Found at night, no light.')).toBeVisible()
  })

  await test.step('the veterinarian writes a caption and draws; the picture itself stays as it is', async () => {
    const [sent] = await postMortemsWithNote(page, note)
    const firstPhoto = async () => {
      const answer = await page.request.get(`/api/v1/post-mortems/${sent?.id}?include=medias`, { headers: admin })
      return (await answer.json()).data.veterinary_record.veterinary_record_animals[0].medias[0]
    }
    const { sha256 } = await firstPhoto()
    await navigateInApp(page, `/a/vet/ticketdetail/${sent?.id}`)
    await page.getByRole('button', { name: 'View IMG_0001.jpg' }).click()
    const viewer = page.getByRole('dialog', { name: 'IMG_0001.jpg', exact: true })
    await viewer.getByRole('button', { name: 'Add a caption' }).click()
    await viewer.getByLabel('Caption').fill('Number cut off')
    await viewer.getByRole('button', { name: 'Save' }).click()
    await viewer.getByRole('button', { name: 'Draw on the photo' }).click()
    const surface = viewer.getByRole('application', { name: 'Photo to draw on' })
    const box = await surface.boundingBox()
    if (!box) throw new Error('the photo is shown')
    await page.mouse.move(box.x + box.width * 0.25, box.y + box.height * 0.5)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width * 0.75, box.y + box.height * 0.5, { steps: 3 })
    await page.mouse.up()
    await viewer.getByRole('button', { name: 'Line' }).click()
    await surface.focus()
    for (const key of ['Enter', 'ArrowUp', 'ArrowUp', 'Enter']) await page.keyboard.press(key)
    await viewer.getByRole('button', { name: 'Undo' }).click()
    await viewer.getByRole('button', { name: 'Circle' }).click()
    await surface.focus()
    for (const key of ['Enter', 'ArrowRight', 'ArrowDown', 'Enter']) await page.keyboard.press(key)
    await viewer.getByRole('button', { name: 'Save' }).click()
    await expect(viewer.getByTestId('markup')).toBeVisible()
    await viewer.getByRole('button', { name: 'Hide the drawing' }).click()
    await expect(viewer.getByTestId('markup')).toHaveCount(0)
    await viewer.getByRole('button', { name: 'Close' }).click()
    // closed, its texts are in the page for another moment
    await expect(page.locator('.viewer')).toHaveCount(0)
    await expect(page.getByText('Number cut off')).toBeVisible()
    await expect(page.getByTestId('markup')).toHaveCount(0)
    await page.getByRole('button', { name: 'Show the drawings' }).click()
    await expect(page.getByTestId('markup')).toBeVisible()
    const [zip] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download all photos' }).click(),
    ])
    expect(zip.suggestedFilename()).toBe(`photos-${sent?.title}.zip`)
    await expect
      .poll(firstPhoto)
      .toMatchObject({ caption: 'Number cut off', sha256, markup: { shapes: [{ kind: 'arrow' }, { kind: 'circle' }] } })
    const [{ x, x2 }] = (await firstPhoto()).markup.shapes
    expect([x, x2]).toEqual([expect.closeTo(0.25, 1), expect.closeTo(0.75, 1)])
  })
})

test('a request with an RFID, the pen of the last animal and three photos takes at most 14 taps and a scan', async ({
  page,
}) => {
  await createPostMortem(page, { client: 'client', tag: 'G 3', sent: true })
  const api = await createApiClient(page.request, 'client')
  const [last] = await api.get('/veterinary-record-animals?filter[tag]=G 3')
  await api.put(`/veterinary-record-animals/${last.id}`, { pen: '14' })
  let taps = 0
  const tap = async (target: Locator) => {
    taps++
    await target.click()
  }
  const takePhoto = async (camera: Locator, number: number) => {
    const opened = page.waitForEvent('filechooser')
    await tap(camera)
    // the shutter and 'Use photo' in the app of the phone's camera
    taps += 2
    await (await opened).setFiles(await testPhoto(number))
  }
  const walk = page.getByRole('dialog', { name: 'Photos to take' })
  await signInWithoutForm(page, 'client')
  await page.goto('/a/postmortems/draft')
  await tap(page.getByRole('link', { name: 'New post mortem' }).last())
  await expect(page.getByRole('combobox', { name: 'Site' })).toHaveValue('North Yard')
  await tap(page.getByRole('button', { name: 'Add animals' }))
  await expect(page.getByRole('heading', { name: 'Animal 1' })).toBeVisible()
  await scan(page, '982000123450014')
  await expect(page.getByLabel('RFID')).toHaveValue('982 000 123 450 014')
  await tap(page.getByRole('button', { name: 'Same as G 3' }))
  await takePhoto(
    page
      .locator('label')
      .filter({ has: page.getByLabel('Photograph: Ear tag') })
      .first(),
    1,
  )
  await takePhoto(walk.getByText('Take photo'), 2)
  await expect(walk.getByRole('heading', { name: 'Head and mouth' })).toBeVisible()
  await takePhoto(walk.getByText('Take photo'), 3)
  await expect(walk.getByRole('heading', { name: 'Opened chest' })).toBeVisible()
  await tap(walk.getByRole('button', { name: 'Review' }))
  await tap(page.getByRole('button', { name: 'Send PM' }))
  await expect(page.getByRole('heading', { name: 'Your request has been submitted' })).toBeVisible()
  const sent = await api.get('/veterinary-record-animals?filter[rfid]=982000123450014')
  expect(sent).toMatchObject([{ pen: '14', photos: 3 }])
  // docs/design.md lists these taps
  expect(taps).toBeLessThanOrEqual(14)
})

test('a reason that is being typed survives a reload, and the guide goes on with the next photo', async ({ page }) => {
  await signInWithoutForm(page, 'client')
  const postMortem = await createPostMortemWithAnimals(page, 'client', ['G 4'])
  await page.goto(photoPagePath(postMortem))
  const walk = page.getByRole('dialog', { name: 'Photos to take' })
  const openGuide = async () => {
    await page.getByRole('heading', { name: 'Photos of G 4' }).waitFor()
    // after a reload the guide opens by itself
    await expect(async () => {
      if (!(await walk.isVisible())) await page.getByRole('button', { name: 'One by one' }).click({ timeout: 1000 })
      await expect(walk).toBeVisible({ timeout: 1000 })
    }).toPass()
  }
  await openGuide()
  await walk.getByRole('button', { name: 'Not possible' }).click()
  await walk.getByLabel('Reason').fill('Fetched by the renderer')
  await expectDraftStored(page, 'Fetched by the renderer')
  await page.reload()
  await openGuide()
  await expect(walk.getByRole('heading', { name: 'Ear tag' })).toBeVisible()
  await expect(walk.getByLabel('Reason')).toHaveValue('Fetched by the renderer')
  await walk.getByRole('button', { name: 'Save' }).click()
  await expect(walk.getByRole('heading', { name: 'Whole carcass' })).toBeVisible()
  await walk.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('button', { name: 'Ear tag, Not possible: Fetched by the renderer' })).toBeVisible()
})

test('a photo that is too dark stays until another one has taken its place', async ({ page }) => {
  await signInWithoutForm(page, 'client')
  const postMortem = await createPostMortemWithAnimals(page, 'client', ['G 3'])
  await page.goto(photoPagePath(postMortem))
  const dark = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#050505' } })
    .jpeg()
    .toBuffer()
  const photo = await testPhoto(1)
  await page
    .getByLabel('Photograph: Ear tag')
    .first()
    .setInputFiles({ ...photo, buffer: dark })
  const walk = page.getByRole('dialog', { name: 'Photos to take' })
  const notice = walk.getByRole('region', { name: 'Ear tag' })
  await expect(notice).toContainText('This photo looks too dark.')
  const again = notice.getByLabel('Take again')
  await again.setInputFiles({ ...photo, buffer: Buffer.from('%PDF-1.7') })
  await expect(walk.getByRole('alert').filter({ hasText: 'IMG_0001.jpg' })).toBeVisible()
  await expect(notice).toBeVisible()
  await again.setInputFiles({ ...photo, name: 'IMG_0002.jpg' })
  await expect(notice).toHaveCount(0)
  await walk.getByRole('button', { name: 'Close' }).click()
  await expect(photoDrafts(page)).toHaveCount(1)
  await expect(photoDrafts(page).getByRole('button', { name: 'View IMG_0002.jpg' })).toBeVisible()
})

test('photos are called required only where the ticket cannot be sent without them', async ({ page }) => {
  const { id } = await createPostMortem(page, { client: 'client', tag: 'G 30', sent: false })
  await signInWithoutForm(page, 'client')
  for (const [protocol, label] of [
    ['offered', 'Most useful'],
    ['demanded_without_visit', 'Most useful'],
    ['demanded', 'Required'],
  ] as const) {
    await setProtocol(page, protocol)
    await page.goto(`/a/postmortem/${id}?step=animal`)
    await expect(page.getByText(`* ${label}`)).toBeVisible()
    await page.getByRole('button', { name: 'One by one' }).click()
    const walk = page.getByRole('dialog', { name: 'Photos to take' })
    await expect(walk.getByText(label)).toBeVisible()
    await walk.getByRole('button', { name: 'Close' }).click()
  }
})

test('with a stop sign only the required photos are asked for, with a warning; the others can be taken on request', {
  tag: '@long',
}, async ({ page }) => {
  const { id } = await createPostMortem(page, { client: 'client', tag: 'G 20', sent: false })
  const walk = page.getByRole('dialog', { name: 'Photos to take' })
  const warning = 'Do not open: danger sign. Photograph from outside only.'
  const others = page.getByText('Other photos (only if the advice allows)')
  const chest = page.getByLabel('Photograph: Opened chest')
  await signInWithoutForm(page, 'client')
  await page.goto(`/a/postmortem/${id}?step=animal`)
  await expect(chest).toBeAttached()
  await expect(page.getByText(warning)).toHaveCount(0)
  await page.getByLabel('Photograph: Head and mouth').setInputFiles(await testPhoto(1))
  await walk.getByRole('button', { name: 'Close' }).click()
  await page.getByLabel('Sudden death with blood from nose, mouth or rectum').check()
  await page.getByLabel('I have read this').check()
  await page.getByRole('button', { name: 'Go on with the request' }).click()
  await test.step('the photos taken before stay, and the guide ends after the required ones', async () => {
    await expect(page.getByText(warning)).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Photos: 1 of 3' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Head and mouth, taken, not saved' })).toBeVisible()
    await expect(chest).toHaveCount(0)
    await page.getByRole('button', { name: 'One by one' }).click()
    await expect(walk.getByText(warning)).toBeVisible()
    await walk.getByLabel('Take photo').setInputFiles(await testPhoto(2))
    await expect(walk.getByRole('heading', { name: 'Whole carcass' })).toBeVisible()
    await walk.getByLabel('Take photo').setInputFiles(await testPhoto(3))
    await expect(walk.getByRole('heading', { name: 'All photos are taken' })).toBeVisible()
    await expectAccessible(page)
    await walk.getByRole('button', { name: 'Close' }).click()
  })
  await test.step('another photo is one more tap away', async () => {
    await others.click()
    await expectAccessible(page)
    await chest.setInputFiles(await testPhoto(4))
    await expect(page.getByRole('button', { name: 'Opened chest, taken, not saved' })).toBeVisible()
    await expect(walk).toBeHidden()
  })
  await test.step('the saved animal counts the same photos', async () => {
    await page.getByLabel('Tag', { exact: true }).fill('G 21')
    await page.getByRole('button', { name: 'Review' }).click()
    await expect(page.getByRole('article', { name: 'G 21' })).toContainText('4 of 4 photos taken')
  })
})

test('reasons that are not saved yet are kept in each of two tabs, whichever of them is saved', async ({
  page,
  context,
}) => {
  await signInWithoutForm(page, 'client')
  const postMortem = await createPostMortemWithAnimals(page, 'client', ['G 5'])
  const second = await context.newPage()
  const walkOf = (tab: Page) => tab.getByRole('dialog', { name: 'Photos to take' })
  const tabs = [
    [page, 'Ear tag'],
    [second, 'Whole carcass'],
  ] as const
  for (const [tab] of tabs) {
    await tab.goto(photoPagePath(postMortem))
    await tab.getByRole('button', { name: 'One by one' }).click()
    await expect(walkOf(tab)).toBeVisible()
  }
  for (const [tab, slot] of tabs) {
    const walk = walkOf(tab)
    while (!(await walk.getByRole('heading', { name: slot }).isVisible()))
      await walk.getByRole('button', { name: 'Next', exact: true }).click()
    await walk.getByRole('button', { name: 'Not possible' }).click()
    await walk.getByLabel('Reason').fill(`${slot} is missing`)
    await walk.getByRole('button', { name: 'Save' }).click()
    await walk.getByRole('button', { name: 'Close' }).click()
    await expect(tab.getByRole('button', { name: `${slot}, Not possible: ${slot} is missing` })).toBeVisible()
    await expectDraftStored(tab, `${slot} is missing`)
  }
  await second.getByRole('button', { name: 'Save' }).click()
  await expect(second.getByRole('button', { name: 'Done' })).toBeVisible()
  await expect(second.getByRole('button', { name: 'Save' })).toHaveCount(0)
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(page.getByRole('button', { name: 'Ear tag, Not possible: Ear tag is missing' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save' })).toBeVisible()
})
