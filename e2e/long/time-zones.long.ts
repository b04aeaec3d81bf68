import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { addDays, dayOf, formatLongDay, formatTypedDay } from '@chisholm/domain/dates'
import { createApiClient } from '../helpers/api-client.ts'
import { openPageAs } from '../helpers/sign-in.ts'
import { readPdf } from '../helpers/read-pdf.ts'
import { withSecondServer } from '../helpers/second-server.ts'

/** The e-mails in the outbox folder, without soft line breaks. */
function emails(dataDir: string): string[] {
  const outbox = path.join(dataDir, 'outbox')
  const files = existsSync(outbox) ? readdirSync(outbox).filter((file) => file.endsWith('.eml')) : []
  return files.map((file) => readFileSync(path.join(outbox, file), 'utf8').replaceAll('=\r\n', ''))
}

const fact = (page: Page, name: string) => page.locator('dt', { hasText: new RegExp(`^${name}$`) }).locator('+ dd')
const card = (page: Page, title: string) => page.getByRole('main').getByRole('link', { name: title })

/** Simulates a browser with outdated time zone data, in which this zone has no summer time. */
const useOutdatedZoneData = (page: Page, zone: string) =>
  page.addInitScript((old) => {
    const NativeDateTimeFormat = Intl.DateTimeFormat
    Intl.DateTimeFormat = new Proxy(NativeDateTimeFormat, {
      construct: (_target, [locale, options]) =>
        new NativeDateTimeFormat(locale, options?.timeZone === old ? { ...options, timeZone: 'Etc/GMT+7' } : options),
    })
  }, zone)

async function schedule(page: Page, day: string, time: string): Promise<void> {
  await page.getByRole('button', { name: 'Schedule', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: /^Schedule CHM-/ })
  await dialog.getByLabel('Date').fill(formatTypedDay(day))
  await dialog.getByLabel('Time').fill(time)
  await dialog.getByRole('button', { name: 'Confirm' }).click()
}

