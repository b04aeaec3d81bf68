import { expect, type Route, test } from '@playwright/test'
import { idbResult } from './helpers/indexed-db.ts'
import {
  addAnimal,
  recordAnsweredWrites,
  submitFirstStep,
  openWizard,
  outboxStatus,
  animalTags,
  postMortemsWithNote,
  expectDraftStored,
} from './helpers/outbox.ts'
import { holdRequests } from './helpers/hold-requests.ts'
import { createApiClient } from './helpers/api-client.ts'
import { createPostMortem } from './helpers/create-post-mortem.ts'
import { navigateInApp } from './helpers/navigate-in-app.ts'
import { choosePhotos, photoDrafts, savedPhotoNames } from './helpers/photo-page.ts'
import { signIn, signOut, signInWithoutForm, fetchAccessToken } from './helpers/sign-in.ts'

test('a post mortem made offline survives closing the page and reaches the server once, as one request', async ({
  page: first,
  context,
}) => {
  const note = 'Made behind the hill.'
  await signInWithoutForm(first, 'client')
  await openWizard(first)
  const writes = recordAnsweredWrites(context)

  await test.step('a ticket with two animals is created and counted as unsent', async () => {
    await context.setOffline(true)
    await submitFirstStep(first, note)
    await addAnimal(first, 'O 1', 'Save, add another')
    await addAnimal(first, 'O 2', 'Review')
    await expect(first.getByRole('heading', { name: 'New post mortem' })).toBeVisible()
    await expect(first.getByText('Waiting to be sent').first()).toBeVisible()
    await expect(outboxStatus(first)).toContainText('3 changes wait for a connection')
    await first.getByRole('button', { name: 'Back' }).click()
    await expect(first.getByRole('link', { name: /New post mortem.*2 animals.*Waiting to be sent/ })).toBeVisible()
    await first.getByRole('link', { name: /New post mortem.*2 animals/ }).click()
    await first.getByRole('button', { name: 'Add animal' }).click()
    await first.getByLabel('Tag', { exact: true }).fill('O 3')
    await expectDraftStored(first, 'O 3')
  })

  await first.close({ runBeforeUnload: false })
  // Pages load again, but API requests still fail.
  await context.route('**/api/**', (route) => route.abort())
  await context.setOffline(false)
  const page = await context.newPage()

  await test.step('after reopening, the app offers to resume, and the wizard is finished', async () => {
    await page.goto('/')
    await expect(outboxStatus(page)).toContainText('3 changes wait for a connection')
    await page.getByRole('link', { name: 'Go on' }).click()
    await expect(page.getByLabel('Tag', { exact: true })).toHaveValue('O 3')
    await page.getByRole('button', { name: 'Review' }).click()
    await expect(page.getByRole('article')).toHaveCount(3)
    await page.getByRole('button', { name: 'Send PM' }).click()
    await expect(
      page.getByRole('heading', { name: 'Your request will be sent when there is a connection' }),
    ).toBeVisible()
    expect(writes).toEqual([])
  })

  await test.step('once online everything is sent, and the ticket gets its number', async () => {
    await context.unroute('**/api/**')
    await outboxStatus(page).getByRole('button', { name: 'Try now' }).click()
    await expect(page.getByRole('heading', { name: 'Your request has been submitted' })).toBeVisible()
    await expect(page.getByText(/CHM-\d+ is with the veterinarians/)).toBeVisible()
    await expect(outboxStatus(page)).toHaveCount(0)
  })

  const postMortems = await postMortemsWithNote(page, note)
  expect(postMortems).toHaveLength(1)
  expect(postMortems[0]?.status).toBe('Pending')
  expect(postMortems.flatMap(animalTags)).toEqual(['O 1', 'O 2', 'O 3'])
  expect(writes).toEqual(['POST /post-mortems'])
})

