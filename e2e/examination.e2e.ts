import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import { createApiClient } from './helpers/api-client.ts'
import { createPostMortem } from './helpers/create-post-mortem.ts'
import { expectNoOverflow, expectTouchTargetSize } from './helpers/layout-checks.ts'
import { navigateInApp } from './helpers/navigate-in-app.ts'
import { testPhoto } from './helpers/test-photos.ts'
import { artefacts } from './paths.ts'
import { openPageAs, signInWithoutForm } from './helpers/sign-in.ts'

test('a veterinarian examines an animal using only the keyboard, and writes to the client only after a confirmation', async ({
  page,
  browser,
  context,
}) => {
  const { id } = await createPostMortem(page, { client: 'client', tag: 'X 1', sent: true })
  const api = await createApiClient(page.request, 'vet')
  const opinion = async () => (await api.get(`/post-mortems/${id}`)).veterinary_record.veterinary_record_animals[0]
  await page.setViewportSize({ width: 1280, height: 900 })
  await signInWithoutForm(page, 'vet')
  await page.goto(`/a/vet/ticketdetail/${id}`)
  await page.getByRole('link', { name: 'Examine X 1' }).press('Enter')
  await expect(page.getByRole('heading', { name: /X 1/ })).toBeVisible()
  const keys = async (...pressed: string[]) => {
    for (const key of pressed) await page.keyboard.press(key)
  }

  await test.step('two veterinarians on the same animal see each other, until one leaves', async () => {
    const colleague = await openPageAs(browser, 'vet2', { serviceWorkers: 'block' })
    await colleague.goto(page.url())
    await expect(colleague.getByRole('status').getByText('Dana Whitfield is here too')).toBeVisible()
    const line = page.getByRole('status').getByText('Luis Ortega is here too')
    await expect(line).toBeVisible()
    await page.screenshot({ path: path.join(artefacts, 'presence-1280.png') })
    await navigateInApp(colleague, `/a/vet/ticketdetail/${id}`)
    await expect(line).toHaveCount(0)
    await colleague.context().close()
  })
  await test.step('organ systems: two normal, one abnormal by a phrase, the rest not examined', async () => {
    await keys('n', 'n', 'a')
    const findings = page.getByRole('textbox', { name: 'Findings: Respiratory' })
    await expect(findings).toBeFocused()
    await findings.pressSequentially('/heavy')
    await expect(page.getByRole('option', { name: /Heavy lungs/ })).toBeVisible()
    await keys('Enter')
    await expect(findings).toHaveValue(/Lungs heavy and rubbery/)
    await keys('Escape')
  })
  await test.step('a lesion by a few letters, its certainty and stage by keys', async () => {
    await keys('l')
    await page.getByRole('combobox', { name: 'Add a lesion' }).pressSequentially('atypical int')
    await expect(page.getByRole('option', { name: /AIP/ })).toBeVisible()
    await keys('Enter')
    await expect(page.getByRole('article', { name: /AIP/ })).toBeFocused()
    await keys('c', 't')
    await expect(page.getByText(/^Saved \d/)).toBeVisible()
  })
  await test.step('a sample taken without a connection waits on the device, and gets its label when it is sent', async () => {
    await page.getByRole('button', { name: 'Add a sample' }).click()
    await page.getByRole('combobox', { name: 'What was taken' }).click()
    await page.getByRole('listbox').getByRole('option').first().click()
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Save' }).click()
    const samples = page.getByRole('region', { name: 'Samples' })
    await expect(samples).toContainText('Waiting to be sent')
    await page.screenshot({ path: path.join(artefacts, 'sample-waits-1280.png'), fullPage: true })
    await context.setOffline(false)
    await expect(samples).toContainText(/S-\d+/)
    await expect(samples).not.toContainText('Waiting to be sent')
  })
  const { examination, vet_diagnosis } = await opinion()
  expect(vet_diagnosis.name).toContain('AIP')
  expect(examination.lesions).toMatchObject([{ role: 'primary', certainty: 'confirmed', stage: 'acute' }])
  const states = Object.fromEntries(
    examination.systems.map((one: { system: string; state: string }) => [one.system, one.state]),
  )
  expect(states).toMatchObject({ external: 'normal', respiratory: 'abnormal', liver: 'not_examined' })

  await test.step('the first message to the client is asked about, an internal one is not', async () => {
    await page.goto(`/a/vet/ticketdetail/${id}`)
    const message = page.getByRole('textbox', { name: 'Message' })
    await message.fill('Ask the lab.')
    await page.getByRole('button', { name: 'Save as internal' }).click()
    await expect(page.getByText('Internal: only the practice sees this')).toBeVisible()
    await page.getByRole('radio', { name: 'The client' }).check()
    await message.fill('The report follows.')
    await page.getByRole('button', { name: 'Send to the client' }).click()
    await page
      .getByRole('dialog', { name: 'Send this to Prairie Feeders?' })
      .getByRole('button', { name: 'Send' })
      .click()
    await expect(page.getByText('The client sees this')).toBeVisible()
    // a message is shown before it has been sent
    await expect(page.getByText('Waiting to be sent')).toHaveCount(0)
  })
  const client = await createApiClient(page.request, 'client')
  const messages = await client.get(`/post-mortems/${id}/comments`)
  expect(messages.map(({ text }: { text: string }) => text)).toEqual(['The report follows.'])
})

