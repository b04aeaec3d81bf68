import { expect, test } from '@playwright/test'
import { expectAccessible } from './helpers/accessibility.ts'
import { createApiClient } from './helpers/api-client.ts'
import { createPostMortem } from './helpers/create-post-mortem.ts'
import { brokenWords } from './helpers/layout-checks.ts'
import { navigateInApp } from './helpers/navigate-in-app.ts'
import { openPageAs, signInWithoutForm } from './helpers/sign-in.ts'

const blood = 'Sudden death with blood from nose, mouth or rectum'

test('ticking a stop sign shows the warning, keeps all input, and the ticket can be sent; everybody sees the danger', async ({
  page,
}) => {
  const { id } = await createPostMortem(page, { client: 'client', tag: 'D 3181', sent: false })
  await signInWithoutForm(page, 'client')
  await page.goto(`/a/postmortem/${id}?step=animal`)
  await page.getByLabel('Tag', { exact: true }).fill('D 2')
  const callAdvice = page.getByText('Call before you open any of them.')
  const severalDead = page.getByLabel('Several dead within a day without warning')
  await expect(severalDead).toBeVisible()
  await expect(callAdvice).toHaveCount(0)
  await severalDead.check()
  await expect(callAdvice).toBeVisible()
  await severalDead.uncheck()
  await expect(callAdvice).toHaveCount(0)
  await page.getByLabel(blood).check()
  const warning = page.getByRole('dialog', { name: 'Stop: read this before you touch the animal' })
  await expect(warning.getByRole('link', { name: 'Call Prairie Veterinary Services' })).toHaveAttribute(
    'href',
    'tel:+14035550100',
  )
  await expect(warning).toContainText('District veterinarian')
  await warning.getByRole('button', { name: 'Go on with the request' }).click()
  await expect(warning.getByText('Please confirm that you have read the warning.')).toBeInViewport()
  await expect(warning.getByLabel('I have read this')).toBeFocused()
  await warning.getByLabel('I have read this').check()
  await warning.getByRole('button', { name: 'Go on with the request' }).click()
  await expect(page.getByLabel('Tag', { exact: true })).toHaveValue('D 2')
  await page.getByRole('button', { name: 'Review' }).click()
  const danger = page.getByRole('complementary', { name: 'Danger' })
  await expect(danger).toContainText(blood)
  await danger.getByText('What to do, whom to call').click()
  await expect(danger).toContainText('Do not open or move this animal: suspect anthrax.')
  // The warning was just acknowledged.
  await page.getByRole('button', { name: 'Send PM' }).click()
  await expect(page.getByRole('heading', { name: 'Your request has been submitted' })).toBeVisible()
  await expect(danger).toBeVisible()
  await navigateInApp(page, '/a/postmortems/pending')
  await expect(page.locator('.card', { hasText: 'D 3181' })).toContainText('Do not open')
})

test('a ticket created on another device shows the warning when it is sent here, and going back sends nothing', async ({
  page,
}) => {
  const { id } = await createPostMortem(page, { client: 'client', tag: 'D 3', sent: false })
  await signInWithoutForm(page, 'client')
  await page.goto(`/a/postmortem/${id}`)
  await expect(page.getByRole('button', { name: 'Send PM' })).toBeVisible()
  // This screen does not show it yet.
  const api = await createApiClient(page.request, 'client')
  const signs = await api.get('/danger-signs')
  const call = signs.find(({ level }: { level: string }) => level === 'call')
  await api.post('/veterinary-record-animals', { veterinary_record_id: id, tag: 'D 4', danger_sign_ids: [call.id] })
  await page.getByRole('button', { name: 'Send PM' }).click()
  const warning = page.getByRole('dialog', { name: 'Call the practice first' })
  await expect(warning).toContainText(call.name)
  await warning.getByRole('button', { name: 'Go Back' }).click()
  await page.getByRole('button', { name: 'Send PM' }).click()
  await expect(warning).toBeVisible()
  await page.goBack()
  await expect(warning).toHaveCount(0)
  await expect(page).toHaveURL(new RegExp(`/a/postmortem/${id}$`))
  expect((await api.get(`/post-mortems/${id}`)).draft).toBe(1)
  await page.getByRole('button', { name: 'Send PM' }).click()
  await warning.getByLabel('I have read this').check()
  await warning.getByRole('button', { name: 'Go on with the request' }).click()
  await expect(page.getByRole('heading', { name: 'Your request has been submitted' })).toBeVisible()
  expect(await api.get(`/post-mortems/${id}`)).toMatchObject({ danger: 'call', draft: 0 })
})