test('changes stored by an earlier version are shown and sent', { tag: '@long' }, async ({ page, context }) => {
  const note = 'Made before the update.'
  await signInWithoutForm(page, 'client')
  await openWizard(page)
  await context.route('**/api/**', (route) => route.abort())
  await submitFirstStep(page, note)
  await addAnimal(page, 'E 1', 'Review')
  await expect(outboxStatus(page)).toContainText('2 changes wait for a connection')
  // An earlier version called a post-mortem a ticket.
  await page.evaluate(
    async (result) => {
      const database = await result(indexedDB.open('chisholm-outbox'))
      const entries = database.transaction('entries', 'readwrite').objectStore('entries')
      for (const key of await result(entries.getAllKeys())) {
        const { postMortemId: ticketId, kind, ...rest } = await result(entries.get(key))
        await result(entries.put({ ...rest, ticketId, kind: kind.replace('post-mortem', 'ticket') }, key))
      }
      database.close()
    },
    await idbResult(page),
  )
  await page.reload()
  await expect(page.getByRole('article', { name: 'E 1' })).toBeVisible()
  await page.getByRole('button', { name: 'Send PM' }).click()
  await context.unroute('**/api/**')
  await outboxStatus(page).getByRole('button', { name: 'Try now' }).click()
  await expect(page.getByRole('heading', { name: 'Your request has been submitted' })).toBeVisible()
  const postMortems = await postMortemsWithNote(page, note)
  expect(postMortems.map(({ status }) => status)).toEqual(['Pending'])
  expect(postMortems.flatMap(animalTags)).toEqual(['E 1'])
})

test('input typed before the app was closed is offered when it is opened again, and only then', async ({
  page: first,
  context,
}) => {
  await signInWithoutForm(first, 'client')
  await openWizard(first)
  await first.goto('/')
  await expect(first.getByRole('heading', { name: 'My PM Requests' })).toBeVisible()
  await expect(first.getByText('You have an unfinished post mortem.')).toHaveCount(0)
  await first.goto('/a/postmortem/add')
  await first.getByLabel('Notes').pressSequentially('Fou')
  await expectDraftStored(first, 'Fou')
  await first.close({ runBeforeUnload: false })

  const page = await context.newPage()
  await page.goto('/')
  await page.getByRole('link', { name: 'Go on' }).click()
  await expect(page.getByLabel('Notes')).toHaveValue('Fou')
  await expect(page.getByText('You have an unfinished post mortem.')).toHaveCount(0)
  await page.getByRole('link', { name: 'Search' }).click()
  await expect(page.getByText('You have an unfinished post mortem.')).toHaveCount(0)
  await page.goto('/')
  await page.getByRole('button', { name: 'Not now' }).click()
  await expect(page.getByText('You have an unfinished post mortem.')).toHaveCount(0)
})

test('a request whose response was lost is sent again without a duplicate', async ({ page, context }) => {
  const note = 'The answer was lost.'
  await signInWithoutForm(page, 'client')
  await openWizard(page)
  const keys: (string | undefined)[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/post-mortems'))
      keys.push(request.headers()['idempotency-key'])
  })
  // The server handles the request, but its response is lost.
  const network = await context.newCDPSession(page)
  network.on('Fetch.requestPaused', ({ requestId }) => {
    // an attempt of the app may be interrupted by the end of the interception
    network.send('Fetch.failRequest', { requestId, errorReason: 'ConnectionReset' }).catch(() => undefined)
  })
  await network.send('Fetch.enable', { patterns: [{ urlPattern: '*/api/v1/post-mortems', requestStage: 'Response' }] })
  await submitFirstStep(page, note)
  await expect(outboxStatus(page)).toContainText('1 change waits for a connection')
  expect(await postMortemsWithNote(page, note)).toHaveLength(1)
  await network.send('Fetch.disable')
  // not by the button, which is gone if the app has tried again by itself
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(outboxStatus(page)).toHaveCount(0)
  expect(await postMortemsWithNote(page, note)).toHaveLength(1)
  expect(keys.length).toBeGreaterThan(1)
  expect(new Set(keys).size).toBe(1)
})

