import { expect, type Page, test } from '@playwright/test'
import { createApiClient } from './helpers/api-client.ts'
import { createPostMortem } from './helpers/create-post-mortem.ts'
import { addAnimal, openWizard, outboxStatus, postMortemsWithNote, submitFirstStep } from './helpers/outbox.ts'
import { fetchAccessToken, signInWithoutForm } from './helpers/sign-in.ts'

const hour = 3_600_000
const minute = 60_000
const clockNotice = (page: Page) => page.getByText('The clock of this device is 3 hours slow.')

async function timeFound(page: Page, note: string): Promise<number> {
  const headers = { authorization: `Bearer ${await fetchAccessToken(page, 'client')}` }
  const [sent] = await postMortemsWithNote(page, note)
  const answer = await page.request.get(`/api/v1/post-mortems/${sent?.id}`, { headers })
  const [animal] = (await answer.json()).data.veterinary_record.veterinary_record_animals
  return Date.parse(animal.found_at)
}

test('on a phone with a wrong clock, what the app enters is right, and the form says how wrong the clock is', async ({
  page,
}) => {
  const { id } = await createPostMortem(page, { client: 'client', tag: 'F 30', sent: false })
  const api = await createApiClient(page.request, 'client')
  await signInWithoutForm(page, 'client')
  for (const [minutes, notice, tag] of [
    [-47, 'The clock of this device is 47 minutes slow.', 'F 31'],
    [3 * 24 * 60, 'The clock of this device is 3 days fast.', 'F 32'],
  ] as const) {
    await page.clock.setSystemTime(Date.now() + minutes * 60_000)
    await page.goto(`/a/postmortem/${id}?step=animal`)
    await page.getByLabel('Tag', { exact: true }).fill(tag)
    await page.getByText('When and how it died').click()
    await expect(page.getByText(notice)).toBeVisible()
    const before = Date.now()
    await page.getByRole('button', { name: 'Found: now' }).click()
    await page.getByRole('button', { name: 'Review' }).click()
    await expect(page.getByRole('article', { name: tag })).toBeVisible()
    const animalsOf = async () => (await api.get(`/post-mortems/${id}`)).veterinary_record.veterinary_record_animals
    const isAdded = (animal: { tag: string }) => animal.tag === tag
    await expect.poll(async () => (await animalsOf()).some(isAdded)).toBe(true)
    const animals = await animalsOf()
    const added = animals.find(isAdded)
    expect(Math.abs(Date.parse(added.found_at) - before)).toBeLessThanOrEqual(60_000)
    expect(added.customer_record_at).toBe(animals[0].customer_record_at)
  }
})

for (const [what, setRight] of [
  ['whose clock is slow still enters the right times when the app is opened again without the server', 'never'],
  ['whose clock is set right without a connection is believed at once', 'while open'],
  ['whose clock is set right while the app is closed is believed once its user says so', 'while closed'],
] as const)
  test(`a phone ${what}`, { tag: setRight === 'never' ? [] : '@long' }, async ({ page, context }) => {
    const note = `Found by a phone ${what}.`
    await page.clock.install({ time: Date.now() - 3 * hour })
    await signInWithoutForm(page, 'client')
    await openWizard(page)
    await context.route('**/api/**', (route) => route.abort())
    if (setRight === 'while closed') await page.clock.setSystemTime(Date.now())
    if (setRight !== 'while open') await page.reload()
    await expect(page.getByRole('combobox', { name: 'Site' })).toHaveValue('North Yard')
    await submitFirstStep(page, note)
    await page.getByText('When and how it died').click()
    if (setRight === 'while closed') {
      await expect(page.getByText('The clock of this device was 3 hours slow when it last')).toBeVisible()
      await page.getByRole('button', { name: 'It is right' }).click()
      await expect(page.getByText('The clock of this device')).toHaveCount(0)
    } else await expect(clockNotice(page)).toBeVisible()
    if (setRight === 'while open') {
      await page.clock.setSystemTime(Date.now())
      // as if returning from the settings of the phone
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
      await expect(clockNotice(page)).toHaveCount(0)
    }
    await page.getByRole('button', { name: 'Found: now' }).click()
    await addAnimal(page, 'W 1', 'Review')
    await context.unroute('**/api/**')
    await outboxStatus(page).getByRole('button', { name: 'Try now' }).click()
    await expect(outboxStatus(page)).toHaveCount(0)
    expect(Math.abs((await timeFound(page, note)) - Date.now())).toBeLessThan(3 * minute)
  })

test('a phone whose clock was days fast is not locked when it is set right without a connection', {
  tag: '@long',
}, async ({ page, context }) => {
  await page.clock.install({ time: Date.now() + 72 * hour })
  await signInWithoutForm(page, 'client')
  await openWizard(page)
  await context.route('**/api/**', (route) => route.abort())
  await page.clock.setSystemTime(Date.now())
  await page.reload()
  await submitFirstStep(page, 'The clock was days fast.')
})
