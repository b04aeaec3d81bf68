import { expect, type Page, test } from '@playwright/test'
import { navigateInApp } from './helpers/navigate-in-app.ts'
import { saveScreenshot } from './helpers/save-screenshot.ts'
import { signIn } from './helpers/sign-in.ts'
import { photoPagePath, uploadPhotos, createPostMortemWithAnimals } from './helpers/photo-page.ts'
import { storedOnDevice } from './helpers/stored-on-device.ts'

// Animations are off, so that transforms can be measured. The last test is about the animation.
test.use({ contextOptions: { reducedMotion: 'reduce' }, hasTouch: true })

const picture = (page: Page) => page.getByRole('dialog').getByRole('img')

/** The zoom and the offset of the picture, from its computed transform. */
const readTransform = async (page: Page) => {
  const [zoom, x, y] = await picture(page).evaluate((img) => {
    const { a, e, f } = new DOMMatrix(getComputedStyle(img).transform)
    return [a, e, f]
  })
  return { zoom: Math.round((zoom ?? 0) * 1000) / 1000, x, y }
}
const expectZoom = (page: Page, zoom: number) => expect.poll(async () => (await readTransform(page)).zoom).toBe(zoom)

async function openViewer(page: Page, count = 2): Promise<{ x: number; y: number }> {
  await signIn(page, 'client')
  const postMortem = await createPostMortemWithAnimals(page, 'client', ['V 1'])
  const [animalId = ''] = postMortem.animalIds
  await uploadPhotos(page, postMortem, animalId, count)
  await page.goto(photoPagePath(postMortem))
  await page.getByRole('button', { name: 'View saved-1.jpg' }).click()
  await expect(picture(page)).toBeVisible()
  const box = await page.getByTestId('stage').boundingBox()
  return { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 }
}

test('buttons zoom by 0.1 between 1x and 3x and announce it', async ({ page }) => {
  await openViewer(page)
  const closer = page.getByRole('button', { name: 'Zoom in' })
  const further = page.getByRole('button', { name: 'Zoom out' })
  await expectZoom(page, 1)
  await further.click()
  await expectZoom(page, 1)
  await closer.click()
  await expectZoom(page, 1.1)
  await expect(page.getByRole('status').filter({ hasText: 'Zoom 1.1×' })).toBeVisible()
  for (let step = 0; step < 19; step++) await closer.click()
  await expectZoom(page, 3)
  await closer.click()
  await expectZoom(page, 3)
  await further.click()
  await expectZoom(page, 2.9)
})

test('a click or tap zooms by 0.5 around its point, and from 3x back to 1x', async ({ page }) => {
  const centre = await openViewer(page)
  for (const zoom of [1.5, 2, 2.5, 3, 1]) {
    await page.mouse.click(centre.x, centre.y)
    await expectZoom(page, zoom)
  }
  await page.touchscreen.tap(centre.x, centre.y)
  await expectZoom(page, 1.5)
  // A double tap counts as two taps and does not trigger the browser's own zoom.
  await page.touchscreen.tap(centre.x, centre.y)
  await page.touchscreen.tap(centre.x, centre.y)
  await expectZoom(page, 2.5)
  expect(await page.evaluate(() => visualViewport?.scale)).toBe(1)

  await page.keyboard.press('0')
  const corner = { x: 20, y: centre.y - 50 }
  const spotUnder = () =>
    picture(page).evaluate((img, at) => {
      const { left, top, width, height } = img.getBoundingClientRect()
      return [(at.x - left) / width, (at.y - top) / height].map((share) => Math.round(share * 1000) / 1000)
    }, corner)
  const before = await spotUnder()
  await page.mouse.click(corner.x, corner.y)
  await expectZoom(page, 1.5)
  expect(await spotUnder()).toEqual(before)
})

test('a drag pans a zoomed picture by at most 100 px and is not a click', { tag: '@long' }, async ({ page }) => {
  const centre = await openViewer(page)
  const drag = async (x: number, y: number) => {
    await page.mouse.move(centre.x, centre.y)
    await page.mouse.down()
    await page.mouse.move(centre.x + x, centre.y + y, { steps: 8 })
    await page.mouse.up()
  }
  await drag(150, 0)
  expect(await readTransform(page)).toEqual({ zoom: 1, x: 0, y: 0 })
  await page.mouse.click(centre.x, centre.y)
  await page.mouse.click(centre.x, centre.y)
  await expectZoom(page, 2)
  await drag(40, -30)
  expect(await readTransform(page)).toEqual({ zoom: 2, x: 40, y: -30 })
  await drag(180, 250)
  expect(await readTransform(page)).toEqual({ zoom: 2, x: 100, y: 100 })
  await drag(-190, -300)
  expect(await readTransform(page)).toEqual({ zoom: 2, x: -90, y: -100 })
  await drag(-190, 0)
  expect(await readTransform(page)).toEqual({ zoom: 2, x: -100, y: -100 })
})

