import { expect, type Page, test } from '@playwright/test'
import { createApiClient } from './helpers/api-client.ts'
import { createPostMortem } from './helpers/create-post-mortem.ts'
import { endSession, openPageAs, signInAgain, signInWithoutForm } from './helpers/sign-in.ts'
import { expectDraftStored, outboxStatus } from './helpers/outbox.ts'
import { choosePhotos, photoDrafts } from './helpers/photo-page.ts'
import { storedOnDevice } from './helpers/stored-on-device.ts'

test('input in the wizard survives a reload and is cleared once it is saved', async ({ page }) => {
  await signInWithoutForm(page, 'manager')
  await page.goto('/a/postmortem/add')
  await page.getByRole('combobox', { name: 'Site' }).click()
  await page.getByRole('option', { name: 'South Yard' }).click()
  await page.getByLabel('Notes').fill('Typed before the battery died.')
  // the browser stores it within milliseconds, which a busy machine makes longer
  await expect.poll(() => storedOnDevice(page)).toContain('Typed before the battery died.')
  await page.reload()
  await expect(page.getByLabel('Notes')).toHaveValue('Typed before the battery died.')
  await expect(page.getByRole('combobox', { name: 'Site' })).toHaveValue('South Yard')
  await page.getByRole('button', { name: 'Add animals' }).click()

  await page.getByLabel('Tag', { exact: true }).fill('K 7')
  await expect.poll(() => storedOnDevice(page)).toContain('K 7')
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(page.getByLabel('Tag', { exact: true })).toHaveValue('K 7')
  await page.getByRole('button', { name: 'Review' }).click()
  await expect(page.getByRole('article', { name: 'K 7' })).toBeVisible()

  await page.goto('/a/postmortem/add')
  await expect(page.getByLabel('Notes')).toHaveValue('')
})

test('small forms keep what was typed when they are closed by a stray key; Cancel discards it', async ({ page }) => {
  const client = await createApiClient(page.request, 'client')
  const [site] = await client.get('/sites')
  await client.post('/filter-reports', { name: 'Heavy ones', type: 'animals', parameters: { filter: {} } })
  await signInWithoutForm(page, 'client')
  const dialog = page.getByRole('dialog')
  const openAndExpect = async (path: string, button: string, field: string, value: string) => {
    await page.goto(path)
    await page.getByRole('button', { name: button }).click()
    await expect(dialog.getByLabel(field, { exact: true })).toHaveValue(value)
  }
  const typeAndClose = async (path: string, button: string, field: string, value: string) => {
    await page.goto(path)
    await page.getByRole('button', { name: button }).click()
    await dialog.getByLabel(field, { exact: true }).fill(value)
    await expectDraftStored(page, value)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await openAndExpect(path, button, field, value)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toHaveCount(0)
  }
  const herd = `/a/herd/${site.id}`
  await typeAndClose(herd, 'Add the count of another day', 'Head', '8731')
  await openAndExpect(herd, 'Add the count of another day', 'Head', '')
  await typeAndClose('/a/reports', 'Rename Heavy ones', 'Name', 'Heavy and hot ones')
  await openAndExpect('/a/reports', 'Rename Heavy ones', 'Name', 'Heavy ones')

  await page.goto(herd)
  await page.getByLabel('Head today').fill('8642')
  await expectDraftStored(page, '8642')
  await page.goto(herd)
  await expect(page.getByLabel('Head today')).toHaveValue('8642')
})

const notesOfDrafts = async (page: Page, name: string) => {
  const api = await createApiClient(page.request, name)
  const drafts: { note: string | null }[] = await api.get('/post-mortems?filter[draft]=1&per_page=100')
  return drafts.map(({ note }) => note)
}

