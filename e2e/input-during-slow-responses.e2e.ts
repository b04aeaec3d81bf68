import { expect, type Page, test } from '@playwright/test'
import { createApiClient } from './helpers/api-client.ts'
import { createPostMortem } from './helpers/create-post-mortem.ts'
import { holdRequests } from './helpers/hold-requests.ts'
import { navigateInApp } from './helpers/navigate-in-app.ts'
import { expectDraftStored, outboxStatus } from './helpers/outbox.ts'
import { createPostMortemWithAnimals, photoPagePath, uploadPhotos } from './helpers/photo-page.ts'
import { saveScreenshot } from './helpers/save-screenshot.ts'
import { sendHeldMessage } from './helpers/send-held-message.ts'
import { signInWithoutForm } from './helpers/sign-in.ts'

test('a message that is refused after its ticket was left stays, and so does the next one', async ({ page }) => {
  const { id, message, refuse } = await sendHeldMessage(page, { tag: 'S 1', text: 'The first one.' })
  await navigateInApp(page, '/a/postmortems/pending')
  await expect(message).toHaveCount(0)
  await navigateInApp(page, `/a/postmortem/${id}`)
  await message.fill('The second one.')
  refuse()
  await expect(page.getByText('Not now.').first()).toBeVisible()
  await expect(message).toHaveValue('The second one.')
  await message.fill('The second one, continued.')
  await expectDraftStored(page, 'The second one, continued.')
  await page.unroute('**/comments')
  await page.reload()
  await expect(message).toHaveValue('The second one, continued.')
  await page.getByRole('region', { name: 'Not accepted' }).getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('The first one.')).toBeVisible()
  const api = await createApiClient(page.request, 'client')
  await expect
    .poll(async () => (await api.get(`/post-mortems/${id}/comments`)).map((c: { text: string }) => c.text))
    .toEqual(['The first one.'])
})

test('a message that was refused holds back neither findings nor the next message', async ({ page }) => {
  const { id } = await createPostMortem(page, { client: 'client', tag: 'S 8', sent: true })
  const api = await createApiClient(page.request, 'vet')
  await signInWithoutForm(page, 'vet')
  await page.goto(`/a/vet/ticketdetail/${id}`)
  const message = page.getByLabel('Message', { exact: true })
  const requests = await holdRequests(page, '**/comments', 'POST')
  const save = page.getByRole('button', { name: 'Save as internal' })
  await message.fill('The first one.')
  await save.click()
  await requests.held
  await navigateInApp(page, '/a/location/all/inbox')
  await expect(message).toHaveCount(0)
  requests.release((route) => route.fulfill({ status: 422, json: { success: false, message: 'Not now.' } }))
  await outboxStatus(page).getByRole('link', { name: 'Show' }).click()
  const refused = page.getByRole('region', { name: 'Not accepted' })
  await expect(refused).toContainText('A message: Not now.')
  await page.unroute('**/comments')
  await page.getByLabel('Findings').fill('Swollen joints')
  await page.getByLabel('Findings').blur()
  await message.fill('The second one.')
  await save.click()
  const saved = async () => {
    const comments: { text: string }[] = await api.get(`/post-mortems/${id}/comments`)
    const { veterinary_record: record } = await api.get(`/post-mortems/${id}`)
    return [record.veterinary_record_animals[0].vet_findings, ...comments.map(({ text }) => text)]
  }
  await expect.poll(saved).toEqual(['Swollen joints', 'The second one.'])
  await saveScreenshot(page, 'refused-message')
  await refused.getByRole('button', { name: 'Try again' }).click()
  await expect(refused).toHaveCount(0)
  await expect.poll(saved).toEqual(['Swollen joints', 'The second one.', 'The first one.'])
})