test('the wheel and a pinch zoom between 1x and 3x', { tag: '@long' }, async ({ page, context }) => {
  const centre = await openViewer(page)
  await page.mouse.move(centre.x, centre.y)
  await page.mouse.wheel(0, -100)
  await expectZoom(page, 1.1)
  for (let notch = 0; notch < 25; notch++) await page.mouse.wheel(0, -100)
  await expectZoom(page, 3)
  await page.mouse.wheel(0, 5000)
  await expectZoom(page, 1)

  const touch = await context.newCDPSession(page)
  const fingers = (apart: number) => [
    { x: centre.x - apart / 2, y: centre.y, id: 1 },
    { x: centre.x + apart / 2, y: centre.y, id: 2 },
  ]
  const pinch = async (from: number, to: number) => {
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(from) })
    for (let step = 1; step <= 5; step++)
      await touch.send('Input.dispatchTouchEvent', {
        type: 'touchMove',
        touchPoints: fingers(from + ((to - from) * step) / 5),
      })
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  }
  await pinch(100, 200)
  await expectZoom(page, 2)
  await pinch(60, 300)
  await expectZoom(page, 3)
  await pinch(300, 60)
  await expectZoom(page, 1)
})

test('keys zoom, pan, change the photo and close; the focus stays inside and returns to the photo', {
  tag: '@long',
}, async ({ page }) => {
  await openViewer(page, 11)
  const name = page.getByRole('dialog').locator('.viewer-name')
  await page.keyboard.press('+')
  await page.keyboard.press('+')
  await page.keyboard.press('-')
  await expectZoom(page, 1.1)
  for (let press = 0; press < 6; press++) await page.keyboard.press('ArrowRight')
  expect(await readTransform(page)).toEqual({ zoom: 1.1, x: -100, y: 0 })
  await page.keyboard.press('ArrowUp')
  expect((await readTransform(page)).y).toBe(25)
  await page.keyboard.press('0')
  await expectZoom(page, 1)

  await expect(name).toHaveText('saved-1.jpg, 1 of 11')
  await page.keyboard.press('ArrowRight')
  await expect(name).toHaveText('saved-2.jpg, 2 of 11')
  await page.keyboard.press('ArrowLeft')
  await page.getByRole('button', { name: 'Previous photo' }).click()
  // The last photo is on the second page of the list.
  await expect(name).toHaveText('saved-11.jpg, 11 of 11')
  await page.getByRole('button', { name: 'Next photo' }).click()
  await page.getByRole('button', { name: 'Next photo' }).click()
  await expect(name).toHaveText('saved-2.jpg, 2 of 11')

  for (let press = 0; press < 8; press++) {
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('dialog') !== null)).toBe(true)
  }
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'View saved-2.jpg' })).toBeFocused()
})

test('the picture is animated unless the user prefers reduced motion', { tag: '@long' }, async ({ page }) => {
  await openViewer(page)
  const glide = () => picture(page).evaluate((img) => getComputedStyle(img).transitionDuration)
  expect(await glide()).toBe('0s')
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  expect(Number.parseFloat(await glide())).toBeGreaterThan(0)
  expect(Number.parseFloat(await glide())).toBeLessThanOrEqual(0.2)
})

const viewer = (page: Page) => page.getByRole('dialog', { name: 'saved-1.jpg', exact: true })

test('with large text the name of a photo is cut, and not which photo of how many it is', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await openViewer(page, 11)
  await page.evaluate(() => (document.documentElement.style.fontSize = '32px'))
  const name = page.getByRole('dialog').locator('.viewer-name')
  await expect(name).toHaveText('saved-1.jpg, 1 of 11')
  expect(await name.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
})

