import { setTimeout } from 'node:timers/promises'
import { expect, type Page, test } from '@playwright/test'
import { createApiClient } from './helpers/api-client.ts'
import { holdRequests } from './helpers/hold-requests.ts'
import { scan } from './helpers/keyboard-scanner.ts'
import { createDraft } from './helpers/screen-fixtures.ts'
import { signIn, signInWithoutForm } from './helpers/sign-in.ts'

test('an RFID that is too short is accepted with a warning that is described by its field', async ({ page }) => {
  await signInWithoutForm(page, 'vet')
  await page.goto('/a/search')
  const rfid = page.getByLabel('RFID#')
  await rfid.fill('98200012345')
  await rfid.blur()
  await expect(rfid).toHaveAccessibleDescription('This is not a 15-digit RFID. Please check it against the tag.')
  await expect(rfid).not.toHaveAttribute('aria-invalid', 'true')
  await expect(page.locator('.field-warning svg')).toBeVisible()
})

test('a scan on the search page fills the RFID field without submitting', async ({ page }) => {
  await signIn(page, 'vet')
  await page.getByRole('link', { name: 'Search' }).click()
  const rfid = page.getByLabel('RFID#')

  await test.step('with the field focused, even if the reader ends with two Enters', async () => {
    await rfid.focus()
    await scan(page, 'LA 00000 0 982 000001088420')
    await page.keyboard.press('Enter')
    await expect(rfid).toHaveValue('982 000 001 088 420')
    await expect(page).toHaveURL(/\/a\/search$/)
  })

  await test.step('a second scan replaces the first', async () => {
    await scan(page, '982000123456789')
    await expect(rfid).toHaveValue('982 000 123 456 789')
  })

  await test.step('without a focused field it still fills the field and presses no button', async () => {
    await page.getByLabel('TAG #').fill('K 7')
    await page.getByRole('button', { name: 'Search', exact: true }).focus()
    await scan(page, '982 000000000017')
    await expect(rfid).toHaveValue('982 000 000 000 017')
    await expect(rfid).toBeFocused()
    await expect(page.getByLabel('TAG #')).toHaveValue('K 7')
    await expect(page).toHaveURL(/\/a\/search$/)
  })

  await test.step('an industrial transponder stays in the field with an error', async () => {
    await scan(page, 'LR 00000 0 982 000001088420')
    await expect(page.getByText('This is an industrial transponder, not an animal.')).toBeVisible()
    await expect(rfid).toHaveValue(/^LR/)
  })

  await test.step('Enter pressed by hand still submits', async () => {
    await page.getByRole('button', { name: 'Search', exact: true }).focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/a\/search\/result/)
  })
})

test('each scan in the wizard becomes a separate animal', async ({ page }) => {
  await signInWithoutForm(page, 'client')
  await page.goto('/a/postmortem/add')
  await expect(page.getByRole('combobox', { name: 'Site' })).toHaveValue('North Yard')

  // The first step has no RFID field, so a scan into the notes stays there.
  await page.getByLabel('Notes').focus()
  await scan(page, '982000000000025')
  await expect(page.getByLabel('Notes')).toHaveValue('982000000000025\n')

  // The button has the focus. The scan is stored for the first animal, and its Enter must not submit.
  await page.getByRole('button', { name: 'Add animals' }).focus()
  await scan(page, '982000000000025')
  await expect(page.getByText('First animal: RFID 982 000 000 000 025')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'New post mortem' })).toBeVisible()
  await page.getByRole('button', { name: 'Add animals' }).click()

  await expect(page.getByRole('heading', { name: 'Animal 1' })).toBeVisible()
  await expect(page.getByLabel('RFID')).toHaveValue('982 000 000 000 025')
  await expect(page.getByRole('heading', { name: 'Animal 1' })).toBeVisible()
  await page.getByLabel('Tag', { exact: true }).fill('K 8')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Animal 1' })).toBeVisible()

  // The button still has the focus, so the Enter of the next scan could press it again.
  await page.getByRole('button', { name: 'Save, add another' }).click()
  await expect(page.getByRole('heading', { name: 'Animal 2' })).toBeVisible()
  await scan(page, '982000000000033')
  await expect(page.getByLabel('RFID')).toHaveValue('982 000 000 000 033')
  await expect(page.getByRole('heading', { name: 'Animal 2' })).toBeVisible()
  await page.getByRole('button', { name: 'Review' }).click()
  await expect(page.getByRole('article')).toHaveCount(2)
})