test('a caption and a drawing that are refused after their photo was closed stay, with the reason, until they are saved or discarded', async ({
  page,
}) => {
  await signInWithoutForm(page, 'client')
  const postMortem = await createPostMortemWithAnimals(page, 'client', ['S 9'])
  await uploadPhotos(page, postMortem, postMortem.animalIds[0] ?? '', 1)
  const api = await createApiClient(page.request, 'client')
  const saved = async () => {
    const [{ caption, markup }] = await api.get(`/medias?filter[media_attachable_id]=${postMortem.animalIds[0]}`)
    return [caption, markup?.shapes.length ?? 0]
  }
  await page.goto('/a/postmortems/draft')
  const viewer = page.getByRole('dialog', { name: 'saved-1.jpg', exact: true })
  const changes = [
    {
      change: async () => {
        await viewer.getByRole('button', { name: 'Add a caption' }).click()
        await viewer.getByLabel('Caption').fill('Left lobe')
        await viewer.getByLabel('Caption').press('Enter')
      },
      decision: 'Try again',
    },
    {
      change: async () => {
        await viewer.getByRole('button', { name: 'Draw on the photo' }).click()
        await viewer.getByRole('application', { name: 'Photo to draw on' }).focus()
        for (const key of ['Enter', 'ArrowRight', 'Enter']) await page.keyboard.press(key)
        await viewer.getByRole('button', { name: 'Save' }).click()
      },
      decision: 'Discard',
    },
  ]
  for (const { change, decision } of changes) {
    await navigateInApp(page, photoPagePath(postMortem))
    await page.getByRole('button', { name: 'View saved-1.jpg' }).click()
    const requests = await holdRequests(page, '**/api/v1/medias/*', 'PUT')
    await change()
    await requests.held
    await viewer.getByRole('button', { name: 'Close' }).click()
    await expect(viewer).toHaveCount(0)
    await navigateInApp(page, '/a/postmortems/draft')
    requests.release((route) => route.fulfill({ status: 409, json: { success: false, message: 'Not now.' } }))
    await outboxStatus(page).getByRole('link', { name: '1 change was not accepted' }).click()
    await page.unroute('**/api/v1/medias/*')
    const refused = page.getByRole('region', { name: 'Not accepted' })
    await expect(refused).toContainText('The caption or drawing of a photo: Not now.')
    await saveScreenshot(page, 'refused-photo-edit')
    await refused.getByRole('button', { name: decision }).click()
    if (decision === 'Discard') await page.getByRole('dialog').getByRole('button', { name: decision }).click()
    await expect(page.getByText('Everything has been sent.')).toBeVisible()
    await expect.poll(saved).toEqual(['Left lobe', 0])
  }
})