test('Back closes the viewer, stays on the page, and keeps a caption that is being typed', async ({ page }) => {
  await openViewer(page)
  const path = new URL(page.url()).pathname
  await viewer(page).getByRole('button', { name: 'Add a caption' }).click()
  await viewer(page).getByLabel('Caption').fill('Left lobe')
  await saveScreenshot(page, 'caption-in-viewer')
  await page.goBack()
  await expect(viewer(page)).toHaveCount(0)
  expect(new URL(page.url()).pathname).toBe(path)
  await expect(page.getByRole('button', { name: 'View saved-1.jpg' })).toBeFocused()
  await page.getByRole('button', { name: 'View saved-1.jpg' }).click()
  await expect(viewer(page).getByLabel('Caption')).toHaveValue('Left lobe')
  const widthOfCaption = async () => (await viewer(page).getByLabel('Caption').boundingBox())?.width
  await page.setViewportSize({ width: 320, height: 640 })
  expect(await widthOfCaption()).toBeGreaterThan(270)
  await viewer(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(viewer(page).getByRole('button', { name: 'Add a caption' })).toBeVisible()
  await viewer(page).getByRole('button', { name: 'Next photo' }).click()
  await page.getByRole('dialog', { name: 'saved-2.jpg' }).getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'View saved-2.jpg' })).toBeFocused()
  await page.goForward()
  await page.goBack()
  expect(new URL(page.url()).pathname).toBe(path)
})

test('after the viewer was closed, Back leads to the page before', async ({ page }) => {
  await signIn(page, 'client')
  await page.goto('/a/postmortems/draft')
  const postMortem = await createPostMortemWithAnimals(page, 'client', ['V 2'])
  await uploadPhotos(page, postMortem, postMortem.animalIds[0] ?? '', 1)
  await navigateInApp(page, photoPagePath(postMortem))
  for (const close of ['Close', 'Escape']) {
    await page.getByRole('button', { name: 'View saved-1.jpg' }).click()
    await expect(viewer(page)).toBeVisible()
    if (close === 'Escape') await page.keyboard.press(close)
    else await viewer(page).getByRole('button', { name: close }).dblclick()
    await expect(viewer(page)).toHaveCount(0)
  }
  await expect(page.getByRole('button', { name: 'View saved-1.jpg' })).toBeVisible()
  // Escape hides the dialog before the page has left its entry of the history
  await expect.poll(() => page.evaluate(() => history.state?.layers ?? [])).toEqual([])
  // `goBack` would start from the entry of the viewer if the browser has not heard yet that the page has left it
  await page.evaluate(() => history.back())
  await expect(page).toHaveURL(/\/a\/postmortems\/draft$/)
})

test('Back leaves the drawing for the photo, but an unsaved drawing only by Save or Cancel', async ({ page }) => {
  await openViewer(page)
  const editor = page.getByRole('dialog', { name: 'Draw on saved-1.jpg' })
  const draw = viewer(page).getByRole('button', { name: 'Draw on the photo' })
  await draw.click()
  await expect(editor.getByRole('application')).toBeVisible()
  await page.goBack()
  await expect(editor).toHaveCount(0)
  await draw.click()
  await editor.getByRole('application').focus()
  for (const key of ['Enter', 'ArrowRight', 'Enter']) await page.keyboard.press(key)
  await expect(editor.getByTestId('markup')).toBeVisible()
  await page.goBack()
  await expect(editor.getByRole('alert')).toHaveText('Save the drawing or cancel it first.')
  await saveScreenshot(page, 'unsaved-drawing')
  for (const _ of [1, 2, 3]) await page.keyboard.press('Escape')
  await expect(editor.getByText('1 drawing')).toBeAttached()
  await editor.getByRole('button', { name: 'Save' }).click()
  await expect(editor).toHaveCount(0)
  await expect(viewer(page).getByTestId('markup')).toBeVisible()
  await page.goBack()
  await expect(viewer(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'View saved-1.jpg' })).toBeVisible()
})

test('Back closes the guide through the photos of a form with unsaved input, and both keep what was typed', async ({
  page,
}) => {
  await signIn(page, 'client')
  const { id, animalIds } = await createPostMortemWithAnimals(page, 'client', ['V 3'])
  await page.goto(`/a/postmortem/${id}?step=animal&animal=${animalIds[0]}`)
  await page.getByLabel('Tag', { exact: true }).fill('V 3 corrected')
  const oneByOne = page.getByRole('button', { name: 'One by one' })
  await oneByOne.click()
  const guide = page.getByRole('dialog')
  await guide.getByRole('button', { name: 'Not possible' }).click()
  await guide.getByLabel('Reason').fill('Lost ear')
  await page.goBack()
  await expect(guide).toHaveCount(0)
  await expect(page.getByLabel('Tag', { exact: true })).toHaveValue('V 3 corrected')
  await oneByOne.click()
  await expect(guide.getByLabel('Reason')).toHaveValue('Lost ear')
  await guide.getByRole('button', { name: 'Save' }).click()
  await guide.getByRole('button', { name: 'Review' }).click()
  await expect(page.getByRole('article', { name: 'V 3 corrected' })).toBeVisible()
})