test('a request submitted as the session ended is created once, and the wizard does not offer it again', async ({
  page,
}) => {
  await signInWithoutForm(page, 'client')
  await page.goto('/a/postmortem/add')
  await expect(page.getByRole('combobox', { name: 'Site' })).toHaveValue('North Yard')
  await page.getByLabel('Notes').fill('Submitted as the session ended.')
  await endSession(page, { press: page.getByRole('button', { name: 'Add animals' }) })
  await expect(page.getByText('1 change that was not sent is still on this device.')).toBeVisible()
  await signInAgain(page, 'client')
  await expect(page.getByRole('heading', { name: 'Animal 1' })).toBeVisible()
  await expect.poll(() => notesOfDrafts(page, 'client')).toContain('Submitted as the session ended.')
  await page.goto('/a/postmortem/add')
  await expect(page.getByRole('combobox', { name: 'Site' })).toHaveValue('North Yard')
  await expect(page.getByLabel('Notes')).toHaveValue('')
})

for (const [step, user, search, press, heading] of [
  ['an animal', 'client', '?step=animal', 'Review', /^CHM-/],
  ['a corrected animal', 'vet', '?step=animal&animal=', 'Review', /^CHM-/],
  ['the completion', 'vet', '?step=complete', 'Complete', /^CHM-/],
] as const)
  test(`${step} saved as the session ended leads on from there after signing in again`, async ({ page }) => {
    const isClient = user === 'client'
    const { id } = await createPostMortem(page, { client: 'client', tag: 'K 10', sent: !isClient })
    const api = await createApiClient(page.request, 'client')
    const [animal] = (await api.get(`/post-mortems/${id}`)).veterinary_record.veterinary_record_animals
    const ticket = isClient ? `/a/postmortem/${id}` : `/a/vet/ticketdetail/${id}`
    await signInWithoutForm(page, user)
    await page.goto(ticket + search.replace(/animal=$/, `animal=${animal.id}`))
    const pen = page.getByLabel('Pen', { exact: true })
    if (search.includes('animal')) await pen.fill('K')
    else await expect(page.getByRole('heading', { name: /^Complete CHM-/ })).toBeVisible()
    await endSession(page, { press: page.getByRole('button', { name: press, exact: true }) })
    await signInAgain(page, user)
    await expect(page).toHaveURL(ticket)
    await expect(page.getByRole('heading', { name: heading })).toBeVisible()
    const animals = async () => (await api.get(`/post-mortems/${id}`)).veterinary_record.veterinary_record_animals
    if (search.includes('animal')) await expect.poll(async () => (await animals()).at(-1)).toMatchObject({ pen: 'K' })
    else await expect.poll(async () => (await api.get(`/post-mortems/${id}`)).status).toBe('Completed')
  })

test('an animal with a photo saved as the session ended leads to the review after signing in again', async ({
  page,
}) => {
  const { id } = await createPostMortem(page, { client: 'client', tag: 'K 11', sent: false })
  await signInWithoutForm(page, 'client')
  await page.goto(`/a/postmortem/${id}?step=animal`)
  await page.getByLabel('Tag', { exact: true }).fill('K 12')
  await choosePhotos(page, 1)
  await expect(photoDrafts(page)).toHaveCount(1)
  await endSession(page, { press: page.getByRole('button', { name: 'Review', exact: true }) })
  await signInAgain(page, 'client')
  await expect(page).toHaveURL(`/a/postmortem/${id}`)
  await expect(page.getByRole('article', { name: 'K 12' })).toBeVisible()
  const api = await createApiClient(page.request, 'client')
  const photosOfNewest = async () => {
    const { veterinary_record: record } = await api.get(`/post-mortems/${id}?include=medias`)
    return record.veterinary_record_animals.at(-1).medias.length
  }
  await expect.poll(photosOfNewest).toBe(1)
})

