import path from 'node:path'
import { expect, type Locator, type Page, test } from '@playwright/test'
import { createApiClient } from './helpers/api-client.ts'
import { addAnimal, openWizard, submitFirstStep } from './helpers/outbox.ts'
import { artefacts } from './paths.ts'
import { createDraft } from './helpers/screen-fixtures.ts'
import { signInWithoutForm, signOut } from './helpers/sign-in.ts'

let count = 0
/** Creates a sent ticket with an animal of an RFID that no other test uses, and a draft to add the animal to again. */
async function createTickets(page: Page) {
  const rfid = `98200000777${String(1000 + count++).slice(-4)}`
  const client = await createApiClient(page.request, 'client')
  const [site] = await client.get('/sites')
  const record_at = new Date().toISOString().slice(0, 10)
  const earlier = await client.post('/post-mortems', { site_id: site.id, record_at, animals: [{ rfid }], send: 1 })
  const draft = await createDraft(page.request, { client: 'client', note: 'By the fence.', tags: ['S 1'] })
  return { rfid, earlier, draft }
}

/** Opens the form of a new animal, with an RFID about which the server answers only when the test ends. */
async function typeRfid(page: Page, draftId: string, rfid: string): Promise<void> {
  await page.route(/post-mortems\?.*rfid/, () => new Promise(() => undefined))
  await page.goto(`/a/postmortem/${draftId}?step=animal`)
  await page.getByLabel('RFID', { exact: true }).fill(rfid)
  await page.getByLabel('Tag', { exact: true }).fill('S 2')
}
const question = (page: Page) => page.getByRole('region', { name: 'The RFID of S 2 is recorded already:' })

for (const button of ['Review', 'Save, add another'] as const)
  test(`an RFID that another ticket has is asked about after ${button}, if the lookup was slower`, async ({ page }) => {
    const { rfid, earlier, draft } = await createTickets(page)
    await signInWithoutForm(page, 'client')
    await typeRfid(page, draft.id, rfid)
    await page.getByRole('button', { name: button }).click()
    await expect(question(page)).toBeVisible()
    await expect(question(page).getByRole('link', { name: earlier.title })).toHaveAttribute(
      'href',
      `/a/postmortem/${earlier.id}`,
    )
    await expect(question(page)).toBeInViewport()
    await page.screenshot({ path: path.join(artefacts, `seen-before-${button.slice(0, 4)}-390.png`) })
    await test.step('its form is one tap away', async () => {
      await question(page).getByRole('button', { name: 'Edit S 2' }).click()
      await expect(page.getByRole('heading', { name: 'S 2' })).toBeVisible()
      await expect(page.getByLabel('RFID', { exact: true })).not.toHaveValue('')
      await expect(question(page)).toHaveCount(0)
      await page.goBack()
    })
    await question(page).getByRole('button', { name: 'Go on' }).click()
    await expect(question(page)).toHaveCount(0)
  })

test('nobody is asked twice: an RFID that was asked about while it was typed is saved without a question', async ({
  page,
}) => {
  const { rfid, earlier, draft } = await createTickets(page)
  await page.clock.install()
  await signInWithoutForm(page, 'client')
  await page.goto(`/a/postmortem/${draft.id}?step=animal`)
  await page.getByLabel('RFID', { exact: true }).fill(rfid)
  await page.getByLabel('Tag', { exact: true }).fill('S 2')
  await expect(page.getByRole('link', { name: earlier.title })).toBeVisible()
  await page.clock.runFor(1500)
  await page.getByRole('button', { name: 'Review' }).click()
  await expect(page.getByRole('article', { name: 'S 2' })).toBeVisible()
  await expect(page.getByText('recorded already')).toHaveCount(0)
})

test('an RFID of the same ticket or another one is asked about again if the form is left at once', async ({ page }) => {
  const { rfid, earlier, draft } = await createTickets(page)
  await signInWithoutForm(page, 'client')
  await page.clock.install()
  await page.goto(`/a/postmortem/${draft.id}?step=animal`)
  for (const [tag, ticket] of [
    ['S 2', earlier.title],
    ['S 3', `${draft.title}, the same ticket`],
  ]) {
    await expect(page.getByLabel('RFID', { exact: true })).toHaveValue('')
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000)
    await page.getByLabel('RFID', { exact: true }).fill(rfid)
    await page.getByLabel('Tag', { exact: true }).fill(tag)
    // the response is shown by a timer
    await expect(async () => {
      await page.clock.runFor(50)
      await expect(page.getByText('This RFID is recorded already:')).toBeVisible({ timeout: 250 })
    }).toPass()
    await page.getByRole('button', { name: 'Review' }).click()
    await page.clock.resume()
    const again = page.getByRole('region', { name: `The RFID of ${tag} is recorded already:` })
    await expect(again.getByRole('link', { name: ticket })).toBeVisible()
    await again.getByRole('button', { name: 'Go on' }).click()
    await page.getByRole('button', { name: 'Add animal' }).click()
  }
})