test('a text that is saved while its author pauses after a space keeps the space, and its author is not taken for a colleague', async ({
  page,
}) => {
  const { id } = await createPostMortem(page, { client: 'client', tag: 'X 9', sent: true })
  const api = await createApiClient(page.request, 'vet')
  const saved = async () => (await api.get(`/post-mortems/${id}`)).veterinary_record.veterinary_record_animals[0]
  const findingOf = async () => (await saved()).examination?.systems[0].text
  await page.setViewportSize({ width: 1280, height: 900 })
  await signInWithoutForm(page, 'vet')
  await page.goto(`/a/vet/ticketdetail/${id}`)
  await page.getByRole('link', { name: 'Examine X 9' }).click()
  await page.getByRole('radio', { name: 'Abnormal' }).first().check({ force: true })
  const findings = page.getByRole('textbox', { name: /^Findings: / }).first()
  await findings.pressSequentially('Swollen ')
  await expect.poll(findingOf).toBe('Swollen')
  await expect(page.getByText(/^Saved \d/)).toBeVisible()
  await expect(findings).toHaveValue('Swollen ')
  await findings.pressSequentially('joints')
  await expect.poll(findingOf).toBe('Swollen joints')
  await expect(page.getByText('Somebody else has changed this')).toHaveCount(0)

  await page.goto(`/a/vet/ticketdetail/${id}`)
  const notes = page.getByLabel('Vet notes')
  await notes.pressSequentially('Seen ')
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await save.click()
  await expect.poll(async () => (await saved()).vet_diagnosis_note).toBe('Seen')
  await expect(page.getByText(/^Saved \d/)).toBeVisible()
  await expect(notes).toHaveValue('Seen ')
  await notes.press('End')
  await notes.pressSequentially('twice')
  await save.click()
  await expect.poll(async () => (await saved()).vet_diagnosis_note).toBe('Seen twice')
  await expect(page.getByText('Somebody else has changed this')).toHaveCount(0)
})

for (const way of ['without a connection', 'while it is being sent'] as const)
  test(`a diagnosis of the ticket that is continued in the examination ${way} is one opinion of one author`, {
    tag: way === 'without a connection' ? [] : '@long',
  }, async ({ page, context }) => {
    const { id } = await createPostMortem(page, { client: 'client', tag: 'X 10', sent: true })
    const api = await createApiClient(page.request, 'vet')
    const opinion = async () => (await api.get(`/post-mortems/${id}`)).veterinary_record.veterinary_record_animals[0]
    await page.setViewportSize({ width: 1280, height: 900 })
    await signInWithoutForm(page, 'vet')
    await page.goto(`/a/vet/ticketdetail/${id}`)
    await page.getByRole('link', { name: 'Examine X 10' }).click()
    await expect(page.getByRole('combobox', { name: 'Add a lesion' })).toBeVisible()
    await page.waitForLoadState('networkidle')
    await page.goBack()
    const diagnosis = page.getByRole('combobox', { name: 'Diagnosis', exact: true })
    await expect(diagnosis).toBeVisible()
    const arrives = Promise.withResolvers<void>()
    if (way === 'without a connection') await context.setOffline(true)
    else
      await page.route('**/api/v1/veterinary-record-animals/*', async (route) => {
        if (route.request().method() === 'PUT') await arrives.promise
        await route.continue()
      })
    await diagnosis.fill('Liver abscess')
    await page.getByRole('option', { name: 'Liver abscess' }).click()
    await page.getByRole('link', { name: 'Examine X 10' }).click()
    await expect(page.getByRole('article', { name: 'Liver abscess' })).toBeVisible()
    const adder = page.getByRole('combobox', { name: 'Add a lesion' })
    await adder.click()
    await adder.pressSequentially('atypical int')
    await page.getByRole('option', { name: /AIP/ }).click()
    await expect(page.getByRole('article', { name: /AIP/ })).toBeFocused()
    await context.setOffline(false)
    arrives.resolve()
    await expect
      .poll(async () => (await opinion()).examination?.lesions.map(({ role }: { role: string }) => role))
      .toEqual(['primary', 'contributing'])
    expect((await opinion()).vet_diagnosis.name).toBe('Liver abscess')
    await expect(page.getByText(/^Saved \d/)).toBeVisible()
    await expect(page.getByText('Somebody else has changed this')).toHaveCount(0)
  })