test('input of a request that was created while the page was closed is saved to that request', async ({ page }) => {
  await signInWithoutForm(page, 'client')
  await page.goto('/a/postmortem/add')
  await expect(page.getByRole('combobox', { name: 'Site' })).toHaveValue('North Yard')
  await page.getByLabel('Notes').fill('Closed while it was sent.')
  // The server gets the request, and the page never its response.
  await page.route('**/api/v1/post-mortems', async (route) => {
    if (route.request().method() === 'POST') await route.fetch()
    else await route.continue()
  })
  await page.getByRole('button', { name: 'Add animals' }).click()
  await expect.poll(() => notesOfDrafts(page, 'client')).toContain('Closed while it was sent.')
  page.once('dialog', (dialog) => void dialog.accept())
  // the request is sent on to the server if its route ends before the page
  await page.reload()
  await page.unroute('**/api/v1/post-mortems')
  await page.getByLabel('Notes').fill('Completed after it was sent.')
  await page.getByRole('button', { name: 'Add animals' }).click()
  await expect(page.getByRole('heading', { name: 'Animal 1' })).toBeVisible()
  await expect.poll(() => notesOfDrafts(page, 'client')).toContain('Completed after it was sent.')
  expect(await notesOfDrafts(page, 'client')).not.toContain('Closed while it was sent.')
})

test('the wizard begins another request if the one of its input was sent meanwhile', async ({ page }) => {
  await signInWithoutForm(page, 'client')
  await page.goto('/a/postmortem/add')
  await expect(page.getByRole('combobox', { name: 'Site' })).toHaveValue('North Yard')
  await page.getByLabel('Notes').fill('Sent from the list.')
  // The server gets the request, and the page never its response.
  await page.route('**/api/v1/post-mortems', async (route) => {
    if (route.request().method() === 'POST') await route.fetch()
    else await route.continue()
  })
  await page.getByRole('button', { name: 'Add animals' }).click()
  await expect.poll(() => notesOfDrafts(page, 'client')).toContain('Sent from the list.')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  const api = await createApiClient(page.request, 'client')
  const drafts: { id: string; note: string | null }[] = await api.get('/post-mortems?filter[draft]=1&per_page=100')
  const sent = drafts.find(({ note }) => note === 'Sent from the list.')
  await api.post('/veterinary-record-animals', { veterinary_record_id: sent?.id, tag: 'K 9' })
  await api.put(`/post-mortems/${sent?.id}`, { draft: 0 })

  await page.goto('/a/postmortem/add')
  // the only site is chosen once it is known
  await expect(page.getByRole('combobox', { name: 'Site' })).toHaveValue('North Yard')
  await page.getByLabel('Notes').fill('The next request.')
  await page.getByRole('button', { name: 'Add animals' }).click()
  await expect(page.getByRole('heading', { name: 'Animal 1' })).toBeVisible()
  expect(await notesOfDrafts(page, 'client')).toContain('The next request.')
  expect((await api.get(`/post-mortems/${sent?.id}`)).note).toBe('Sent from the list.')
})

test('findings typed as the session ended are saved once and no colleague is blamed', async ({ page }) => {
  const { id } = await createPostMortem(page, { client: 'client', tag: 'K 12', sent: true })
  await signInWithoutForm(page, 'vet')
  await page.goto(`/a/vet/ticketdetail/${id}`)
  await page.getByRole('button', { name: 'Edit K 12' }).click()
  const findings = page.getByLabel('Findings', { exact: true })
  await findings.fill('Typed as the session ended.')
  await endSession(page, { leaveField: true })
  await signInAgain(page, 'vet')
  await expect(findings).toHaveValue('Typed as the session ended.')
  await findings.fill('Typed after signing in.')
  await findings.blur()
  const api = await createApiClient(page.request, 'vet')
  await expect
    .poll(
      async () => (await api.get(`/post-mortems/${id}`)).veterinary_record.veterinary_record_animals[0].vet_findings,
    )
    .toBe('Typed after signing in.')
  await expect(page.getByText('Somebody else has changed this')).toHaveCount(0)
})