/** Adds an animal with this RFID without a connection, which is back on another screen. @returns the message about it */
async function typeOffline(page: Page, id: string, rfid: string): Promise<Locator> {
  await typeRfid(page, id, rfid)
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Review' }).click()
  await expect(page.getByRole('article', { name: 'S 2' })).toContainText('Waiting to be sent')
  await page.getByRole('link', { name: 'Search' }).click()
  await page.context().setOffline(false)
  const message = page.getByRole('alert').filter({ hasText: 'recorded already' })
  await expect(message).toContainText('The RFID of S 2 is recorded already:')
  return message
}

test('an animal that is sent when the connection is back is asked about by a message, on whatever screen', async ({
  page,
  context,
}) => {
  const { rfid, earlier, draft } = await createTickets(page)
  await signInWithoutForm(page, 'client')
  const message = await typeOffline(page, draft.id, rfid)
  await page.screenshot({ path: path.join(artefacts, 'seen-before-later-390.png') })
  const [opened] = await Promise.all([
    context.waitForEvent('page'),
    message.getByRole('link', { name: earlier.title }).click(),
  ])
  await expect(opened).toHaveURL(new RegExp(`/a/postmortem/${earlier.id}$`))
})

test('the message about an animal is not shown to whoever signs in next', async ({ page }) => {
  const { rfid, draft } = await createTickets(page)
  await signInWithoutForm(page, 'client')
  const message = await typeOffline(page, draft.id, rfid)
  await signOut(page)
  await expect(page.getByLabel('Email')).toBeVisible()
  await expect(message).toHaveCount(0)
})

for (const [name, viewport] of [
  ['a phone', { width: 390, height: 844 }],
  ['a desktop', { width: 1440, height: 900 }],
] as const)
  test(`the animals of a ticket that was sent at once are named, each with its tickets, on ${name}`, {
    tag: name === 'a desktop' ? '@long' : [],
  }, async ({ page, context }) => {
    const client = await createApiClient(page.request, 'client')
    const [site] = await client.get('/sites')
    const rfids = Array.from({ length: 8 }, () => `98200000777${String(1000 + count++).slice(-4)}`)
    const animals = rfids.map((rfid) => ({ rfid }))
    const record_at = new Date().toISOString().slice(0, 10)
    const earlier = await client.post('/post-mortems', { site_id: site.id, record_at, animals, send: 1 })
    await page.setViewportSize(viewport)
    await signInWithoutForm(page, 'client')
    await openWizard(page)
    await context.setOffline(true)
    await submitFirstStep(page, 'Sent at once.')
    for (const [index, rfid] of [...rfids, ''].entries()) {
      await expect(page.getByRole('heading', { level: 1, name: `Animal ${index + 1}` })).toBeVisible()
      await page.getByLabel('RFID', { exact: true }).fill(rfid)
      await addAnimal(page, `W ${index + 1}`, index < rfids.length ? 'Save, add another' : 'Review')
    }
    await page.getByRole('link', { name: 'Search' }).click()
    await context.setOffline(false)
    const message = page.getByRole('alert').filter({ hasText: 'W 1, W 2' })
    await expect(message).toContainText('The RFIDs of W 1, W 2, W 3, 5 more are recorded already:')
    await expect(message.getByRole('link', { name: earlier.title })).toHaveCount(1)
    await page.goBack()
    const questions = page.getByRole('region', { name: 'The RFIDs of 8 animals are recorded already:' })
    await expect(questions.getByRole('link', { name: earlier.title })).toHaveCount(5)
    await expect(questions).toContainText('W 5')
    await expect(questions).not.toContainText('W 6')
    await expect(message).toHaveCount(0)
    await page.screenshot({ path: path.join(artefacts, `seen-before-several-${viewport.width}.png`) })
    await questions.getByRole('button', { name: 'Show all 8' }).click()
    await expect(questions.getByRole('link', { name: earlier.title })).toHaveCount(8)
    await questions.getByRole('button', { name: 'Edit W 7' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'W 7' })).toBeVisible()
    await page.goBack()
    await questions.getByRole('button', { name: 'Go on' }).click()
    await expect(questions).toHaveCount(0)
  })
