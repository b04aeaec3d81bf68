import { expect, type Page, test } from '@playwright/test'
import { createApiClient } from './helpers/api-client.ts'
import { createPostMortem } from './helpers/create-post-mortem.ts'
import { signIn, signInWithoutForm } from './helpers/sign-in.ts'
import { expectToast } from './helpers/expect-screen.ts'
import { storedOnDevice } from './helpers/stored-on-device.ts'

const animalOnServer = async (page: Page, postMortemId: string) =>
  (await (await createApiClient(page.request, 'vet')).get(`/post-mortems/${postMortemId}`)).veterinary_record
    .veterinary_record_animals[0]

async function choose(page: Page, field: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: field, exact: true }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** Creates a ticket whose client gave the animal a diagnosis and notes. */
async function createWithClientDiagnosis(page: Page, tag: string, sent = true) {
  const { id } = await createPostMortem(page, { client: 'client', tag, sent })
  const call = await createApiClient(page.request, 'client')
  const bloat = (await call.get('/diagnoses?per_page=999')).find(({ name }: { name: string }) =>
    name.startsWith('Bloat'),
  )
  const animal = await animalOnServer(page, id)
  const fields = {
    customer_diagnosis_id: bloat.id,
    customer_diagnosis_note: 'Left side.',
    customer_notes: 'By the tank.',
  }
  await call.put(`/veterinary-record-animals/${animal.id}`, fields)
  // cast: the API's response contains it
  return { id, animalId: animal.id as string, bloat: bloat.name as string }
}

test('a veterinarian reads the client’s diagnosis on the animal step and writes its own beside it', async ({
  page,
}) => {
  const { id, animalId, bloat } = await createWithClientDiagnosis(page, 'F 1')
  await signInWithoutForm(page, 'vet')
  await page.goto(`/a/vet/ticketdetail/${id}/${animalId}`)
  const yard = page.getByRole('region', { name: 'From the yard' })
  await expect(yard).toContainText(`${bloat}. Left side.`)
  await expect(yard).toContainText('By the tank.')
  await expect(page.getByRole('combobox', { name: 'Your diagnosis' })).toHaveCount(0)
  await expect(page.getByLabel('Notes', { exact: true })).toHaveCount(0)
  const own = page.getByRole('region', { name: 'From the veterinarian' })
  await own.getByRole('combobox', { name: 'Diagnosis', exact: true }).fill('Liver abscess')
  await page.getByRole('option', { name: 'Liver abscess' }).click()
  await own.getByLabel('Findings').fill('Two abscesses.')
  await own.getByLabel('Vet notes').fill('Tylosin.')
  await page.getByLabel('Pen', { exact: true }).fill('31')
  await page.getByRole('button', { name: 'Review' }).click()
  await expect(page.getByRole('article', { name: 'F 1' })).toContainText('31')
  // The screen may show the change before the server has it.
  await expect
    .poll(() => animalOnServer(page, id))
    .toMatchObject({
      customer_diagnosis: { name: bloat },
      customer_diagnosis_note: 'Left side.',
      customer_notes: 'By the tank.',
      vet_diagnosis: { name: 'Liver abscess' },
      vet_findings: 'Two abscesses.',
      vet_diagnosis_note: 'Tylosin.',
      pen: '31',
    })
})

test('a veterinarian adds an animal together with its diagnosis', async ({ page }) => {
  const { id } = await createPostMortem(page, { client: 'client', tag: 'F 2', sent: true })
  await signInWithoutForm(page, 'vet')
  await page.goto(`/a/vet/ticketdetail/${id}?step=animal`)
  await page.getByLabel('Tag', { exact: true }).fill('F 3')
  await page.getByLabel('Findings').fill('Lungs clear.')
  await page.getByRole('button', { name: 'Review' }).click()
  const card = page.getByRole('article', { name: 'F 3' })
  await expect(card.getByLabel('Findings')).toHaveValue('Lungs clear.')
  await page.reload()
  await expect(card.getByLabel('Findings')).toHaveValue('Lungs clear.')
})

