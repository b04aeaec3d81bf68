import { readFile } from 'node:fs/promises'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { formatTypedDay } from '@chisholm/domain/dates'
import { artefacts, dataDir } from './paths.ts'
import { holdRequests } from './helpers/hold-requests.ts'
import { signIn, signOut, fetchAccessToken } from './helpers/sign-in.ts'
import { testPhoto } from './helpers/test-photos.ts'
import { readPdf } from './helpers/read-pdf.ts'
import { expectToast } from './helpers/expect-screen.ts'

mkdirSync(artefacts, { recursive: true })
let screenshotCount = 0
/** Saves a screenshot of the step, so that people can look at it. */
const saveScreenshot = (page: Page, name: string) =>
  page.screenshot({
    path: path.join(artefacts, `${String(++screenshotCount).padStart(2, '0')}-${name}.png`),
    animations: 'disabled',
  })

const outbox = path.join(dataDir, 'outbox')
const emails = (word: string) =>
  (existsSync(outbox) ? readdirSync(outbox) : [])
    .filter((file) => file.endsWith('.eml'))
    .map((file) => readFileSync(path.join(outbox, file), 'utf8'))
    .filter((email) => email.includes(word))

test('a client requests a post-mortem with photos, and a veterinarian completes it with a report', async ({ page }) => {
  let number = ''
  let id = ''

  let pdf = Buffer.alloc(0)
  let code = ''

  await test.step('the client lands on its drafts and creates a ticket', async () => {
    await signIn(page, 'client')
    await expect(page).toHaveURL(/\/a\/postmortems\/draft$/)
    await expect(page.getByRole('heading', { name: 'My PM Requests' })).toBeVisible()
    await saveScreenshot(page, 'client-drafts')
    await page.getByRole('link', { name: 'New post mortem' }).first().click()
    await expect(page.getByRole('combobox', { name: 'Site' })).toHaveValue('North Yard')
    const today = new Date()
    const day = `${today.getFullYear()}-${String(today.getMonth() + 1).padStart(2, '0')}-${String(today.getDate()).padStart(2, '0')}`
    await page.getByLabel('Date', { exact: true }).fill(formatTypedDay(day))
    await page.getByLabel('Notes').fill('Two steers by the water tank.')
    await saveScreenshot(page, 'wizard-main')
    await page.getByRole('button', { name: 'Add animals' }).click()
    await expect(page.getByRole('heading', { name: 'Animal 1' })).toBeVisible()
    id = /postmortem\/([0-9a-f-]{36})/.exec(page.url())?.[1] ?? ''
  })

  await test.step('adds two animals, one with three photos', async () => {
    await page.getByLabel('RFID').fill('982 000 123 456 789')
    await page.getByLabel('Tag', { exact: true }).fill('Y 4471')
    await page.getByRole('combobox', { name: 'Tag colour' }).fill('Yellow')
    await page.getByRole('option', { name: 'Yellow' }).click()
    await page.getByLabel('Pen', { exact: true }).fill('12')
    await page.getByLabel('Lot').fill('F26-088')
    await page.getByLabel('Date of death').fill('11/19/2026')
    await page.getByLabel('Notes').fill('Found at morning check, bloated.')
    await page.getByLabel('Add photos').setInputFiles([await testPhoto(1), await testPhoto(2), await testPhoto(3)])
    await expect(page.getByRole('button', { name: /View IMG_/ })).toHaveCount(3)
    await expect(page.getByRole('list', { name: 'Not saved' }).getByRole('listitem')).toHaveCount(3)
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await saveScreenshot(page, 'animal-with-photos')
    const uploads = await holdRequests(page, '**/api/v1/medias', 'POST')
    await page.getByRole('button', { name: 'Save, add another' }).click()
    await expect(page.getByRole('progressbar').first()).toBeVisible()
    uploads.release((route) => route.continue())
    await expect(page.getByRole('heading', { name: 'Animal 2' })).toBeVisible()
    await page.getByLabel('Tag', { exact: true }).fill('Y 4502')
    await page.getByLabel('Pen', { exact: true }).fill('12')
    await page.getByRole('button', { name: 'Review' }).click()
  })

  await test.step('reviews and sends it, and the vets get an e-mail', async () => {
    await expect(page.getByRole('article', { name: 'Y 4502' })).toBeVisible()
    number = (await page.getByRole('heading', { name: /CHM-\d+/ }).textContent()) ?? ''
    await saveScreenshot(page, 'review')
    await page.getByRole('button', { name: 'Send PM' }).click()
    await expect(page.getByRole('heading', { name: 'Your request has been submitted' })).toBeVisible()
    await saveScreenshot(page, 'sent')
    await page.getByRole('button', { name: 'Go Back' }).click()
    await expect(page).toHaveURL(/\/a\/postmortems\/pending$/)
    await expect(page.getByRole('link', { name: new RegExp(number) })).toBeVisible()
    await saveScreenshot(page, 'client-pending')
    await expect.poll(() => emails(number).length).toBe(4)
    await signOut(page)
  })

  await test.step('the veterinarian assigns itself and schedules tomorrow', async () => {
    await signIn(page, 'vet')
    await expect(page).toHaveURL(/\/a\/location\/all\/inbox$/)
    await page.getByRole('link', { name: new RegExp(number) }).click()
    await saveScreenshot(page, 'vet-ticket')
    await page.getByRole('button', { name: 'Assign' }).click()
    await page.getByRole('combobox', { name: 'Veterinarian' }).click()
    await page.getByRole('option', { name: 'Dana Whitfield (me)' }).click()
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expectToast(page, 'The post mortem was successfully scheduled.')
    await page.getByRole('button', { name: 'Schedule' }).click()
    const tomorrow = new Date(Date.now() + 24 * 3_600_000).toISOString().slice(0, 10)
    await page.getByRole('dialog').getByLabel('Date').fill(formatTypedDay(tomorrow))
    await page.keyboard.press('Tab')
    await saveScreenshot(page, 'schedule')
    const scheduled = page.waitForResponse((response) => response.request().method() === 'PUT')
    await page.getByRole('button', { name: 'Confirm' }).click()
    await scheduled
    await expect(page.getByText('In Progress')).toBeVisible()
    await page.goto('/a/location/all/inprogress')
    await expect(page.getByRole('link', { name: new RegExp(number) })).toBeVisible()
    await saveScreenshot(page, 'vet-in-progress')
  })

  await test.step('the client sees it in progress', async () => {
    await signOut(page)
    await signIn(page, 'client')
    await page.getByRole('link', { name: 'IN PROGRESS' }).click()
    await expect(page).toHaveURL(/\/a\/postmortems\/scheduled$/)
    await expect(page.getByRole('link', { name: new RegExp(number) })).toBeVisible()
    await signOut(page)
  })

  await test.step('the veterinarian diagnoses, completes and reads the report', async () => {
    await signIn(page, 'vet')
    await page.goto(`/a/vet/ticketdetail/${id}`)
    for (const [tag, diagnosis] of [
      ['Y 4471', 'Bloat, frothy (feedlot)'],
      ['Y 4502', 'Liver abscess'],
    ] as const) {
      const card = page.getByRole('article', { name: tag })
      await card.getByRole('combobox', { name: 'Diagnosis', exact: true }).fill(diagnosis)
      await page.getByRole('option', { name: diagnosis }).click()
      await card.getByLabel('Findings').fill(`Findings of ${tag}: rumen distended.`)
      await card.getByLabel('Vet notes').fill('Slow the step-up.')
      await card.getByRole('button', { name: 'Save' }).click()
      await expectToast(page, 'Data is updated')
    }
    await saveScreenshot(page, 'diagnosed')
    const report = page.getByRole('region', { name: 'Report', exact: true })
    await report.getByRole('button', { name: 'Issue preliminary report' }).click()
    await page.getByRole('button', { name: 'Issue', exact: true }).click()
    await expectToast(page, 'The report was issued. The client sees it now.')
    await expect(report.getByText('Preliminary · version 1')).toBeVisible()
    await expect(report.getByRole('button', { name: 'Preview' })).toBeEnabled()
    await page.getByRole('button', { name: 'Complete' }).click()
    // the report can be read before it is issued
    await page.getByRole('button', { name: 'Preview' }).click()
    await expect(page.getByText('DRAFT').first()).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('heading', { name: /^Complete / })).toBeVisible()
    await saveScreenshot(page, 'complete')
    await page.getByRole('button', { name: 'Complete' }).click()
    await expect(page).toHaveURL(/\/report$/)
    await expect(page.getByText('Post-mortem report')).toBeVisible()
    await expect(page.getByText('Findings of Y 4471: rumen distended.')).toBeVisible()
    await saveScreenshot(page, 'report')
    const widthOfPage = () =>
      page
        .locator('canvas')
        .first()
        .evaluate((canvas) => canvas.clientWidth)
    const fit = await widthOfPage()
    await page.getByRole('button', { name: 'Zoom in' }).click()
    await expect.poll(widthOfPage).toBeGreaterThan(fit * 1.3)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)
    await page.getByRole('button', { name: 'Fit' }).click()
    await expect.poll(widthOfPage).toBe(fit)
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download' }).click()
    expect((await download).suggestedFilename()).toBe(`PM-report-${number}.pdf`)
    const file = await (await download).path()
    const { text, images } = await readPdf(file)
    for (const words of [
      number,
      'Y 4471',
      '982 000 123 456 789',
      'Bloat, frothy (feedlot)',
      'Findings of Y 4502',
      'Dana Whitfield',
    ])
      expect(text).toContain(words)
    expect(images).toBe(3)
    await page.goto(`/a/vet/ticketdetail/${id}`)
    await report.getByRole('button', { name: 'Amend' }).click()
    const dialog = page.getByRole('dialog', { name: `Amend ${number}` })
    await dialog.getByRole('button', { name: 'Amend' }).click()
    await expect(dialog.getByText('Please say why.')).toBeVisible()
    await dialog.getByLabel('Why is it amended?').fill('Culture of the liver.')
    await dialog.getByRole('button', { name: 'Amend' }).click()
    const strip = page.getByRole('complementary', { name: 'This ticket is being amended' })
    await expect(strip).toContainText('Culture of the liver.')
    const card = page.getByRole('article', { name: 'Y 4502' })
    await card.getByLabel('Findings').fill('Findings of Y 4502: abscess of the liver, cultured.')
    await strip.getByRole('button', { name: 'Discard the amendment' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Discard the amendment' }).click()
    await expectToast(page, 'Everything is as it was issued.')
    await expect(strip).toHaveCount(0)
    await expect(card.getByText('Findings of Y 4502: rumen distended.')).toBeVisible()
    await expect(report.getByText('Final · version 2')).toBeVisible()
    await saveScreenshot(page, 'versions')
    await signOut(page)
    pdf = await readFile(file)
    code = /[A-HJKMNP-Z2-9]{16}/.exec(text)?.[0] ?? ''
  })

  await test.step('anybody verifies the report by its code, and that a copy is unchanged', async () => {
    await page.goto(`/verify/${code}`)
    await expect(page.getByRole('heading', { level: 1, name: 'This report is current' })).toBeVisible()
    await expect(page.getByText(number)).toBeVisible()
    const choose = (name: string, buffer: Buffer) =>
      page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/pdf', buffer })
    await choose('copy.pdf', pdf)
    await expect(page.getByText('Your copy is unchanged')).toBeVisible()
    await saveScreenshot(page, 'verify-report')
    const changed = Buffer.from(pdf)
    changed.writeUInt8(changed.readUInt8(2000) ^ 1, 2000)
    await choose('changed.pdf', changed)
    await expect(page.getByText('Your copy is not this report')).toBeVisible()
    await saveScreenshot(page, 'verify-changed-copy')
    await page.goto('/verify/ABCDEFGHJKMNPQRS')
    await expect(page.getByText('There is no report with this code')).toBeVisible()
  })

  await test.step('the client reads the report and can change nothing any more', async () => {
    await signIn(page, 'client')
    await page.goto('/a/postmortems/complete')
    await page.getByRole('link', { name: new RegExp(number) }).click()
    await expect(page.getByRole('button', { name: 'Generate Report' })).toBeVisible()
    for (const name of ['Send PM', 'Add animal', 'Delete', 'Edit Y 4471'])
      await expect(page.getByRole('button', { name })).toHaveCount(0)
    await expect(page.getByText(/Add (or delete )?photos/)).toHaveCount(0)
    await saveScreenshot(page, 'client-completed')
    await page.getByRole('link', { name: 'Open version 1' }).click()
    await expect(page.getByText('This version was replaced by version 2.')).toBeVisible()
    await expect(page.getByText('Findings of Y 4502: rumen distended.')).toBeVisible()
    await page.goBack()
    await page.getByRole('button', { name: 'Generate Report' }).click()
    await expect(page.getByText('Post-mortem report')).toBeVisible()
    const headers = { authorization: `Bearer ${await fetchAccessToken(page, 'client')}` }
    expect((await page.request.put(`/api/v1/post-mortems/${id}`, { headers, data: { note: 'late' } })).status()).toBe(
      409,
    )
  })

  await test.step('another customer sees none of it', async () => {
    const mine = { authorization: `Bearer ${await fetchAccessToken(page, 'client')}` }
    const postMortem = (await (await page.request.get(`/api/v1/post-mortems/${id}`, { headers: mine })).json()).data
    const animalId: string = postMortem.veterinary_record.veterinary_record_animals[0].id
    const photos = (
      await (await page.request.get(`/api/v1/medias?filter[media_attachable_id]=${animalId}`, { headers: mine })).json()
    ).data
    expect(photos).toHaveLength(3)
    expect((await page.request.get(photos[0].image)).status()).toBe(200)

    const headers = { authorization: `Bearer ${await fetchAccessToken(page, 'rival')}` }
    const callApi = (address: string) => page.request.get(`/api/v1${address}`, { headers })
    for (const address of [
      `/post-mortems/${id}`,
      `/post-mortems/${id}/report`,
      `/veterinary-record-animals/${animalId}`,
      `/medias/${photos[0].id}`,
    ])
      expect((await callApi(address)).status()).toBe(404)
    for (const address of [
      `/post-mortems?filter[pin]=${number}`,
      '/post-mortems?filter[rfid]=982000123456789',
      `/medias?filter[media_attachable_id]=${animalId}`,
    ])
      expect((await (await callApi(address)).json()).data).toEqual([])
    const unsigned = new URL(photos[0].image)
    unsigned.searchParams.set('signature', 'guessed')
    expect((await page.request.get(unsigned.href)).status()).toBe(404)
  })
})