test('of many signs, the practice can be called and the warning confirmed without scrolling on a small phone', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  const { id } = await createPostMortem(page, { client: 'client', tag: 'D 7', sent: false })
  const api = await createApiClient(page.request, 'client')
  const signs: { id: string }[] = await api.get('/danger-signs')
  const danger_sign_ids = signs.map((sign) => sign.id)
  await api.post('/veterinary-record-animals', { veterinary_record_id: id, tag: 'D 8', danger_sign_ids })
  await signInWithoutForm(page, 'client')
  await page.goto(`/a/postmortem/${id}`)
  await page.getByRole('button', { name: 'Send PM' }).click()
  const warning = page.getByRole('dialog', { name: 'Stop: read this before you touch the animal' })
  await expect(warning.getByRole('link', { name: 'Call Prairie Veterinary Services' })).toBeInViewport({ ratio: 1 })
  await expect(warning.getByLabel('I have read this')).toBeInViewport({ ratio: 1 })
  // with text of twice the size the words of the buttons are whole, and the buttons in sight
  await page.evaluate(() => (document.documentElement.style.fontSize = '32px'))
  expect(await brokenWords(page, '.danger-screen-footer .mantine-Button-label')).toEqual([])
  for (const name of ['Go Back', 'Go on with the request'])
    await expect(warning.getByRole('button', { name })).toBeInViewport({ ratio: 0.99 })
})

test('the danger of a ticket names a number to call: the practice for clients, the authorities for veterinarians', async ({
  browser,
}) => {
  const page = await openPageAs(browser, 'client')
  const { id } = await createPostMortem(page, { client: 'client', tag: 'D 9', sent: false })
  const api = await createApiClient(page.request, 'client')
  const signs = await api.get('/danger-signs')
  const call = signs.find(({ level }: { level: string }) => level === 'call')
  await api.post('/veterinary-record-animals', { veterinary_record_id: id, tag: 'D 10', danger_sign_ids: [call.id] })
  await api.put(`/post-mortems/${id}`, { draft: 0, danger_acknowledged: 1 })
  await page.goto(`/a/postmortem/${id}`)
  const danger = page.getByRole('complementary', { name: 'Danger' })
  await expect(danger).toContainText('Call the practice first')
  await expect(danger.getByRole('link', { name: 'Call Prairie Veterinary Services' })).toHaveAttribute(
    'href',
    'tel:+14035550100',
  )
  const vetPage = await openPageAs(browser, 'vet')
  await vetPage.goto(`/a/postmortem/${id}`)
  const dangerToVet = vetPage.getByRole('complementary', { name: 'Danger' })
  await expect(dangerToVet).toContainText('Danger signs reported')
  await expect(dangerToVet).toContainText(call.name)
  await expect(dangerToVet.getByRole('link')).toHaveCount(0)
  await dangerToVet.getByText('What to do, whom to call').click()
  await expect(dangerToVet).toContainText(call.advice)
  await expect(dangerToVet.getByRole('link')).toHaveText(['+1 403 555 0177', '+1 800 555 0100'])
  await expectAccessible(vetPage)
})