test('screens, e-mails, report and search show the same day in whatever zones server, browser and practice are', async ({
  browser,
}) => {
  // The test starts a second server.
  test.slow()
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'chisholm-e2e-zones-'))
  const settings = { DATA_DIR: dataDir, TZ: 'UTC', PROVIDER_TIME_ZONE: 'America/Edmonton' }
  await withSecondServer(settings, async (baseURL) => {
    const tokyo = { baseURL, timezoneId: 'Asia/Tokyo' }
    const adelaide = { baseURL, timezoneId: 'Australia/Adelaide' }
    const vet = await openPageAs(browser, 'vet', tokyo)
    await useOutdatedZoneData(vet, 'America/Edmonton')
    const client = await openPageAs(browser, 'client', adelaide)
    const clientApi = await createApiClient(client.request, 'client')
    const vetApi = await createApiClient(vet.request, 'vet')
    const [site] = await clientApi.get('/sites')
    const { id, title } = await clientApi.post('/post-mortems', { site_id: site.id, record_at: '2026-11-20' })
    await clientApi.post('/veterinary-record-animals', { veterinary_record_id: id, tag: 'Y 4471' })
    await clientApi.put(`/post-mortems/${id}`, { draft: 0 })
    const [me] = (await vetApi.get('/users')).filter((one: { last_name: string }) => one.last_name === 'Whitfield')
    await vetApi.put(`/post-mortems/${id}`, { scheduled_for_id: me.id })

    const storedVisit = async () => (await clientApi.get(`/post-mortems/${id}`)).veterinary_record.scheduled_at
    await test.step('an evening visit is on the same evening for everybody', async () => {
      await vet.goto(`/a/vet/ticketdetail/${id}`)
      await schedule(vet, '2030-07-15', '20:30')
      await expect(fact(vet, 'Scheduled')).toHaveText('July 15th 2030, 8:30 PM')
      // shown optimistically, stored a moment later
      await expect.poll(storedVisit).toBe('2030-07-16T02:30:00.000Z')
      await client.goto(`/a/postmortem/${id}`)
      await expect(fact(client, 'Scheduled')).toHaveText('July 15th 2030, 8:30 PM')
      await client.getByText('History').click()
      await expect(client.getByText('Scheduled for: July 15th 2030, 8:30 PM')).toBeVisible()
      await client.goto('/a/postmortems/scheduled')
      await expect(card(client, title)).toContainText('Jul 15 2030, 8:30 PM')
      const words = `is scheduled for July 15th 2030, 8:30 PM, Dana Whitfield.`
      await expect.poll(() => emails(dataDir).filter((email) => email.includes(words)).length).toBe(1)
      await vet.getByRole('button', { name: 'Schedule', exact: true }).click()
      await expect(vet.getByRole('dialog').getByLabel('Date')).toHaveValue('07/15/2030')
      await expect(vet.getByRole('dialog').getByLabel('Time')).toHaveValue('20:30')
      await vet.keyboard.press('Escape')
    })

    await test.step('a visit without a time shows the day alone', async () => {
      await schedule(vet, '2030-07-15', '')
      await expect(fact(vet, 'Scheduled')).toHaveText('July 15th 2030')
      await expect.poll(storedVisit).not.toBe('2030-07-16T02:30:00.000Z')
      await client.reload()
      await expect(card(client, title)).toContainText(/Jul 15 2030(?!,)/)
      const words = `is scheduled for July 15th 2030, Dana Whitfield.`
      await expect.poll(() => emails(dataDir).filter((email) => email.includes(words)).length).toBe(1)
    })

    await test.step('scheduling in the past asks first', async () => {
      const question = vet.getByRole('dialog', { name: 'This day has passed. Schedule the visit anyway?' })
      await schedule(vet, '2025-07-15', '09:00')
      await question.getByRole('button', { name: 'Choose another day' }).click()
      await expect(question).toHaveCount(0)
      await expect(vet.getByRole('dialog').getByLabel('Date')).toHaveValue('07/15/2025')
      await expect(fact(vet, 'Scheduled')).toHaveText('July 15th 2030')
      await vet.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
      // The page shows the change before the server has it.
      const saved = vet.waitForResponse((response) => response.request().method() === 'PUT')
      await question.getByRole('button', { name: 'Yes' }).click()
      await expect(fact(vet, 'Scheduled')).toHaveText('July 15th 2025, 9:00 AM')
      await saved
      await vet.goto('/a/location/all/inprogress')
      await expect(card(vet, title)).toContainText('Overdue')
    })

    // At any hour, one of these zones has another day than UTC.
    const zone = new Date().getUTCHours() < 10 ? 'Pacific/Honolulu' : 'Pacific/Kiritimati'

    await test.step('an Admin moves the practice to another zone', async () => {
      const admin = await openPageAs(browser, 'admin', tokyo)
      await admin.goto('/a/admin/provider')
      const field = admin.getByRole('combobox', { name: 'Time zone' })
      await expect(field).toHaveValue('America/Edmonton')
      await field.fill(zone.split('/')[1] ?? '')
      await admin.getByRole('option', { name: zone }).click()
      await admin.getByRole('button', { name: 'Save' }).click()
      await expect(admin.getByText('Data is updated')).toBeVisible()
      await admin.reload()
      await expect(field).toHaveValue(zone)
    })

    await test.step('the completion date is the day in the practice’s zone', async () => {
      await vet.goto(`/a/vet/ticketdetail/${id}`)
      await vetApi.put(`/post-mortems/${id}`, { completed_at: '1' })
      const { completed_at } = (await clientApi.get(`/post-mortems/${id}`)).veterinary_record
      const day = dayOf(completed_at, zone)
      expect(day).not.toBe(completed_at.slice(0, 10))
      await client.goto(`/a/postmortem/${id}`)
      await expect(fact(client, 'Completed')).toHaveText(formatLongDay(day))
      await client.getByRole('button', { name: 'Generate Report' }).click()
      const download = client.waitForEvent('download')
      await client.getByRole('link', { name: 'Download' }).click()
      expect((await readPdf(await (await download).path())).text).toContain(`Completed ${formatLongDay(day)}`)
      for (const [searched, found] of [
        [addDays(day, -1), 0],
        [day, 1],
        [addDays(day, 1), 0],
      ] as const) {
        await client.goto('/a/search')
        await client.getByLabel('Ticket #').fill(title)
        await client.getByLabel('Completed date').fill(formatTypedDay(searched))
        await client.keyboard.press('Escape')
        await client.getByRole('button', { name: 'Search' }).click()
        await expect(client.getByText(/^Displaying|No results found/)).toBeVisible()
        await expect(card(client, title)).toHaveCount(found)
      }
      // In a new request, the default is also the day in that zone.
      await client.goto('/a/postmortem/add')
      await expect(client.getByLabel('Date', { exact: true })).toHaveValue(formatTypedDay(dayOf(new Date(), zone)))
    })
  })
  rmSync(dataDir, { recursive: true, force: true })
})