test('of several lesions the edited one is open, and the others show a summary; nothing typed is lost', {
  tag: '@long',
}, async ({ page }) => {
  const { id } = await createPostMortem(page, { client: 'client', tag: 'X 13', sent: true })
  const api = await createApiClient(page.request, 'vet')
  const lesions = async () =>
    (await api.get(`/post-mortems/${id}`)).veterinary_record.veterinary_record_animals[0].examination?.lesions ?? []
  await page.setViewportSize({ width: 1280, height: 900 })
  await signInWithoutForm(page, 'vet')
  await page.goto(`/a/vet/ticketdetail/${id}`)
  await page.getByRole('link', { name: 'Examine X 13' }).click()
  const add = async (letters: string, name: RegExp) => {
    await page.getByRole('combobox', { name: 'Add a lesion' }).fill(letters)
    await page.getByRole('option', { name }).click()
    await expect(page.getByRole('article', { name })).toBeFocused()
  }
  await add('atypical int', /AIP/)
  const first = page.getByRole('article', { name: /AIP/ })
  await expect(first.getByRole('combobox', { name: 'Stage' })).toBeVisible()
  await expect(first.getByRole('button', { expanded: true })).toHaveCount(0)
  await first.getByRole('textbox', { name: /^Note on/ }).fill('Heavy, rubbery.')
  await add('liver absc', /^Liver abscess/)
  const second = page.getByRole('article', { name: /^Liver abscess/ })
  await expect(second.getByRole('combobox', { name: 'Stage' })).toBeVisible()
  await expect(first).toContainText('PrimaryProbable · Gross')
  await expect(first.getByRole('combobox')).toHaveCount(0)
  await test.step('keys change a closed one, too', async () => {
    await first.focus()
    await page.keyboard.press('t')
    await expect(first).toContainText('Probable · Gross · Acute')
  })
  await first.getByRole('button', { expanded: false }).press('Enter')
  await expect(first.getByRole('textbox', { name: /^Note on/ })).toHaveValue('Heavy, rubbery.')
  await expect(second).toContainText('ContributingProbable · Gross')
  await expect.poll(lesions).toMatchObject([{ stage: 'acute', note: 'Heavy, rubbery.' }, { role: 'contributing' }])
  await test.step('the header previews what was typed', async () => {
    await first.getByRole('textbox', { name: /^Note on/ }).fill('Heavy.')
    const header = page.getByRole('main')
    await expect(header.getByText('Pending', { exact: true })).toBeVisible()
    await header.getByRole('button', { name: 'Preview' }).click()
    await expect(page).toHaveURL(/\/report\?version=draft$/)
    expect(await lesions()).toMatchObject([{ note: 'Heavy.' }, {}])
  })
})