test('leaving an animal with unsaved data asks first, and staying keeps it', async ({ page }) => {
  await signInWithoutForm(page, 'client')
  await page.goto('/a/postmortem/add')
  await expect(page.getByRole('combobox', { name: 'Site' })).toHaveValue('North Yard')
  await page.getByRole('button', { name: 'Add animals' }).click()
  await page.getByLabel('Pen', { exact: true }).fill('9')
  await page.getByRole('link', { name: 'Search' }).click()
  const question = page.getByRole('dialog', { name: 'There are unsaved changes! Are you sure you want to leave?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByLabel('Pen', { exact: true })).toHaveValue('9')
  await page.getByRole('link', { name: 'Search' }).click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(/\/a\/search$/)
})

test('the form of an animal that was emptied again and left is not called unfinished', async ({ page }) => {
  await signInWithoutForm(page, 'client')
  await page.goto('/a/postmortem/add')
  await expect(page.getByRole('combobox', { name: 'Site' })).toHaveValue('North Yard')
  await page.getByRole('button', { name: 'Add animals' }).click()
  const pen = page.getByLabel('Pen', { exact: true })
  await pen.fill('9')
  await expectDraftStored(page, '"pen":"9"')
  await pen.fill('')
  await page.getByRole('link', { name: 'Search' }).click()
  await expect(page).toHaveURL(/\/a\/search$/)
  await expect.poll(() => storedOnDevice(page)).not.toMatch(/animal [\da-f-]{36} new/)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText('You have an unfinished post mortem.')).toHaveCount(0)
})

test('ending the own sign-in on the security page asks before typed input is deleted', { tag: '@long' }, async ({
  page,
}) => {
  await signInWithoutForm(page, 'manager')
  await page.goto('/a/postmortem/add')
  await page.getByLabel('Notes').fill('Typed, not saved.')
  // an address that is entered at the same moment would end the page first
  await expect.poll(() => storedOnDevice(page)).toContain('Typed, not saved.')
  await page.goto('/a/security')
  const line = page.getByRole('listitem').filter({ hasText: 'This device' })
  await line.getByRole('button').click()
  const question = page.getByRole('dialog')
  await expect(question).toContainText('Something was typed and not saved. Logging out deletes it from this device.')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await page.goto('/a/postmortem/add')
  await expect(page.getByLabel('Notes')).toHaveValue('Typed, not saved.')
  await page.goto('/a/security')
  await line.getByRole('button').click()
  await question.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/u\/login$/)
  await signInWithoutForm(page, 'manager')
  await page.goto('/a/postmortem/add')
  await expect(page.getByLabel('Notes')).toHaveValue('')
})

test('a second tab says that the wizard is open in the first one, and continues its input once asked to', {
  tag: '@long',
}, async ({ page, context }) => {
  await signInWithoutForm(page, 'manager')
  await page.goto('/a/postmortem/add')
  await page.getByLabel('Notes').fill('Typed in the first tab.')
  const second = await context.newPage()
  await second.goto('/a/postmortem/add')
  const elsewhere = (tab: Page) => tab.getByText('This form is open in another tab.')
  await expect(elsewhere(second)).toBeVisible()
  await expect(second.getByLabel('Notes')).toHaveCount(0)

  await second.getByRole('button', { name: 'Continue here' }).click()
  await expect(second.getByLabel('Notes')).toHaveValue('Typed in the first tab.')
  await expect(elsewhere(page)).toBeVisible()
  await expect(page.getByLabel('Notes')).toHaveCount(0)
  await second.getByLabel('Notes').fill('Typed in the second tab.')
  await second.getByRole('combobox', { name: 'Site' }).click()
  await second.getByRole('option', { name: 'South Yard' }).click()
  await second.getByRole('button', { name: 'Add animals' }).click()
  await expect(second.getByRole('heading', { name: 'Animal 1' })).toBeVisible()
  // Now that the request has been created, the first tab begins the next one.
  await expect(page.getByLabel('Notes')).toHaveValue('')
  await expect.poll(() => notesOfDrafts(page, 'manager')).toContain('Typed in the second tab.')
  expect(await notesOfDrafts(page, 'manager')).not.toContain('Typed in the first tab.')

  await test.step('the animal, too', async () => {
    await second.getByLabel('Tag', { exact: true }).fill('K 21')
    await page.goto(new URL(second.url()).pathname + new URL(second.url()).search)
    await expect(elsewhere(page)).toBeVisible()
    second.once('dialog', (dialog) => void dialog.accept())
    await second.close({ runBeforeUnload: false })
    await expect(page.getByLabel('Tag', { exact: true })).toHaveValue('K 21')
  })
})