test('a new sample that is continued while it waits to be sent is one sample with the last text', {
  tag: '@long',
}, async ({ page }) => {
  const { id } = await createPostMortem(page, { client: 'client', tag: 'S 2', sent: true })
  const api = await createApiClient(page.request, 'vet')
  await signInWithoutForm(page, 'vet')
  await page.goto(`/a/vet/ticketdetail/${id}`)
  await page.getByRole('button', { name: 'Add a sample' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox').last().click()
  await page.getByRole('option').first().click()
  await dialog.getByLabel('Note').fill('Left lobe')
  const requests = await holdRequests(page, '**/api/v1/samples', 'POST')
  const save = dialog.getByRole('button', { name: 'Save' })
  await save.click()
  await requests.held
  await dialog.getByLabel('Note').fill('Left lobe, cooled')
  // the form waits a few seconds for the response
  await expect(save).toBeEnabled()
  await save.click()
  await expect(page.getByText(/Left lobe/)).toHaveText([/Left lobe, cooled/])
  requests.release((route) => route.continue())
  await expect(dialog).toHaveCount(0)
  await expect(outboxStatus(page)).toHaveCount(0)
  const samples = await api.get(`/samples?filter[veterinary_record_id]=${id}`)
  expect(samples.map(({ note }: { note: string }) => note)).toEqual(['Left lobe, cooled'])
})

test('each form that is continued while its new record is being saved saves one record with the last text', {
  tag: '@long',
}, async ({ page }) => {
  const { id } = await createPostMortem(page, { client: 'client', tag: 'S 3', sent: true })
  const api = await createApiClient(page.request, 'superadmin')
  await signInWithoutForm(page, 'superadmin')
  await page.goto('/a/admin')
  await expect(page.getByRole('link', { name: /^Customers/ })).toBeVisible()
  const [site] = await api.get('/sites')
  const dialog = page.getByRole('dialog')
  const save = (name = 'Save') => page.getByRole('button', { name, exact: true }).last()
  /** The record, the page and the button that open its form, the field that is continued, and the other required ones. */
  const forms: {
    records: string
    path: string
    open?: string
    label?: string
    submit?: string
    fill?: () => Promise<void>
  }[] = [
    { records: 'sites', path: `/a/admin/customers/${site.customer.id}`, open: 'Add a site', submit: 'Add a site' },
    { records: 'customers', path: '/a/admin/customers/new', submit: 'Add a customer' },
    {
      records: 'absences',
      path: '/a/profile',
      open: 'Add days away',
      label: 'Note',
      fill: async () => {
        for (const day of ['First day', 'Last day']) {
          await dialog.getByLabel(day).fill('12/20/2031')
          await page.keyboard.press('Tab')
        }
      },
    },
    { records: 'alert-rules', path: '/a/insight/alerts', open: 'Add a rule' },
    { records: 'scheduled-reports', path: '/a/insight/summaries', open: 'Add a summary' },
    {
      records: 'trainings',
      path: '/a/admin/trainings/new',
      label: 'Title',
      fill: async () => {
        await page.getByLabel('Heading').fill('Safety')
        await page.getByLabel('Text', { exact: true }).fill('Gloves')
      },
    },
    { records: 'breeds', path: '/a/admin/library/breeds', open: 'Add entry' },
    {
      records: 'samples',
      path: `/a/vet/ticketdetail/${id}`,
      open: 'Add a sample',
      label: 'Note',
      fill: async () => {
        await dialog.getByRole('combobox').last().click()
        await page.getByRole('option').first().click()
      },
    },
  ]
  for (const { records, path, open, label = 'Name', submit, fill } of forms)
    await test.step(records, async () => {
      const text = `Continued ${records}`
      const saved = async () => {
        const all: { id: string; name?: string; title?: string; note?: string }[] = await api.get(
          `/${records}?per_page=9999`,
        )
        return all
          .map((record) => ({ id: record.id, text: record.note ?? record.name ?? record.title ?? '' }))
          .filter((record) => record.text.startsWith(text))
      }
      await navigateInApp(page, path)
      if (open) await page.getByRole('button', { name: open }).click()
      const field = (open ? dialog : page).getByLabel(label, { exact: true })
      await field.fill(text)
      await fill?.()
      const requests = await holdRequests(page, `**/api/v1/${records}`, 'POST')
      await save(submit).click()
      await requests.held
      await field.fill(`${text} twice`)
      requests.release((route) => route.continue())
      await expect.poll(async () => (await saved()).map((record) => record.text)).toEqual([text])
      await expect(save(submit)).toBeEnabled()
      await expect(field).toHaveValue(`${text} twice`)
      await save(submit).click()
      // a dialog closes; a page leads to that of the new record, which may have the same field
      if (open) await expect(dialog).toHaveCount(0)
      else await expect(page).not.toHaveURL((url) => url.pathname === path)
      const after = await saved()
      expect(after.map((record) => record.text)).toEqual([`${text} twice`])
      for (const record of after) await api.delete(`/${records}/${record.id}`)
      await page.unroute(`**/api/v1/${records}`)
    })
})

/** Opens the examination of a new ticket in two tabs of one browser. @returns the tabs, and the animal on the server */
async function examineInTwoTabs(page: Page, tag: string) {
  const { id } = await createPostMortem(page, { client: 'client', tag, sent: true })
  const api = await createApiClient(page.request, 'vet')
  const animal = async () => (await api.get(`/post-mortems/${id}`)).veterinary_record.veterinary_record_animals[0]
  await signInWithoutForm(page, 'vet')
  const second = await page.context().newPage()
  const { id: animalId } = await animal()
  for (const tab of [page, second]) {
    await tab.setViewportSize({ width: 1280, height: 900 })
    await tab.goto(`/a/vet/ticketdetail/${id}?step=examine&animal=${animalId}`)
    await expect(tab.getByRole('radio', { name: 'Abnormal' }).first()).toBeAttached()
  }
  const markAbnormal = (tab: Page, index: number) =>
    tab.getByRole('radio', { name: 'Abnormal' }).nth(index).check({ force: true })
  return { first: page, second, animal, markAbnormal }
}

test('findings that wait in a tab for more input outlive it, even after another tab has saved something', {
  tag: '@long',
}, async ({ page }) => {
  const { first, second, animal, markAbnormal } = await examineInTwoTabs(page, 'S 4')
  for (const index of [0, 1]) await markAbnormal(first, index)
  const findings = (tab: Page) => tab.getByRole('textbox', { name: 'Findings: External' })
  await findings(first).fill('Swollen joints')
  await expectDraftStored(first, 'Swollen joints')
  await second.getByRole('combobox', { name: 'Extent' }).click()
  await second.getByRole('option').nth(1).click()
  await expect.poll(async () => (await animal()).examination?.extent).toBe('partial')
  await first.close()
  await second.reload()
  await expect(findings(second)).toHaveValue('Swollen joints')
})

test('findings of two systems that are typed at once in two tabs are both saved, and a pause after a space keeps it', async ({
  page,
}) => {
  const { first, second, animal, markAbnormal } = await examineInTwoTabs(page, 'S 5')
  const texts = async () =>
    ((await animal()).examination?.systems ?? []).flatMap(({ text }: { text: string | null }) => text ?? [])
  const external = (tab: Page) => tab.getByRole('textbox', { name: 'Findings: External' })
  const cavities = (tab: Page) => tab.getByRole('textbox', { name: 'Findings: Body cavities' })
  await markAbnormal(first, 0)
  await markAbnormal(second, 1)
  await external(first).pressSequentially('Swollen ')
  await cavities(second).pressSequentially('Pale ')
  await expect.poll(texts).toEqual(['Swollen', 'Pale'])
  await expect(cavities(first)).toHaveValue('Pale')
  await expect(external(second)).toHaveValue('Swollen')
  await external(first).pressSequentially('joints')
  await cavities(second).pressSequentially('gums')
  await expect.poll(texts).toEqual(['Swollen joints', 'Pale gums'])
  for (const tab of [first, second]) await expect(tab.getByText('Somebody else has changed this')).toHaveCount(0)
})

test('findings about a new animal that are continued while it is being saved are saved, too', async ({ page }) => {
  const { id } = await createPostMortem(page, { client: 'client', tag: 'S 6', sent: true })
  const api = await createApiClient(page.request, 'vet')
  const findingsOf = async (tag: string): Promise<string | undefined> => {
    const animals: { tag: string; vet_findings: string }[] = (await api.get(`/post-mortems/${id}`)).veterinary_record
      .veterinary_record_animals
    return animals.find((animal) => animal.tag === tag)?.vet_findings
  }
  await signInWithoutForm(page, 'vet')
  await page.goto(`/a/vet/ticketdetail/${id}?step=animal`)
  await page.getByLabel('Tag', { exact: true }).fill('S 7')
  await page.getByLabel('Findings').fill('Swollen')
  const requests = await holdRequests(page, '**/veterinary-record-animals', 'POST')
  await page.getByRole('button', { name: 'Review' }).click()
  await requests.held
  await page.getByLabel('Findings').fill('Swollen joints')
  requests.release((route) => route.continue())
  await expect.poll(() => findingsOf('S 7')).toBe('Swollen joints')
})

test('a filter that is changed while its report is being saved stays unsaved until it is saved', {
  tag: '@long',
}, async ({ page }) => {
  const api = await createApiClient(page.request, 'manager')
  const parameters = { filter: { weight: { min: 300 } } }
  const { id } = await api.post('/filter-reports', { type: 'animals', name: 'Slow', parameters })
  await signInWithoutForm(page, 'manager')
  await page.goto(`/a/reports/${id}`)
  const min = page.getByRole('group', { name: 'Weight', exact: true }).getByLabel(/^Min/)
  const requests = await holdRequests(page, `**/filter-reports/${id}`, 'PUT')
  await min.fill('400')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await requests.held
  await min.fill('500')
  await expectDraftStored(page, '500')
  requests.release((route) => route.continue())
  await expect(page.getByText('Data is updated')).toBeVisible()
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(min).toHaveValue('500')
  await api.delete(`/filter-reports/${id}`)
})

test('the name of a new report that is changed while it is being created is saved', async ({ page }) => {
  const api = await createApiClient(page.request, 'manager')
  const named = async () => {
    const reports: { id: string; name: string }[] = await api.get('/filter-reports?per_page=9999')
    return reports.filter(({ name }) => name.startsWith('Heavy'))
  }
  await signInWithoutForm(page, 'manager')
  await page.goto('/a/reports/new')
  await page.getByRole('button', { name: 'Add Weight' }).click()
  await page.getByRole('group', { name: 'Weight', exact: true }).getByLabel(/^Min/).fill('400')
  const dialog = page.getByRole('dialog', { name: 'Save report' })
  for (const decision of ['Save', 'Cancel'] as const) {
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await dialog.getByLabel('Name').fill('Heavy')
    const requests = await holdRequests(page, '**/api/v1/filter-reports', 'POST')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await requests.held
    await dialog.getByLabel('Name').fill('Heavy cattle')
    requests.release((route) => route.continue())
    await expect.poll(async () => (await named()).map(({ name }) => name)).toEqual(['Heavy'])
    await expect(dialog.getByRole('button', { name: 'Save' })).toBeEnabled()
    await expect(dialog.getByLabel('Name')).toHaveValue('Heavy cattle')
    await saveScreenshot(page, 'report-renamed-while-created')
    await dialog.getByRole('button', { name: decision }).click()
    const name = decision === 'Save' ? 'Heavy cattle' : 'Heavy'
    await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible()
    const [report, ...others] = await named()
    expect([report?.name, others]).toEqual([name, []])
    await api.delete(`/filter-reports/${report?.id}`)
    await page.unroute('**/api/v1/filter-reports')
    await navigateInApp(page, '/a/reports/new')
    await page.getByRole('button', { name: 'Add Weight' }).click()
    await page.getByRole('group', { name: 'Weight', exact: true }).getByLabel(/^Min/).fill('400')
  }
})

test('a message can be written and sent although the conversation could not be loaded', { tag: '@long' }, async ({
  page,
}) => {
  const { id } = await createPostMortem(page, { client: 'client', tag: 'S 9', sent: true })
  const requests = await holdRequests(page, '**/comments?*', 'GET')
  await signInWithoutForm(page, 'client')
  await page.goto(`/a/postmortem/${id}`)
  const message = page.getByLabel('Message to the practice')
  await message.fill('Still being written.')
  requests.release((route) => route.abort())
  const failure = page.getByText('There was an error while getting the conversation.')
  const conversation = page.getByRole('region', { name: 'Conversation' })
  await expect(conversation.filter({ has: failure }).filter({ has: message })).toBeVisible()
  await expect(message).toHaveValue('Still being written.')
  await page.unroute('**/comments?*')
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(conversation.getByRole('listitem')).toHaveText(/Still being written\./)
  await expect(failure).toHaveCount(0)
})