test('of several animals, the danger names those that have the signs, on their pages and on those of the others', async ({
  page,
}) => {
  const { id } = await createPostMortem(page, { client: 'client', tag: 'D 20', sent: false })
  const api = await createApiClient(page.request, 'client')
  const [first] = (await api.get(`/post-mortems/${id}`)).veterinary_record.veterinary_record_animals
  const signs: { id: string; name: string; level: string }[] = await api.get('/danger-signs')
  const [stop, call] = ['stop', 'call'].map((level) => signs.find((sign) => sign.level === level))
  const add = (tag: string, sign: typeof stop) =>
    api.post('/veterinary-record-animals', { veterinary_record_id: id, tag, danger_sign_ids: [sign?.id] })
  const { id: dangerousId } = await add('D 21', stop)
  await signInWithoutForm(page, 'client')
  const danger = page.getByRole('complementary', { name: 'Danger' })
  await test.step('on the ticket and at the animal with the sign', async () => {
    await page.goto(`/a/postmortem/${id}`)
    await expect(danger).toContainText('Stop: read what to do before you touch D 21')
    await navigateInApp(page, `/a/postmortem/${id}?step=animal&animal=${dangerousId}`)
    await expect(page.getByRole('heading', { name: 'D 21' })).toBeVisible()
    await expect(danger).toContainText('Stop: read what to do before you touch D 21')
  })
  await test.step('at another animal, and a new one', async () => {
    for (const step of [`step=animal&animal=${first.id}`, 'step=animal']) {
      await navigateInApp(page, `/a/postmortem/${id}?${step}`)
      await expect(danger).toContainText('Danger signs of another animal: D 21')
      await expect(danger).not.toContainText('Stop')
    }
  })
  await test.step('each sign with its own animals', async () => {
    await add('D 22', call)
    await page.goto(`/a/postmortem/${id}`)
    await expect(danger).toContainText('Stop: read what to do before you touch D 21')
    await expect(danger).toContainText(`D 21: ${stop?.name}`)
    await expect(danger).toContainText(`D 22: ${call?.name}`)
  })
})

test('the error of an unread warning is legible, below the label of the checkbox', async ({ page }) => {
  const { id } = await createPostMortem(page, { client: 'client', tag: 'D 5', sent: false })
  await signInWithoutForm(page, 'client')
  await page.goto(`/a/postmortem/${id}?step=animal`)
  await page.getByLabel(blood).check()
  const warning = page.getByRole('dialog', { name: 'Stop: read this before you touch the animal' })
  await warning.getByRole('button', { name: 'Go on with the request' }).click()
  const error = warning.getByText('Please confirm that you have read the warning.')
  const label = warning.locator('label', { hasText: 'I have read this' })
  const leftOfText = (element: Element) => {
    const range = document.createRange()
    range.selectNodeContents(element)
    return range.getBoundingClientRect().left
  }
  expect(await error.evaluate(leftOfText)).toBeCloseTo(await label.evaluate(leftOfText), 0)
  await expectAccessible(page)
})

test('the focus returns to the sign after its warning, however it is left', async ({ page }) => {
  const { id } = await createPostMortem(page, { client: 'client', tag: 'D 6', sent: false })
  await signInWithoutForm(page, 'client')
  await page.goto(`/a/postmortem/${id}?step=animal`)
  const sign = page.getByLabel(blood)
  const warning = page.getByRole('dialog', { name: 'Stop: read this before you touch the animal' })
  const openWarning = async () => {
    await sign.uncheck()
    await sign.press('Space')
    await expect(warning).toBeVisible()
  }
  const expectFocusOnSign = async () => {
    await expect(warning).toHaveCount(0)
    await expect(sign).toBeFocused()
  }
  await openWarning()
  await page.keyboard.press('Escape')
  await expectFocusOnSign()
  await openWarning()
  await warning.getByRole('button', { name: 'Go Back' }).press('Enter')
  await expectFocusOnSign()
  await openWarning()
  await warning.getByLabel('I have read this').press('Space')
  await warning.getByRole('button', { name: 'Go on with the request' }).press('Enter')
  await expectFocusOnSign()
})