test('a lesion that was removed comes back with one tap, as it was, but never as a second primary one', {
  tag: '@long',
}, async ({ page }) => {
  const { id } = await createPostMortem(page, { client: 'client', tag: 'X 14', sent: true })
  const api = await createApiClient(page.request, 'vet')
  const [animal] = (await api.get(`/post-mortems/${id}`)).veterinary_record.veterinary_record_animals
  const diagnoses: { id: string; name: string }[] = await api.get('/diagnoses?per_page=9999')
  const named = (start: RegExp) => diagnoses.find(({ name }) => start.test(name)) ?? { id: '', name: '' }
  const [aip, abscess] = [named(/AIP/), named(/^Liver abscess/)]
  const lesion = (diagnosis: { id: string }, role: string) => ({
    id: randomUUID(),
    diagnosis_id: diagnosis.id,
    role,
    certainty: 'confirmed',
    basis: 'gross',
    note: `Typed about the ${role} one.`,
  })
  const written = [lesion(aip, 'primary'), lesion(abscess, 'incidental')]
  await api.put(`/veterinary-record-animals/${animal.id}/examination`, { lesions: written })
  const lesions = async () =>
    (await api.get(`/post-mortems/${id}`)).veterinary_record.veterinary_record_animals[0].examination.lesions
  await signInWithoutForm(page, 'vet')
  await page.goto(`/a/vet/ticketdetail/${id}?step=examine&animal=${animal.id}`)
  const first = page.getByRole('article', { name: aip.name })
  await first.getByRole('button', { expanded: false }).click()
  await first.getByRole('button', { name: `Remove ${aip.name}` }).click()
  await expect.poll(lesions).toHaveLength(1)
  const undo = page.getByRole('button', { name: `Undo the removal of ${aip.name}` })
  await expect(undo).toBeFocused()
  await page.screenshot({ path: path.join(artefacts, 'lesion-removed-390.png') })
  await undo.press('Enter')
  await expect(first).toBeFocused()
  await expect(first.getByRole('textbox', { name: /^Note on/ })).toHaveValue('Typed about the primary one.')
  await expect.poll(lesions).toMatchObject(written)

  await first.getByRole('button', { name: `Remove ${aip.name}` }).click()
  await page.getByRole('combobox', { name: 'Role' }).selectOption('primary')
  await undo.click()
  await expect.poll(lesions).toMatchObject([
    { ...written[0], role: 'contributing' },
    { ...written[1], role: 'primary' },
  ])
})

test('on a phone the examination follows the photo, and the facts of the animal open on a tap', async ({ page }) => {
  const { id } = await createPostMortem(page, { client: 'client', tag: 'X 2', sent: true })
  await page.setViewportSize({ width: 390, height: 844 })
  await signInWithoutForm(page, 'vet')
  await page.goto(`/a/vet/ticketdetail/${id}`)
  await page.getByRole('link', { name: 'Examine X 2' }).click()
  await expect(page.getByText('System 1 of 11')).toBeInViewport()
  await expect(page.getByText('Pen, lot')).toHaveCount(0)
  await page.getByText('About the animal').click()
  await expect(page.getByText('Date of death')).toBeVisible()
})

test('on a phone the thumbnails of many photos are one row, in which the shown photo is in sight', {
  tag: '@long',
}, async ({ page }) => {
  const { id } = await createPostMortem(page, { client: 'client', tag: 'X 12', sent: true })
  const client = await createApiClient(page.request, 'client')
  const { veterinary_record } = await client.get(`/post-mortems/${id}`)
  const animalId = veterinary_record.veterinary_record_animals[0].id
  const attached = { media_attachable_type: 'VeterinaryRecordAnimal', media_attachable_id: animalId }
  for (const number of Array.from({ length: 9 }, (_, index) => index + 1))
    await client.upload('/medias', { ...attached, name: `${number}.jpg`, image: await testPhoto(number % 4) })
  await page.setViewportSize({ width: 390, height: 844 })
  await signInWithoutForm(page, 'vet')
  await page.goto(`/a/vet/ticketdetail/${id}?step=examine&animal=${animalId}`)
  const photos = page.getByRole('region', { name: 'Photos' })
  const thumbnails = photos.getByRole('list')
  await expect(thumbnails.getByRole('listitem')).toHaveCount(9)
  expect((await thumbnails.boundingBox())?.height).toBeLessThan(100)
  const last = thumbnails.getByRole('button').last()
  await expect(last).not.toBeInViewport()
  for (const number of [2, 3, 4, 5, 6, 7, 8, 9]) {
    await photos.getByRole('button', { name: 'Next photo' }).click()
    await expect(photos.getByText(`${number} of 9`).first()).toBeVisible()
  }
  await expect(last).toBeInViewport()
})