const newAnimal = '**/api/v1/veterinary-record-animals'

/** Opens the form of the first animal of a new draft. */
async function openFirstAnimal(page: Page) {
  const draft = await createDraft(page.request, { client: 'client', note: 'Scanned quickly.', tags: [] })
  await signInWithoutForm(page, 'client')
  await page.goto(`/a/postmortem/${draft.id}?step=animal`)
  await expect(page.getByRole('heading', { name: 'Animal 1' })).toBeVisible()
  const api = await createApiClient(page.request, 'client')
  const saved = async () => {
    const { veterinary_record: record } = await api.get(`/post-mortems/${draft.id}`)
    const animals: { rfid: string | null; pen: string | null }[] = record.veterinary_record_animals
    return animals
      .map(({ rfid, pen }) => [rfid, pen])
      .toSorted(([one], [other]) => (one ?? '').localeCompare(other ?? ''))
  }
  return {
    id: draft.id,
    saved,
    rfid: page.getByLabel('RFID', { exact: true }),
    pen: page.getByLabel('Pen', { exact: true }),
  }
}

test('what is scanned or typed while an animal is being saved does not change it; the scan is the next one', async ({
  page,
}) => {
  const { saved, rfid, pen } = await openFirstAnimal(page)
  await scan(page, '982000412907001')
  await pen.fill('7')
  const requests = await holdRequests(page, newAnimal, 'POST')
  await page.getByRole('button', { name: 'Save, add another' }).click()
  await requests.held
  await pen.click({ force: true })
  await page.keyboard.type('8')
  // longer than between the keys of one scan
  await setTimeout(500)
  await rfid.click({ force: true })
  await scan(page, '982000412907002')
  await expect(page.getByText('Next animal: RFID 982 000 412 907 002')).toBeVisible()
  await expect(rfid).toHaveValue('982 000 412 907 001')
  requests.release((route) => route.continue())
  await expect(page.getByRole('heading', { name: 'Animal 2' })).toBeVisible()
  await expect(rfid).toHaveValue('982 000 412 907 002')
  await expect(pen).toHaveValue('')
  await pen.fill('9')
  await page.getByRole('button', { name: 'Review' }).click()
  await expect(page.getByRole('article')).toHaveCount(2)
  await expect.poll(saved).toEqual([
    ['982000412907001', '7'],
    ['982000412907002', '9'],
  ])
})

test('a scan after Review opens the next animal instead of replacing the one that is being saved', async ({ page }) => {
  const { saved, rfid } = await openFirstAnimal(page)
  await scan(page, '982000412907011')
  const requests = await holdRequests(page, newAnimal, 'POST')
  await page.getByRole('button', { name: 'Review' }).click()
  await requests.held
  await rfid.focus()
  await scan(page, '982000412907012')
  requests.release((route) => route.continue())
  await expect(page.getByRole('heading', { name: 'Animal 2' })).toBeVisible()
  await expect(rfid).toHaveValue('982 000 412 907 012')
  await page.getByRole('button', { name: 'Review' }).click()
  await expect.poll(saved).toEqual([
    ['982000412907011', null],
    ['982000412907012', null],
  ])
})