test('of one animal and one request edited on two devices, each device saves only what was typed there', async ({
  page,
  browser,
  baseURL,
}) => {
  const api = await createApiClient(page.request, 'client')
  const { id } = await createPostMortem(page, { client: 'client', tag: 'Two phones', sent: false })
  const read = () => api.get(`/post-mortems/${id}`)
  const [animal] = (await read()).veterinary_record.veterinary_record_animals
  await signInWithoutForm(page, 'client')
  // cast: Playwright ignores undefined options
  const other = await openPageAs(browser, 'manager', { baseURL } as object)
  const open = async (search: string, field: string) => {
    for (const device of [page, other]) {
      await device.goto(`/a/postmortem/${id}?${search}`)
      await expect(device.getByLabel(field, { exact: true })).toBeVisible()
    }
  }

  await test.step('the facts of an animal, also after a reload with unsaved input', async () => {
    await open(`step=animal&animal=${animal.id}`, 'Pen')
    await other.getByLabel('Lot', { exact: true }).fill('L 7')
    await expectDraftStored(other, 'L 7')
    await page.getByLabel('Pen', { exact: true }).fill('P 7')
    await page.getByRole('button', { name: 'Review' }).click()
    await expect(page.getByRole('article')).toContainText('P 7')
    other.once('dialog', (dialog) => void dialog.accept())
    await other.reload()
    await expect(other.getByLabel('Lot', { exact: true })).toHaveValue('L 7')
    await expect(other.getByLabel('Pen', { exact: true })).toHaveValue('P 7')
    await page.getByRole('button', { name: 'Edit Two phones' }).click()
    await page.getByLabel('Pen', { exact: true }).fill('P 8')
    await page.getByRole('button', { name: 'Review' }).click()
    await expect(page.getByRole('article')).toContainText('P 8')
    await other.getByRole('button', { name: 'Review' }).click()
    await expect(other.getByRole('article')).toContainText('L 7')
    await expect(other.getByRole('article')).toContainText('P 8')
    await expect
      .poll(() => api.get(`/veterinary-record-animals/${animal.id}`))
      .toMatchObject({ pen: 'P 8', lot: 'L 7' })
  })

  await test.step('the details of a request', async () => {
    await open('step=details', 'Notes')
    await page.getByLabel('Notes').fill('Typed on the first phone.')
    await other.getByLabel('No post-mortem required').check()
    for (const device of [page, other]) {
      await device.getByRole('button', { name: 'Save', exact: true }).click()
      await expect(device).not.toHaveURL(/step=/)
    }
    await expect.poll(read).toMatchObject({ note: 'Typed on the first phone.', no_vet_visit_requested: 1 })
  })
})