test('findings that are not described are named where the ticket is completed, and lead to their animal', async ({
  page,
}) => {
  const { id, title } = await createPostMortem(page, { client: 'client', tag: 'X 11', sent: true })
  await page.setViewportSize({ width: 390, height: 844 })
  await signInWithoutForm(page, 'vet')
  await page.goto(`/a/vet/ticketdetail/${id}?step=complete`)
  await expect(page.getByRole('heading', { name: `Complete ${title}?` })).toBeVisible()
  await page.goto(`/a/vet/ticketdetail/${id}`)
  await page.getByRole('link', { name: 'Examine X 11' }).click()
  const findings = page.getByRole('textbox', { name: 'Findings: External' })
  const needed = 'Please describe what you found.'
  await test.step('the way to the next system is above the footer as soon as a system is on the screen', async () => {
    const heading = page.getByRole('heading', { name: 'Examination', exact: true })
    for (const block of ['start', 'center'] as const) {
      await heading.evaluate((element, block) => element.scrollIntoView({ block }), block)
      const button = await page.getByRole('button', { name: 'Next system' }).boundingBox()
      const footer = await page.getByRole('navigation', { name: 'Main' }).boundingBox()
      expect((button?.y ?? 844) + (button?.height ?? 0), block).toBeLessThanOrEqual(footer?.y ?? 0)
    }
  })
  await test.step('the field says so when it is left, and on Next system', async () => {
    await page.getByRole('radio', { name: 'Abnormal' }).check({ force: true })
    await findings.focus()
    await expect(page.getByText(needed, { exact: true })).toHaveCount(0)
    await page.getByRole('button', { name: 'Next system' }).click()
    await expect(page.getByText(needed, { exact: true })).toBeVisible()
    await expect(findings).toBeFocused()
    await expect(findings).toHaveAttribute('aria-invalid', 'true')
    await page.screenshot({ path: path.join(artefacts, 'undescribed-finding-390.png') })
  })
  const named = page.getByRole('link', { name: `X 11: External. ${needed}` })
  await test.step('the ticket and the last step name animal and system, before and after Complete is pressed', async () => {
    await page.getByRole('button', { name: 'Complete' }).click()
    await expect(page.getByRole('heading', { name: `Complete ${title}?` })).toBeVisible()
    await expect(named).toBeVisible()
    await page.getByRole('button', { name: 'Complete' }).click()
    await expect(page.getByText('Abnormal findings are not described yet')).toBeVisible()
    await expect(named).toBeFocused()
    await page.screenshot({ path: path.join(artefacts, 'complete-undescribed-390.png') })
    await page.goto(`/a/vet/ticketdetail/${id}`)
    await expect(named).toBeVisible()
    await page.screenshot({ path: path.join(artefacts, 'ticket-undescribed-390.png'), fullPage: true })
  })
  await test.step('described, it is saved, and the ticket can be completed', async () => {
    await named.click()
    await expect(page.getByText(needed, { exact: true })).toBeVisible()
    await findings.fill('Swollen joints.')
    await expect(page.getByText(needed, { exact: true })).toHaveCount(0)
    await page.getByRole('button', { name: 'Complete' }).click()
    await expect(page.getByRole('heading', { name: `Complete ${title}?` })).toBeVisible()
    await page.getByRole('button', { name: 'Complete' }).click()
    await expect(page).toHaveURL(/\/report$/)
  })
  const api = await createApiClient(page.request, 'vet')
  const [animal] = (await api.get(`/post-mortems/${id}`)).veterinary_record.veterinary_record_animals
  expect(animal.examination.systems[0]).toMatchObject({ state: 'abnormal', text: 'Swollen joints.' })
})