test('a scan that came while an animal was being refused stays for the next one', async ({ page }) => {
  const { saved, rfid } = await openFirstAnimal(page)
  const tag = page.getByLabel('Tag', { exact: true })
  await scan(page, '982000412907021')
  await tag.fill('K 21')
  const requests = await holdRequests(page, newAnimal, 'POST')
  await page.getByRole('button', { name: 'Save, add another' }).click()
  await requests.held
  await scan(page, '982000412907022')
  requests.release((route) =>
    route.fulfill({ status: 422, json: { success: false, message: 'Wrong.', errors: { tag: ['Wrong tag.'] } } }),
  )
  await expect(page.getByText('Wrong tag.')).toBeVisible()
  await expect(tag).toBeFocused()
  await expect(rfid).toHaveValue('982 000 412 907 021')
  await page.unroute(newAnimal)
  await tag.fill('K 22')
  await page.getByRole('button', { name: 'Save, add another' }).click()
  await expect(page.getByRole('heading', { name: 'Animal 2' })).toBeVisible()
  await expect(rfid).toHaveValue('982 000 412 907 022')
  await page.getByRole('button', { name: 'Review' }).click()
  await expect
    .poll(async () => (await saved()).map(([number]) => number))
    .toEqual(['982000412907021', '982000412907022'])
})

test('a scan does not replace the RFID of a saved animal until its field is cleared', async ({ page }) => {
  const { id, rfid } = await openFirstAnimal(page)
  await scan(page, '982000412907031')
  await page.getByRole('button', { name: 'Review' }).click()
  await page.getByRole('button', { name: 'Edit 982 000 412 907 031' }).click()
  await expect(rfid).toHaveValue('982 000 412 907 031')
  for (const focus of [() => rfid.selectText(), () => page.getByRole('heading').first().focus()]) {
    await focus()
    await scan(page, '982000412907032')
    await expect(page.getByText('Next animal: RFID 982 000 412 907 032')).toBeVisible()
    await expect(rfid).toHaveValue('982 000 412 907 031')
  }
  await rfid.fill('')
  await scan(page, '982000412907032')
  await expect(rfid).toHaveValue('982 000 412 907 032')
  await expect(page.getByText('Next animal:')).toHaveCount(0)
  await page.getByRole('button', { name: 'Review' }).click()
  await expect(page).toHaveURL(`/a/postmortem/${id}`)
  await expect(page.getByRole('article')).toHaveCount(1)
})

async function openDetails(page: Page): Promise<void> {
  await page.goto('/a/postmortem/add')
  await expect(page.getByRole('combobox', { name: 'Site' })).toHaveValue('North Yard')
}

test('an animal that is scanned while its request is being created is the first one', async ({ page }) => {
  await signInWithoutForm(page, 'client')
  await openDetails(page)
  const requests = await holdRequests(page, '**/api/v1/post-mortems', 'POST')
  await page.getByRole('button', { name: 'Add animals' }).click()
  await requests.held
  await scan(page, '982000412907041')
  await expect(page.getByText('First animal: RFID 982 000 412 907 041')).toBeVisible()
  requests.release((route) => route.continue())
  await expect(page.getByRole('heading', { name: 'Animal 1' })).toBeVisible()
  await expect(page.getByLabel('RFID', { exact: true })).toHaveValue('982 000 412 907 041')
})

test('a scan during the change to the next step reaches it whole', { tag: '@long' }, async ({ page }) => {
  await signInWithoutForm(page, 'client')
  for (const delay of [0, 60, 120, 200, 300])
    await test.step(`${delay} ms after the press`, async () => {
      await openDetails(page)
      await page.getByRole('button', { name: 'Add animals' }).click()
      await setTimeout(delay)
      await scan(page, '982000412907051', { interval: 25 })
      await expect(page.getByRole('heading', { name: 'Animal 1' })).toBeVisible()
      await expect(page.getByLabel('RFID', { exact: true })).toHaveValue('982 000 412 907 051')
      await page.getByRole('button', { name: 'Save, add another' }).click()
      await setTimeout(delay)
      await scan(page, '982000412907052', { interval: 25 })
      await expect(page.getByRole('heading', { name: 'Animal 2' })).toBeVisible()
      await expect(page.getByLabel('RFID', { exact: true })).toHaveValue('982 000 412 907 052')
      await page.getByRole('button', { name: 'Review' }).click()
      await expect(page.getByRole('article')).toHaveCount(2)
    })
})