test('what was typed about something that somebody else deletes or completes meanwhile can be read until it is discarded', async ({
  page,
}) => {
  const client = await createApiClient(page.request, 'client')
  const vet = await createApiClient(page.request, 'vet')
  await signInWithoutForm(page, 'client')
  // an offered leave question of an unsaved form
  page.on('dialog', (dialog) => void dialog.accept())
  const left = page.getByRole('region', { name: 'Not saved', exact: true })
  const typeNotes = async (path: string, text: string) => {
    await page.goto(path)
    await page.getByLabel('Notes').fill(text)
    await expectDraftStored(page, text)
  }
  const discard = async () => {
    await left.getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
    await expect(left).toHaveCount(0)
    await expect.poll(() => storedOnDevice(page)).not.toContain('typed about')
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'My PM Requests' })).toBeVisible()
    await expect(page.getByText('You have an unfinished post mortem.')).toHaveCount(0)
  }

  await test.step('an animal is deleted', async () => {
    const { id } = await createPostMortem(page, { client: 'client', tag: 'Left 1', sent: false })
    const [animal] = (await client.get(`/post-mortems/${id}`)).veterinary_record.veterinary_record_animals
    await typeNotes(`/a/postmortem/${id}?step=animal&animal=${animal.id}`, 'typed about a deleted animal')
    await client.delete(`/veterinary-record-animals/${animal.id}`)
    await expect(left).toContainText('typed about a deleted animal')
    // also after the app was closed meanwhile
    await page.goto('/')
    await page.getByRole('link', { name: 'Go on' }).click()
    await expect(left).toContainText('typed about a deleted animal')
    await discard()
  })

  await test.step('the ticket is deleted', async () => {
    const { id } = await createPostMortem(page, { client: 'client', tag: 'Left 2', sent: false })
    await typeNotes(`/a/postmortem/${id}?step=details`, 'typed about the deleted ticket')
    await typeNotes(`/a/postmortem/${id}?step=animal`, 'typed about its new animal')
    await client.delete(`/post-mortems/${id}`)
    await expect(left).toContainText('typed about the deleted ticket')
    await expect(left).toContainText('typed about its new animal')
    await discard()
    await page.goto(`/a/postmortem/${id}`)
    await expect(page.getByText('Sorry Page Not Found :)').first()).toBeVisible()
  })

  await test.step('the ticket is deleted while a message is typed', async () => {
    const { id } = await createPostMortem(page, { client: 'client', tag: 'Left 4', sent: true })
    await page.goto(`/a/postmortem/${id}`)
    await page.getByLabel('Message to the practice').fill('typed about the deleted conversation')
    await expectDraftStored(page, 'typed about the deleted conversation')
    await vet.delete(`/post-mortems/${id}`)
    await expect(left).toContainText('typed about the deleted conversation')
    await discard()
  })

  await test.step('the ticket is completed', async () => {
    const { id } = await createPostMortem(page, { client: 'client', tag: 'Left 3', sent: true })
    await typeNotes(`/a/postmortem/${id}?step=animal`, 'typed about one more animal')
    await vet.put(`/post-mortems/${id}`, { completed_at: new Date().toISOString() })
    await expect(left).toContainText('typed about one more animal')
    await discard()
  })
})