test('another finger on the photo does not end a drawing', async ({ page }) => {
  await openViewer(page)
  await viewer(page).getByRole('button', { name: 'Draw on the photo' }).click()
  const editor = page.getByRole('dialog', { name: 'Draw on saved-1.jpg' })
  const surface = editor.getByRole('application')
  const box = await surface.boundingBox()
  const pointAt = (x: number, y: number) => ({
    x: (box?.x ?? 0) + x * (box?.width ?? 0),
    y: (box?.y ?? 0) + y * (box?.height ?? 0),
  })
  const move = async (x: number) => page.mouse.move(pointAt(x, 0.5).x, pointAt(x, 0.5).y)
  const { x: clientX, y: clientY } = pointAt(0.9, 0.9)
  await move(0.2)
  await page.mouse.down()
  await move(0.4)
  for (const type of ['pointerdown', 'pointermove', 'pointerup'])
    await surface.dispatchEvent(type, { pointerId: 99, pointerType: 'touch', isPrimary: false, clientX, clientY })
  await move(0.6)
  await page.mouse.up()
  await expect(editor.getByText('1 drawing')).toBeAttached()
  const end = await editor.getByTestId('markup').evaluate((svg) => {
    const { width = 1, height = 1 } = svg instanceof SVGSVGElement ? svg.viewBox.baseVal : {}
    const [, x = '', y = ''] = /L([\d.]+) ([\d.]+)/.exec(svg.querySelector('path')?.getAttribute('d') ?? '') ?? []
    return [Number(x) / width, Number(y) / height].map((value) => Math.round(value * 10) / 10)
  })
  expect(end).toEqual([0.6, 0.5])
})

test('a drawing that was not saved before the phone ended the app goes on, until it is saved or cancelled', async ({
  page,
}) => {
  await openViewer(page)
  const editor = page.getByRole('dialog', { name: 'Draw on saved-1.jpg' })
  const open = async () => {
    await viewer(page).getByRole('button', { name: 'Draw on the photo' }).click()
    await expect(editor.getByRole('application')).toBeVisible()
  }
  await open()
  await editor.getByRole('application').focus()
  for (const key of ['Enter', 'ArrowRight', 'Enter']) await page.keyboard.press(key)
  await expect(editor.getByText('1 drawing')).toBeAttached()
  await expect.poll(() => storedOnDevice(page)).toContain('/drawing ')
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await page.getByRole('button', { name: 'View saved-1.jpg' }).click()
  await open()
  await expect(editor.getByText('1 drawing')).toBeAttached()
  await editor.getByRole('button', { name: 'Cancel' }).click()
  await expect(editor).toHaveCount(0)
  await expect.poll(() => storedOnDevice(page)).not.toContain('/drawing ')
  await open()
  await expect(editor.getByText('1 drawing')).toHaveCount(0)
  await editor.getByRole('button', { name: 'Cancel' }).click()
  await viewer(page).getByRole('button', { name: 'Close' }).click()
  await expect(viewer(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'View saved-1.jpg' }).click()
  await expect(viewer(page)).toBeVisible()
})

test('two tabs that draw on the same photo keep their drawings apart until they are saved', { tag: '@long' }, async ({
  page,
}) => {
  await openViewer(page)
  const other = await page.context().newPage()
  const editorOf = (tab: Page) => tab.getByRole('dialog', { name: 'Draw on saved-1.jpg' })
  const draw = async (tab: Page) => {
    await viewer(tab).getByRole('button', { name: 'Draw on the photo' }).click()
    await editorOf(tab).getByRole('application').focus()
  }
  await draw(page)
  for (const key of ['Enter', 'ArrowRight', 'Enter']) await page.keyboard.press(key)
  await expect(editorOf(page).getByText('1 drawing')).toBeAttached()
  await expect.poll(() => storedOnDevice(page)).toContain('/drawing ')

  await other.goto(new URL(page.url()).pathname)
  await other.getByRole('button', { name: 'View saved-1.jpg' }).click()
  await draw(other)
  await expect(editorOf(other).getByText('1 drawing')).toHaveCount(0)
  await editorOf(other).getByRole('button', { name: 'Cancel' }).click()
  await other.close()

  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await page.getByRole('button', { name: 'View saved-1.jpg' }).click()
  await draw(page)
  await expect(editorOf(page).getByText('1 drawing')).toBeAttached()
})