test('leaving a new animal with typed findings asks first', { tag: '@long' }, async ({ page }) => {
  const { id } = await createPostMortem(page, { client: 'client', tag: 'F 4', sent: true })
  await signInWithoutForm(page, 'vet')
  await page.goto(`/a/vet/ticketdetail/${id}?step=animal`)
  await page.getByLabel('Findings').fill('Lungs clear.')
  await page.getByRole('link', { name: 'Search' }).click()
  const question = page.getByRole('dialog', { name: 'There are unsaved changes! Are you sure you want to leave?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByLabel('Findings')).toHaveValue('Lungs clear.')
})

test('a client reads the veterinarian’s findings, once they are issued, beside its own fields', async ({ page }) => {
  const { id, animalId, bloat } = await createWithClientDiagnosis(page, 'F 5')
  const call = await createApiClient(page.request, 'vet')
  await call.put(`/veterinary-record-animals/${animalId}`, { vet_findings: 'Two abscesses.' })
  await call.post(`/post-mortems/${id}/report-versions`, { kind: 'preliminary' })
  await signInWithoutForm(page, 'client')
  await page.goto(`/a/postmortem/${id}?step=animal&animal=${animalId}`)
  await expect(page.getByRole('combobox', { name: 'Your diagnosis' })).toHaveValue(bloat)
  await expect(page.getByText('Two abscesses.')).toBeVisible()
  await expect(page.getByLabel('Findings')).toHaveCount(0)
})

for (const [role, path] of [
  ['client', 'postmortem'],
  ['vet', 'vet/ticketdetail'],
] as const)
  test(`breed, colour, group, weight and temperature are entered by ${role} and saved`, { tag: '@long' }, async ({
    page,
  }) => {
    const { id } = await createPostMortem(page, { client: 'client', tag: 'F 6', sent: true })
    const { id: animalId } = await animalOnServer(page, id)
    await signInWithoutForm(page, role)
    await page.goto(`/a/${path}/${id}?step=animal&animal=${animalId}`)
    await expect(page.getByLabel('Weight (kg)')).toHaveCount(0)
    await page.getByText('More about this animal').click()
    await choose(page, 'Breed', 'Angus')
    const call = await createApiClient(page.request, 'client')
    const color = (await call.get('/animal-colors'))[0].name
    const group = (await call.get('/animal-groups'))[0].name
    await choose(page, 'Animal colour', color)
    await choose(page, 'Group', group)
    await page.getByLabel('Weight (kg)').fill('heavy')
    await page.getByLabel('Temperature (°C)').fill('40,1')
    const note = page.getByLabel('Note on your diagnosis')
    await expect(note).toHaveCount(role === 'client' ? 1 : 0)
    if (role === 'client') await note.fill('Left side.')
    const save = page.getByRole('button', { name: role === 'client' ? 'Save' : 'Review' })
    await save.click()
    await expect(page.getByText('Please enter a number from 0 to 10,000.')).toBeVisible()
    await page.getByLabel('Weight (kg)').fill('540')
    await expect(page.getByText('Please enter a number from 0 to 10,000.')).toHaveCount(0)
    await save.click()
    const card = page.getByRole('article', { name: 'F 6' })
    await expect(card).toContainText(`Angus, ${color}, ${group}`)
    await expect(card).toContainText('540 kg, 40.1 °C')
    expect(await animalOnServer(page, id)).toMatchObject({
      breed: { name: 'Angus' },
      animal_color: { name: color },
      animal_group: { name: group },
      weight: 540,
      temperature: 40.1,
      customer_diagnosis_note: role === 'client' ? 'Left side.' : null,
    })
    await card.getByRole('button', { name: 'Edit F 6' }).click()
    await expect(page.getByLabel('Weight (kg)')).toHaveValue('540')
  })

test('a record that a client may not change is read-only and says why', async ({ page }) => {
  const { id, animalId, bloat } = await createWithClientDiagnosis(page, 'F 7')
  await signInWithoutForm(page, 'client')
  await page.goto(`/a/record/${animalId}`)
  await expect(page.getByRole('button', { name: 'Save' })).toBeVisible()
  const vet = await createApiClient(page.request, 'vet')
  await vet.put(`/post-mortems/${id}`, { scheduled_at: new Date(Date.now() + 86_400_000).toISOString() })
  await page.reload()
  await expect(page.getByText('The post mortem has gone too far for this animal to be changed.')).toBeVisible()
  await vet.put(`/post-mortems/${id}`, { completed_at: new Date().toISOString() })
  await page.reload()
  await expect(page.getByText('This post mortem is completed and can no longer be changed.')).toBeVisible()
  await expect(page.getByText(bloat)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0)
  await expect(page.getByRole('combobox')).toHaveCount(0)
})

test('saving a record, or going back from it, leads to the previous screen, also if its URL was entered there', async ({
  page,
}) => {
  const { animalId } = await createWithClientDiagnosis(page, 'F 18')
  await signInWithoutForm(page, 'vet')
  await page.goto(`/a/animal/${animalId}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('F 18')
  await page.goto(`/a/record/${animalId}`)
  await page.getByRole('combobox', { name: 'Diagnosis' }).fill('Liver abscess')
  await page.getByRole('option', { name: 'Liver abscess' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Data is updated')
  await expect(page).toHaveURL(`/a/animal/${animalId}`)
  await page.goto(`/a/record/${animalId}`)
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page).toHaveURL(`/a/animal/${animalId}`)
})

test('a veterinarian who saves a diagnosis leaves the tag colour that a colleague has chosen meanwhile', async ({
  page,
}) => {
  const { animalId } = await createWithClientDiagnosis(page, 'F 9')
  const vet = await createApiClient(page.request, 'vet2')
  await signInWithoutForm(page, 'vet')
  await page.goto(`/a/record/${animalId}`)
  await page.getByRole('combobox', { name: 'Diagnosis' }).fill('Liver abscess')
  await page.getByRole('option', { name: 'Liver abscess' }).click()
  const [color] = await vet.get('/tag-colors?sort=name')
  await vet.put(`/veterinary-record-animals/${animalId}`, { tag_color_id: color.id })
  await page.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Data is updated')
  const saved = await vet.get(`/veterinary-record-animals/${animalId}`)
  expect([saved.tag_color?.name, saved.vet_diagnosis?.name]).toEqual([color.name, 'Liver abscess'])
})

test('a field that a veterinarian has changed meanwhile is not overwritten: both versions are shown', async ({
  page,
  context,
}) => {
  const { id } = await createPostMortem(page, { client: 'client', tag: 'F 22', sent: true })
  const animal = await animalOnServer(page, id)
  const vet = await createApiClient(page.request, 'vet')
  await signInWithoutForm(page, 'client')
  await page.goto(`/a/postmortem/${id}?step=animal&animal=${animal.id}`)
  const versions = page.getByRole('region', { name: 'Two versions' })

  await test.step('of an animal, edited without a connection', async () => {
    await page.getByLabel('Pen', { exact: true }).fill('77')
    await choose(page, 'Tag colour', 'Yellow')
    await context.setOffline(true)
    const fields = { pen: '88', lot: 'L9' }
    await vet.put(`/veterinary-record-animals/${animal.id}`, fields)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByRole('article', { name: 'F 22' })).toContainText('77')
    await context.setOffline(false)
    await expect(versions.getByRole('group', { name: 'Pen' })).toContainText(/77.*88/)
    await expect(versions.getByRole('group')).toHaveCount(1)
    expect(await animalOnServer(page, id)).toMatchObject(fields)
    await versions.getByLabel('Yours').check()
    await versions.getByRole('button', { name: 'Use what is chosen' }).click()
    await expect(versions).toHaveCount(0)
    const merged = { pen: '77', lot: 'L9', tag_color: { name: 'Yellow' } }
    await expect.poll(() => animalOnServer(page, id)).toMatchObject(merged)
  })

  await test.step('of the details of a draft, also after a reload', async () => {
    const { id: draftId } = await createPostMortem(page, { client: 'client', tag: 'F 23', sent: false })
    const otherDevice = await createApiClient(page.request, 'client')
    await page.goto(`/a/postmortem/${draftId}?step=details`)
    const notes = page.getByLabel('Notes', { exact: true })
    await notes.fill('Mine.')
    await page.getByLabel('Date').fill('11/20/2026')
    await expect.poll(() => storedOnDevice(page)).toContain('Mine.')
    await otherDevice.put(`/post-mortems/${draftId}`, { note: 'Theirs.', record_at: '2026-11-19' })
    await page.reload()
    await expect(notes).toHaveValue('Mine.')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(versions.getByRole('group', { name: 'Notes' })).toContainText(/Mine\..*Theirs\./)
    await expect(versions.getByRole('group', { name: 'Date' })).toContainText(/November 20th 2026.*November 19th 2026/)
    for (const field of await versions.getByRole('group').all()) await field.getByLabel('Theirs').check()
    await versions.getByRole('button', { name: 'Use what is chosen' }).click()
    await expect(versions).toHaveCount(0)
    expect((await otherDevice.get(`/post-mortems/${draftId}`)).note).toBe('Theirs.')
  })
})

test('profile, record and invitation ask before discarding input', { tag: '@long' }, async ({ page }) => {
  const { animalId } = await createWithClientDiagnosis(page, 'F 8')
  await signIn(page, 'vet')
  const question = page.getByRole('dialog', { name: 'There are unsaved changes! Are you sure you want to leave?' })
  const leave = async () => {
    await page.getByRole('link', { name: 'Search' }).click()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toHaveCount(0)
    await page.getByRole('link', { name: 'Search' }).click()
    await question.getByRole('button', { name: 'Leave' }).click()
    await expect(page).toHaveURL(/\/a\/search$/)
  }
  await page.goto('/a/profile/edit')
  await page.getByLabel('City').fill('Nowhere')
  await leave()
  await page.goto('/a/invite-user')
  await page.getByLabel('Email').fill('hand@example.com')
  await leave()
  await page.goto(`/a/record/${animalId}`)
  await page.getByRole('combobox', { name: 'Diagnosis' }).fill('Liver abscess')
  await page.getByRole('option', { name: 'Liver abscess' }).click()
  await leave()
  // Saved input can be left without a question.
  await page.goto(`/a/record/${animalId}`)
  await page.getByRole('combobox', { name: 'Diagnosis' }).fill('Liver abscess')
  await page.getByRole('option', { name: 'Liver abscess' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'Data is updated')
  await expect(question).toHaveCount(0)
})

test('an unsaved filter of an animal report does not count as an unfinished post mortem', { tag: '@long' }, async ({
  page,
}) => {
  await signInWithoutForm(page, 'client')
  await page.goto('/a/reports/new')
  await page.getByRole('button', { name: 'Weight' }).click()
  await page.getByLabel('Min (kg)').fill('100')
  page.once('dialog', (dialog) => void dialog.accept())
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'My PM Requests' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await expect(page.getByText('You have an unfinished post mortem.')).toHaveCount(0)
})

test('an animal takes over what it shares with the last one, and death and treatments are saved', async ({ page }) => {
  const api = await createApiClient(page.request, 'client')
  const { id } = await createPostMortem(page, { client: 'client', tag: 'F 20', sent: false })
  const last = await animalOnServer(page, id)
  const fields = { pen: '12', lot: 'F26-9', arrived_at: '2026-01-05', rfid: '982000777000111' }
  await api.put(`/veterinary-record-animals/${last.id}`, fields)
  await signInWithoutForm(page, 'client')
  await page.goto(`/a/postmortem/${id}?step=animal`)
  const lot = page.getByLabel('Lot', { exact: true })
  await page.getByRole('button', { name: 'Same as F 20' }).click()
  await expect(page.getByText('Filled in from F 20: Pen 12, Lot F26-9, arrived Jan 5')).toBeVisible()
  await expect(lot).toHaveValue('F26-9')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(lot).toHaveValue('')
  await page.getByRole('button', { name: 'Same as F 20' }).click()
  await page.getByLabel('RFID').fill('982000777000111')
  await expect(page.getByText('on this ticket, F 20')).toBeVisible()
  await page.getByLabel('RFID').fill('')
  await page.getByLabel('Tag', { exact: true }).fill('F 21')
  await page.getByText('When and how it died').click()
  await page.getByRole('button', { name: 'Found: now' }).click()
  await page.getByRole('button', { name: 'Hot', exact: true }).click()
  await page.getByRole('button', { name: 'Florfenicol' }).click()
  await page.getByLabel('Florfenicol: days before death').fill('3')
  await page.getByLabel('Florfenicol: note').fill('Second dose')
  await page.getByRole('button', { name: 'Remove Florfenicol' }).click()
  await page.getByRole('button', { name: 'Undo the removal of Florfenicol' }).press('Enter')
  await expect(page.getByRole('group', { name: 'Treatments given' })).toBeFocused()
  await expect(page.getByLabel('Florfenicol: days before death')).toHaveValue('3')
  await page.getByRole('button', { name: 'Review' }).click()
  const card = page.getByRole('article', { name: 'F 21' })
  await expect(card).toContainText(/Fresh · 23 h left/)
  await expect(card).toContainText('Florfenicol, Second dose')
  const second = async () => (await api.get(`/post-mortems/${id}`)).veterinary_record.veterinary_record_animals[1]
  await expect.poll(second).toMatchObject({
    pen: '12',
    lot: 'F26-9',
    air_temperature_c: 32,
    treatments_given: [{ name: 'Florfenicol', note: 'Second dose' }],
  })
})