test('findings that are refused because their animal was deleted can be read until they are discarded', async ({
  page,
}) => {
  const client = await createApiClient(page.request, 'client')
  const { id } = await createPostMortem(page, { client: 'client', tag: 'Left 5', sent: true })
  await client.post('/veterinary-record-animals', { veterinary_record_id: id, tag: 'Left 6' })
  const [animal] = (await client.get(`/post-mortems/${id}`)).veterinary_record.veterinary_record_animals
  // the deletion is not known here before the findings are saved
  await page.route('**/api/v1/events**', (route) => route.abort())
  await signInWithoutForm(page, 'vet')
  await page.goto(`/a/vet/ticketdetail/${id}/${animal.id}`)
  const findings = page.getByRole('textbox', { name: 'Findings' })
  await expect(findings).toBeVisible()
  await client.delete(`/veterinary-record-animals/${animal.id}`)
  await findings.fill('Found in the animal that is gone.')
  await findings.blur()
  const left = page.getByRole('region', { name: 'Not saved', exact: true })
  await expect(left).toContainText('Found in the animal that is gone.')
  await left.getByRole('button', { name: 'Discard' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click()
  await expect(left).toHaveCount(0)
  await expect.poll(() => storedOnDevice(page)).not.toContain('Found in the animal that is gone.')
})

test('an animal of which only photos were added, all of them saved, is not called unsaved once its ticket is completed', {
  tag: '@long',
}, async ({ page }) => {
  const vet = await createApiClient(page.request, 'vet')
  await signInWithoutForm(page, 'client')
  const { id } = await createPostMortem(page, { client: 'client', tag: 'Left 5', sent: true })
  const [animal] = (await vet.get(`/post-mortems/${id}`)).veterinary_record.veterinary_record_animals
  await page.goto(`/a/postmortem/${id}?step=animal&animal=${animal.id}`)
  await choosePhotos(page, 1)
  await expect.poll(() => storedOnDevice(page)).toContain(`animal ${id} ${animal.id}`)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('article', { name: 'Left 5' })).toBeVisible()
  await expect.poll(() => storedOnDevice(page)).not.toContain(`animal ${id} ${animal.id}`)

  // a photo that was chosen and removed again leaves nothing to lose either
  await page.goto(`/a/postmortem/${id}?step=animal`)
  await choosePhotos(page, 2)
  await page.getByRole('button', { name: 'Remove IMG_0002.jpg' }).click()
  await expect.poll(() => storedOnDevice(page)).toContain(`animal ${id} new`)
  await vet.put(`/post-mortems/${id}`, { completed_at: new Date().toISOString() })
  await page.goto(`/a/postmortem/${id}`)
  await expect(page.getByRole('main').getByText('Completed').first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('region', { name: 'Not saved', exact: true })).toHaveCount(0)
})

test('findings of an animal that is being added are not called unsaved, and its form goes on with them', {
  tag: '@long',
}, async ({ page }) => {
  await signInWithoutForm(page, 'vet')
  page.on('dialog', (dialog) => void dialog.accept())
  const { id } = await createPostMortem(page, { client: 'client', tag: 'Left 6', sent: true })
  await page.goto(`/a/vet/ticketdetail/${id}?step=animal`)
  await page.getByLabel('Findings').fill('Typed before the battery died.')
  await expectDraftStored(page, 'Typed before the battery died.')
  await expect.poll(() => storedOnDevice(page)).toContain(`animal ${id} new`)
  await page.goto(`/a/vet/ticketdetail/${id}`)
  await expect(page.getByRole('article', { name: 'Left 6' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('region', { name: 'Not saved', exact: true })).toHaveCount(0)
  await page.goto(`/a/vet/ticketdetail/${id}?step=animal`)
  await expect(page.getByLabel('Findings')).toHaveValue('Typed before the battery died.')
})

test('a field that is edited again after the app was closed while it was saved is in conflict with nobody', {
  tag: '@long',
}, async ({ page }) => {
  const api = await createApiClient(page.request, 'client')
  const { id } = await createPostMortem(page, { client: 'client', tag: 'K 30', sent: false })
  const read = async () => (await api.get(`/post-mortems/${id}`)).veterinary_record.veterinary_record_animals[0]
  const { id: animalId } = await read()
  await signInWithoutForm(page, 'client')
  for (const [step, field, path, value] of [
    [`step=animal&animal=${animalId}`, 'Pen', '**/api/v1/veterinary-record-animals/*', async () => (await read()).pen],
    ['step=details', 'Notes', '**/api/v1/post-mortems/*', async () => (await api.get(`/post-mortems/${id}`)).note],
  ] as const) {
    await page.goto(`/a/postmortem/${id}?${step}`)
    const save = page.getByRole('button', { name: field === 'Pen' ? 'Review' : 'Save', exact: true })
    await page.getByLabel(field, { exact: true }).fill('First.')
    // The server gets the request, and the page never its response.
    await page.route(path, async (route) => {
      if (route.request().method() === 'PUT') await route.fetch()
      else await route.continue()
    })
    await save.click()
    await expect.poll(value).toBe('First.')
    page.once('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await page.unroute(path)
    await expect(page.getByLabel(field, { exact: true })).toHaveValue('First.')
    await expect(outboxStatus(page)).toHaveCount(0)
    await page.getByLabel(field, { exact: true }).fill('Second.')
    await save.click()
    await expect(page).not.toHaveURL(/step=/)
    await expect.poll(value).toBe('Second.')
    await expect(page.getByRole('region', { name: 'Two versions' })).toHaveCount(0)
  }
})