test('a report with a finding that is not described is not issued: its animal is named, and one tap leads there', async ({
  page,
}) => {
  const { id } = await createPostMortem(page, { client: 'client', tag: 'X 12', sent: true })
  await signInWithoutForm(page, 'vet')
  const api = await createApiClient(page.request, 'vet')
  const leaveUndescribed = async () => {
    await page.goto(`/a/vet/ticketdetail/${id}`)
    await page.getByRole('link', { name: 'Examine X 12' }).click()
    await page.getByRole('radio', { name: 'Abnormal' }).check({ force: true })
    await page.getByRole('textbox', { name: 'Findings: External' }).fill('')
    await page.getByRole('banner').getByRole('button', { name: 'Back' }).click()
  }
  const needed = 'X 12: External. Please describe what you found.'
  const named = page.getByRole('link', { name: needed })
  const message = page.getByRole('alert').filter({ hasText: needed })
  const issue = async (button: string) => {
    await page.getByRole('button', { name: button }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Issue' }).click()
  }
  await test.step('a preliminary report', async () => {
    await leaveUndescribed()
    await issue('Issue preliminary report')
    await expect(message).toBeVisible()
    await expect(named).toBeFocused()
    await expect(named).toBeInViewport({ ratio: 1 })
    await page.screenshot({ path: path.join(artefacts, 'issue-undescribed-390.png') })
    expect(await api.get(`/post-mortems/${id}/report-versions`)).toEqual([])
    await named.click()
    await page.getByRole('textbox', { name: 'Findings: External' }).fill('Swollen joints.')
    await page.getByRole('banner').getByRole('button', { name: 'Back' }).click()
    await page.getByRole('button', { name: 'Issue preliminary report' }).click()
    const question = page.getByRole('dialog', { name: 'Issue a preliminary report?' })
    const undiagnosed = question.getByRole('region', { name: 'Without a diagnosis so far: 1 animal' })
    await expect(undiagnosed.getByRole('link', { name: 'X 12' })).toBeVisible()
    await page.screenshot({ path: path.join(artefacts, 'issue-undiagnosed-390.png') })
    await question.getByRole('button', { name: 'Issue' }).click()
    await expect(page.getByText('The report was issued.')).toBeVisible()
  })
  await test.step('an amended report', async () => {
    await api.put(`/post-mortems/${id}`, { completed_at: new Date().toISOString() })
    await api.post(`/post-mortems/${id}/amendment`, { reason: 'Histology.' })
    await leaveUndescribed()
    await page.setViewportSize({ width: 1440, height: 900 })
    await issue('Issue amended report')
    await expect(message).toBeVisible()
    await expect(named).toBeFocused()
    await page.screenshot({ path: path.join(artefacts, 'amend-undescribed-1440.png') })
  })
  await test.step('it can be put back as issued all the same', async () => {
    await page.getByRole('button', { name: 'Discard the amendment' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Discard the amendment' }).click()
    await expect(page.getByText('Everything is as it was issued.')).toBeVisible()
    await expect(named).toHaveCount(0)
    await page.reload()
    await expect(page.getByText('Swollen joints.').first()).toBeVisible()
    await expect(page.getByText(needed)).toHaveCount(0)
  })
})

test('on a tablet, the states of organ systems are as large as a finger', async ({ browser }) => {
  const page = await openPageAs(browser, 'vet', {
    viewport: { width: 768, height: 1024 },
    hasTouch: true,
    isMobile: true,
  })
  const { id } = await createPostMortem(page, { client: 'client', tag: 'X 13', sent: true })
  await page.goto(`/a/vet/ticketdetail/${id}`)
  await page.getByRole('link', { name: 'Examine X 13' }).click()
  await expect(page.getByRole('radio', { name: 'Abnormal' }).first()).toBeVisible()
  await expectTouchTargetSize(page)
  await expectNoOverflow(page, 'on a tablet')
  await page.context().close()
})

test('opened from the list of a desk, the examination has the whole page, and back leads to the list', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  const { title } = await createPostMortem(page, { client: 'client', tag: 'X 31', sent: true })
  await signInWithoutForm(page, 'vet')
  await page.goto('/a/location/all/inbox')
  await page.getByRole('link', { name: new RegExp(`${title}\\b`) }).click()
  await page.getByRole('button', { name: 'Examine X 31' }).click()
  const states = page.getByRole('group', { name: 'Respiratory' }).getByRole('radio')
  await expect(states).toHaveCount(3)
  const edges = await states.evaluateAll((inputs) =>
    inputs.map((input) => input.parentElement?.getBoundingClientRect() ?? new DOMRect()),
  )
  for (const [index, { left }] of edges.entries()) expect(left).toBeGreaterThanOrEqual(edges[index - 1]?.right ?? 0)
  await page.goBack()
  await expect(page).toHaveURL(/\/inbox\?.*ticket=/)
})

test('on a touch screen, phrases are chosen by a button, and the state of saving stays in sight', async ({
  browser,
}) => {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  const { id } = await createPostMortem(page, { client: 'client', tag: 'X 32', sent: true })
  await signInWithoutForm(page, 'vet')
  await page.goto(`/a/vet/ticketdetail/${id}`)
  await page.getByRole('button', { name: 'Examine X 32' }).tap()
  await page.getByRole('radio', { name: 'Abnormal' }).check({ force: true })
  const findings = page.getByRole('textbox', { name: 'Findings: External' })
  await findings.fill('Thin.')
  await page.getByRole('button', { name: 'Phrases' }).first().tap()
  await page.getByRole('option').first().tap()
  await expect(findings).toHaveValue(/^Thin\. \S/)
  const saved = page.getByText(/^Saved \d/)
  await expect(saved).toBeInViewport()
  await page.getByRole('button', { name: 'Complete' }).scrollIntoViewIfNeeded()
  await expect(saved).toBeInViewport()
  await page.close()
})