test('a hanging connection does not block the wizard', { tag: '@long' }, async ({ page }) => {
  const note = 'The mast is far away.'
  await signInWithoutForm(page, 'client')
  await openWizard(page)
  const held: Route[] = []
  await page.route('**/api/v1/post-mortems', (route) => void held.push(route), { times: 1 })
  await submitFirstStep(page, note)
  await expect(outboxStatus(page)).toContainText('Sending 1 change')
  await page.getByLabel('Tag', { exact: true }).fill('H 1')
  await held[0]?.continue()
  await expect(outboxStatus(page)).toHaveCount(0)
  await expect(page.getByLabel('Tag', { exact: true })).toHaveValue('H 1')
  await page.getByRole('button', { name: 'Review' }).click()
  await expect(page.getByRole('heading', { name: /CHM-\d+/ })).toBeVisible()
  expect((await postMortemsWithNote(page, note)).map(animalTags)).toEqual([['H 1']])
})

test('a ticket deleted elsewhere shows its unsent input until that is discarded', { tag: '@long' }, async ({
  page,
  context,
}) => {
  const note = 'Deleted meanwhile.'
  await signInWithoutForm(page, 'client')
  await openWizard(page)
  await submitFirstStep(page, note)
  await context.setOffline(true)
  await addAnimal(page, 'X 1', 'Review')
  const headers = { authorization: `Bearer ${await fetchAccessToken(page, 'client')}` }
  const [postMortem] = await postMortemsWithNote(page, note)
  expect((await page.request.delete(`/api/v1/post-mortems/${postMortem?.id}`, { headers })).ok()).toBe(true)
  await context.setOffline(false)
  await outboxStatus(page).getByRole('link', { name: 'Show' }).click()
  await expect(page.getByRole('article')).toContainText('X 1')
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByText('Sorry Page Not Found :)').first()).toBeVisible()
  await expect(outboxStatus(page)).toHaveCount(0)
})

test('an edit of an animal that was deleted elsewhere can be read until it is discarded', async ({ page, context }) => {
  const client = await createApiClient(page.request, 'client')
  const { id } = await createPostMortem(page, { client: 'client', tag: 'X 3', sent: false })
  const [animal] = (await client.get(`/post-mortems/${id}`)).veterinary_record.veterinary_record_animals
  await signInWithoutForm(page, 'client')
  await page.goto(`/a/postmortem/${id}?step=animal&animal=${animal.id}`)
  await expect(page.getByLabel('Notes')).toBeVisible()
  await context.setOffline(true)
  await page.getByLabel('Notes').fill('It coughed for three days.')
  await page.getByRole('button', { name: 'Review' }).click()
  await expect(page.getByRole('article', { name: 'X 3' })).toContainText('It coughed')
  await client.delete(`/veterinary-record-animals/${animal.id}`)
  await context.setOffline(false)
  await expect(outboxStatus(page)).toContainText('1 change was not accepted')
  await expect(page.getByText('There are no animals')).toBeVisible()
  await expect(page.getByRole('article')).toContainText('It coughed for three days.')
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByText('It coughed for three days.')).toHaveCount(0)
  await expect(outboxStatus(page)).toHaveCount(0)
})

test('findings and messages about a ticket that was deleted elsewhere can still be read', { tag: '@long' }, async ({
  page,
  context,
}) => {
  const { id } = await createPostMortem(page, { client: 'client', tag: 'X 2', sent: true })
  const admin = await createApiClient(page.request, 'admin')
  const [animal] = (await admin.get(`/post-mortems/${id}`)).veterinary_record.veterinary_record_animals
  await signInWithoutForm(page, 'vet')
  await page.goto(`/a/vet/ticketdetail/${id}`)
  await expect(page.getByLabel('Message', { exact: true })).toBeVisible()
  await context.setOffline(true)
  await page.getByLabel('Message', { exact: true }).fill('Please keep the other one in the shade.')
  await page.getByRole('button', { name: 'Save as internal' }).click()
  await navigateInApp(page, `/a/vet/ticketdetail/${id}/${animal.id}`)
  await page.getByRole('textbox', { name: 'Findings' }).fill('Fibrin on both cranial lobes.')
  await page.getByRole('textbox', { name: 'Findings' }).blur()
  await expect(outboxStatus(page)).toContainText('2 changes wait for a connection')
  await admin.delete(`/post-mortems/${id}`)
  await context.setOffline(false)
  await outboxStatus(page).getByRole('link', { name: 'Show' }).click()
  await expect(page.getByRole('article')).toContainText('Fibrin on both cranial lobes.')
  await expect(page.getByText('Please keep the other one in the shade.')).toBeVisible()
})

test('a rejected change keeps the input in its open form and leaves nothing in the outbox', async ({ page }) => {
  const note = 'The site was closed meanwhile.'
  await signInWithoutForm(page, 'client')
  await openWizard(page)
  const refusal = { success: false, message: 'Please select a site.', errors: { site_id: ['Please select a site.'] } }
  await page.route('**/api/v1/post-mortems', (route) => route.fulfill({ status: 422, json: refusal }), { times: 1 })
  await page.getByLabel('Notes').fill(note)
  await page.getByRole('button', { name: 'Add animals' }).click()
  await expect(page.getByText('Please select a site.').first()).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Site' })).toHaveAccessibleDescription('Please select a site.')
  await expect(page.getByLabel('Notes')).toHaveValue(note)
  await expect(outboxStatus(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Add animals' }).click()
  await expect(page.getByRole('heading', { name: 'Animal 1' })).toBeVisible()
  expect(await postMortemsWithNote(page, note)).toHaveLength(1)
})

test('a request that was not sent leads back to where it was sent from', async ({ page, context }) => {
  await signInWithoutForm(page, 'client')
  const { id, title } = await createPostMortem(page, { client: 'client', tag: 'G 9', sent: false })
  await page.goto('/a/postmortems/draft')
  await page.getByRole('link', { name: title }).click()
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Send PM' }).click()
  await expect(page.getByRole('heading', { name: 'Your request will be sent' })).toBeVisible()
  const api = await createApiClient(page.request, 'client')
  const { veterinary_record: record } = await api.get(`/post-mortems/${id}`)
  await api.delete(`/veterinary-record-animals/${record.veterinary_record_animals[0].id}`)
  await context.setOffline(false)
  await expect(page.getByRole('heading', { name: 'Your request was not sent' })).toBeVisible()
  await page.getByRole('button', { name: 'Go Back' }).click()
  await expect(page.getByRole('region', { name: 'Not accepted' })).toContainText('Add at least one animal')
  await expect(page.getByRole('heading', { name: title })).toBeVisible()
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  await expect(page).toHaveURL(/\/a\/postmortems\/draft$/)
})

test('a change rejected later blocks only its own ticket and is corrected in its form', async ({ page, context }) => {
  const note = 'One tag is of a gate.'
  await signInWithoutForm(page, 'client')
  await openWizard(page)
  await context.setOffline(true)
  await submitFirstStep(page, note)
  await page.getByLabel('RFID').fill('R 123456')
  await page.getByLabel('Pen', { exact: true }).fill('14')
  await addAnimal(page, 'G 1', 'Save, add another')
  await addAnimal(page, 'G 2', 'Review')
  await page.getByRole('button', { name: 'Send PM' }).click()
  await expect(page.getByRole('heading', { name: 'Your request will be sent' })).toBeVisible()

  await page.getByRole('button', { name: 'Create Another' }).click()
  await submitFirstStep(page, 'Nothing wrong with this one.')
  await context.setOffline(false)
  await expect(outboxStatus(page)).toContainText('1 change was not accepted')
  await expect.poll(() => postMortemsWithNote(page, 'Nothing wrong with this one.')).toHaveLength(1)
  expect(await postMortemsWithNote(page, note)).toEqual([])

  await outboxStatus(page).getByRole('link', { name: 'Show' }).click()
  await expect(page.getByRole('region', { name: 'Not accepted' })).toContainText('This is an industrial transponder')
  await page.getByRole('button', { name: 'Correct' }).click()
  await expect(page.getByLabel('RFID')).toHaveValue('R 123456')
  await expect(page.getByLabel('Pen', { exact: true })).toHaveValue('14')
  await expect(page.getByText('This is an industrial transponder').first()).toBeVisible()
  await page.getByLabel('RFID').fill('982 000 123 456 700')
  await page.getByRole('button', { name: 'Review' }).click()
  await expect(page.getByRole('heading', { name: /CHM-\d+/ })).toBeVisible()
  await expect(outboxStatus(page)).toHaveCount(0)
  const [postMortem] = await postMortemsWithNote(page, note)
  expect(postMortem && animalTags(postMortem)).toEqual(['G 1', 'G 2'])
  expect(postMortem?.status).toBe('Pending')
  expect(postMortem?.veterinary_record.veterinary_record_animals.map(({ rfid }) => rfid)).toContain('982000123456700')
})

test('a rejected change is discarded together with the changes that depend on it', { tag: '@long' }, async ({
  page,
  context,
}) => {
  const note = 'Not to be.'
  await signInWithoutForm(page, 'client')
  await openWizard(page)
  await context.setOffline(true)
  await submitFirstStep(page, note)
  await page.getByLabel('RFID').fill('R 99')
  await addAnimal(page, 'D 1', 'Save, add another')
  await addAnimal(page, 'D 2', 'Review')
  await context.setOffline(false)
  await page.getByRole('region', { name: 'Not accepted' }).getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
  await expect(outboxStatus(page)).toHaveCount(0)
  await expect(page.getByRole('article')).toHaveCount(1)
  expect((await postMortemsWithNote(page, note)).flatMap(animalTags)).toEqual(['D 2'])
})

test('two tabs show the same unsent changes and send them once', async ({ page, context }) => {
  const note = 'Two tabs, one ticket.'
  await signIn(page, 'client')
  const other = await context.newPage()
  await other.goto('/')
  await expect(other.getByRole('heading', { name: 'My PM Requests' })).toBeVisible()
  await openWizard(page)
  const writes = recordAnsweredWrites(context)
  await context.setOffline(true)
  await submitFirstStep(page, note)
  await addAnimal(page, 'T 1', 'Save, add another')
  await addAnimal(page, 'T 2', 'Review')
  await expect(outboxStatus(other)).toContainText('3 changes wait for a connection')
  await expect(other.getByRole('link', { name: /New post mortem.*2 animals/ })).toBeVisible()
  await context.setOffline(false)
  await expect(outboxStatus(page)).toHaveCount(0)
  await expect(outboxStatus(other)).toHaveCount(0)
  const [postMortem] = await postMortemsWithNote(page, note)
  await expect(page.getByRole('heading', { name: postMortem?.title ?? 'no ticket' })).toBeVisible()
  await expect(other.getByRole('link', { name: new RegExp(postMortem?.title ?? 'no ticket') })).toBeVisible()
  expect(writes).toEqual(['POST /post-mortems'])
})

test('photos of an unsent animal are uploaded automatically after it', async ({ page, context }) => {
  const note = 'With photos.'
  await signInWithoutForm(page, 'client')
  await openWizard(page)
  await context.setOffline(true)
  await submitFirstStep(page, note)
  await choosePhotos(page, 1, 2)
  await expect(photoDrafts(page)).toHaveCount(2)
  await addAnimal(page, 'F 1', 'Review')
  await expect(outboxStatus(page)).toContainText('2 changes and 2 photos wait for a connection')
  await context.setOffline(false)
  await expect(outboxStatus(page)).toHaveCount(0)
  await expect(page.getByRole('list', { name: 'Saved', exact: true }).getByRole('listitem')).toHaveCount(2)
  const [postMortem] = await postMortemsWithNote(page, note)
  const animalId = postMortem?.veterinary_record.veterinary_record_animals[0]?.id ?? ''
  const headers = { authorization: `Bearer ${await fetchAccessToken(page, 'client')}` }
  expect(await savedPhotoNames(page, { id: '', animalIds: [], headers }, animalId)).toEqual([
    'IMG_0001.jpg',
    'IMG_0002.jpg',
  ])
})

test('requests of two tabs are confirmed in both, whichever tab sends them, and nothing typed disappears meanwhile', async ({
  page,
  context,
}) => {
  const second = await context.newPage()
  const tabs = [
    [page, 'From the first tab.', 'Y 1'],
    [second, 'From the second tab.', 'Y 2'],
  ] as const
  await signInWithoutForm(page, 'client')
  for (const [tab, note] of tabs) {
    await openWizard(tab)
    await submitFirstStep(tab, note)
  }
  await context.setOffline(true)
  for (const [tab, , tag] of tabs) {
    await addAnimal(tab, tag, 'Review')
    await tab.getByRole('button', { name: 'Send PM' }).click()
    await expect(tab.getByRole('heading', { name: 'Your request will be sent' })).toBeVisible()
  }
  await context.setOffline(false)
  for (const [tab, note, tag] of tabs) {
    await expect(tab.getByRole('heading', { name: 'Your request has been submitted' })).toBeVisible()
    expect((await postMortemsWithNote(page, note)).map(animalTags)).toEqual([[tag]])
  }
})

test('logging out while a change is being sent waits for it, and asks nothing', async ({ page, context }) => {
  const note = 'Sent while logging out.'
  await signInWithoutForm(page, 'client')
  await openWizard(page)
  await context.setOffline(true)
  await submitFirstStep(page, note)
  const sending = await holdRequests(page, '**/api/v1/post-mortems', 'POST')
  await context.setOffline(false)
  await sending.held
  const progress = page
    .getByText('Logging out …')
    .waitFor()
    .then(() => sending.release((route) => route.continue()))
  await signOut(page)
  await progress
  await expect(page.getByText('Logging out …')).toHaveCount(0)
  expect(await postMortemsWithNote(page, note)).toHaveLength(1)
})

test('logging out warns of unsent changes and clears them', { tag: '@long' }, async ({ page, context }) => {
  const note = 'Given up.'
  await signInWithoutForm(page, 'client')
  await openWizard(page)
  await context.route('**/api/v1/post-mortems', (route) => route.abort())
  await submitFirstStep(page, note)
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText('1 change is not sent yet. Logging out deletes it from this device.')
  await question.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/u\/login$/)
  await context.unroute('**/api/v1/post-mortems')
  await signIn(page, 'client')
  await expect(page.getByRole('heading', { name: 'My PM Requests' })).toBeVisible()
  await expect(outboxStatus(page)).toHaveCount(0)
  expect(await postMortemsWithNote(page, note)).toEqual([])
  await signOut(page)
})

test('a request that was created while the app was closed, and is continued without a connection, arrives whole', async ({
  page,
  context,
}) => {
  await signInWithoutForm(page, 'client')
  await openWizard(page)
  await page.getByLabel('Notes').fill('Closed while it was created.')
  // The server gets the request, and the page never its response.
  await page.route('**/api/v1/post-mortems', async (route) => {
    if (route.request().method() === 'POST') await route.fetch()
    else await route.continue()
  })
  await page.getByRole('button', { name: 'Add animals' }).click()
  await expect.poll(async () => (await postMortemsWithNote(page, 'Closed while it was created.')).length).toBe(1)
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await page.unroute('**/api/v1/post-mortems')
  await openWizard(page)
  await expect(outboxStatus(page)).toHaveCount(0)
  await context.setOffline(true)
  await submitFirstStep(page, 'Continued in the pen.')
  await addAnimal(page, 'O 30', 'Review')
  await page.getByRole('button', { name: 'Send PM' }).click()
  await expect(outboxStatus(page)).toContainText('3 changes wait')
  await context.setOffline(false)
  await expect.poll(async () => (await postMortemsWithNote(page, 'Continued in the pen.'))[0]?.status).toBe('Pending')
  await expect(outboxStatus(page)).toHaveCount(0)
  const [sent, ...others] = await postMortemsWithNote(page, 'Continued in the pen.')
  expect(others).toEqual([])
  expect(sent).toMatchObject({ status: 'Pending' })
  expect(sent && animalTags(sent)).toEqual(['O 30'])
  expect(await postMortemsWithNote(page, 'Closed while it was created.')).toEqual([])
})
