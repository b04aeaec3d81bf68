import { readFile } from 'node:fs/promises'
import { type Download, expect, type Locator, type Page, test } from '@playwright/test'
import { addDays, dayOf, formatLongDay } from '@chisholm/domain/dates'
import { deathCount } from '@chisholm/domain/key-figures'
import { mondayOf } from '@chisholm/domain/weeks'
import { createApiClient } from './helpers/api-client.ts'
import { expectNoOverflow, expectTouchTargetSize } from './helpers/layout-checks.ts'
import { readPdf } from './helpers/read-pdf.ts'
import { openPageAs, signInWithoutForm } from './helpers/sign-in.ts'

const cellsOf = (table: Locator) =>
  table
    .getByRole('row')
    .evaluateAll((rows) => rows.map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent)))
const fileOf = async (page: Page, button: string): Promise<Download> => {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: button, exact: true }).click()
  return download
}

test('each chart has its figures as a table, CSV and picture, and a week of the table leads to its deaths and to their figures', async ({
  page,
}) => {
  await signInWithoutForm(page, 'vet')
  await page.goto('/a/insight')
  const titles = ['Is it more than usual?', 'Where and when?', 'Days on feed', 'What is it?', 'How well do we work?']
  const cardOf = (title: string) => page.getByRole('region', { name: title })
  for (const title of titles) {
    await cardOf(title).getByText('Table', { exact: true }).click()
    await expect(cardOf(title).getByRole('table')).toBeVisible()
    // the weeks of the lots are loaded after the lots
    await expect(async () => {
      const shown = await cellsOf(cardOf(title).getByRole('table'))
      const csv = await readFile(await (await fileOf(page, `${title} as CSV`)).path(), 'utf8')
      // a cell without a value is a dash on screen and empty in the file, which has ISO days
      expect(csv.startsWith('\uFEFF')).toBe(true)
      const lines = csv
        .slice(1)
        .trimEnd()
        .replaceAll(/["–]/g, '')
        .replaceAll(/\b\d{4}-\d\d-\d\d\b/g, (day) => formatLongDay(day))
        .split('\r\n')
      expect(lines).toEqual(shown.map((row) => row.join(',').replaceAll('–', '')))
      expect(shown.length).toBeGreaterThan(1)
    }).toPass()
  }
  const picture = await readFile(await (await fileOf(page, 'Days on feed as PNG')).path())
  expect(picture.subarray(1, 4).toString()).toBe('PNG')
  // twice the size of the chart
  expect(picture.readUInt32BE(16)).toBeGreaterThan(900)
  const weeks = await cellsOf(cardOf('Is it more than usual?').getByRole('table'))
  const [week = '', deaths = '', , rate = ''] = weeks.at(-1) ?? []
  await cardOf('Is it more than usual?').getByRole('link', { name: week, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(deathCount(Number(deaths)))
  await page.getByRole('link', { name: 'Show in Insight' }).click()
  const figure = (label: string) =>
    page
      .locator('.key-figures > div')
      .filter({ has: page.locator('dt', { hasText: label }) })
      .locator('b')
  await expect(figure('Deaths')).toHaveText(deaths)
  // the table has two decimals and the figure one, so that a rate of 6.146 is 6.15 and 6.1
  const rounding = async () => Math.abs(Number(await figure('Per 1,000 head a month').textContent()) - Number(rate))
  await expect.poll(rounding).toBeLessThan(0.0551)
})

test('above a week with more deaths than usual stands the lot that has most of them, and leads to these', async ({
  page,
}) => {
  const manager = await createApiClient(page.request, 'manager')
  // without this week, in which other journeys create animals
  const sunday = addDays(mondayOf(dayOf(new Date(), 'America/Edmonton')), -1)
  const period = `from=${addDays(sunday, -90)}&to=${sunday}`
  const weeks = await manager.get(`/insight/mortality?by=week&${period}`)
  // that of the outbreak, on whatever day the demo was loaded
  const [highest] = weeks.toSorted((one: { deaths: number }, other: { deaths: number }) => other.deaths - one.deaths)
  const [year, week] = highest.key.split('-W')
  const monday = addDays(mondayOf(`${year}-01-04`), 7 * (Number(week) - 1))
  const lots = await manager.get(`/insight/mortality?by=lot&from=${monday}&to=${addDays(monday, 6)}`)
  const outbreak = lots.find(({ key }: { key: string | null }) => key !== null)
  await signInWithoutForm(page, 'manager')
  await page.goto(`/a/insight?from=${addDays(monday, -91)}&to=${addDays(monday, 6)}`)
  const lot = page.getByRole('link', { name: /^Lot \S+ has \d+ of them\.$/ })
  await expect(lot).toHaveText(`Lot ${outbreak.label} has ${outbreak.deaths} of them.`)
  await lot.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(deathCount(outbreak.deaths))
})

test('a site of many is found by typing, which replaces the chosen one', async ({ page }) => {
  await signInWithoutForm(page, 'vet')
  await page.goto('/a/insight')
  const site = page.getByRole('combobox', { name: 'Site' })
  await expect(site).toHaveValue('All sites')
  for (const name of ['North Yard', 'South Yard']) {
    await site.click()
    await page.keyboard.type(name)
    await page.getByRole('option', { name: `Prairie Feeders - ${name}` }).click()
    await expect(site).toHaveValue(`Prairie Feeders - ${name}`)
    await page.getByRole('heading', { level: 1 }).click()
  }
  await site.click()
  await page.keyboard.type('no such site')
  await expect(page.getByText('Nothing found')).toBeVisible()
})

test('a period that the URL does not have, or has the wrong way round, shows the period that counts', async ({
  page,
}) => {
  await signInWithoutForm(page, 'vet')
  for (const search of ['from=2026-11-30&to=2026-11-01', 'from=2026-11-01', 'weeks=99']) {
    await page.goto(`/a/insight?${search}`)
    await expect(page.getByRole('combobox', { name: 'Period' })).toHaveValue('14 weeks')
    await expect(page.getByRole('button', { name: /Nov 30/ })).toHaveCount(0)
  }
})

test('every mark leads to the animals it counts, each with its ticket, for clients and veterinarians', async ({
  page,
}) => {
  for (const role of ['vet', 'manager'] as const) {
    await signInWithoutForm(page, role)
    await page.goto('/a/insight')
    const cardOf = (title: string) => page.getByRole('region', { name: title })
    const marks = [
      cardOf('Is it more than usual?').locator('ol').getByRole('link').last(),
      cardOf('What is it?').getByRole('link', { name: /^Respiratory/ }),
      cardOf('What is it?').getByRole('link', { name: /^No diagnosis/ }),
      cardOf('Where and when?').locator('.heat-cells').getByRole('link').first(),
      cardOf('Days on feed').locator('.bar-list').getByRole('link').first(),
    ]
    for (const mark of marks) {
      const [count = ''] = /\d+ deaths?/.exec((await mark.getAttribute('aria-label')) ?? '') ?? []
      await mark.click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(count)
      await expect(page.locator('.list').getByRole('link', { name: /CHM-/ })).toHaveCount(
        Math.min(20, Number.parseInt(count)),
      )
      await page.goBack()
    }
    const figure = page.getByRole('link', { name: /^Show the \d+ deaths/ })
    const total = await figure.textContent()
    await figure.click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${total} deaths`)
    await page.getByRole('button', { name: 'Next' }).click()
    await page.locator('.list').getByRole('link', { name: /CHM-/ }).first().click()
    await expect(page).toHaveURL(role === 'vet' ? /\/a\/vet\/ticketdetail\// : /\/a\/postmortem\//)
  }
})

test('an alert, and a cause of a lot, lead to the animals they count, and from there to insight', async ({ page }) => {
  await signInWithoutForm(page, 'manager')
  await page.goto('/a/insight/alerts')
  // the rules below tell numbers, too
  const alerts = page.getByRole('region', { name: 'Alerts' }).getByRole('listitem')
  const alert = alerts.filter({ hasText: /\d+ deaths in 7 days/ }).first()
  const [count = ''] = /\d+ deaths/.exec((await alert.textContent()) ?? '') ?? []
  await alert.getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(count)
  await page.getByRole('link', { name: 'Show in Insight' }).click()
  await expect(page.getByRole('combobox', { name: 'Cause' })).toHaveValue('Respiratory')
  await expect(page.getByRole('link', { name: `Show the ${count}` })).toBeVisible()

  await page.goto('/a/insight')
  await page.locator('.heat-map > li > a').first().click()
  // the URL changes before the page does, and insight has causes too
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Lot /)
  const cause = page.getByRole('region', { name: 'What is it?' }).getByRole('link').first()
  const [ofCause = ''] = /\d+ deaths?/.exec((await cause.getAttribute('aria-label')) ?? '') ?? []
  await cause.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(ofCause)
})

test('on a phone, the tables of the charts lead to the same animals with links as large as a finger', {
  tag: '@long',
}, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await signInWithoutForm(page, 'vet')
  await page.goto('/a/insight')
  await expect(page.locator('.heat-cells').getByRole('link').first()).toBeVisible()
  for (const table of await page.getByText('Table', { exact: true }).all()) await table.click()
  await expectTouchTargetSize(page)
  await expectNoOverflow(page, 'with tables')
  const mark = page.locator('.heat-cells').getByRole('link').first()
  await expect(page.locator(`.chart-table [href="${await mark.getAttribute('href')}"]`)).toBeVisible()
})

test('on a phone, three digits fit on one line into a square of the lots, and hours stay beside their number', {
  tag: '@long',
}, async ({ page }) => {
  await page.route('**/api/v1/insight/**', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: (await response.text()).replaceAll(/"deaths":[1-9]\d*/g, '"deaths":128') })
  })
  await signInWithoutForm(page, 'vet')
  const squares = page.locator('.heat-cells').getByRole('link')
  for (const width of [390, 360, 320]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto('/a/insight')
    await expect(squares.first()).toHaveText('128')
    const fits = await squares.evaluateAll((links) =>
      links.map((link) => {
        const range = document.createRange()
        range.selectNodeContents(link)
        return range.getClientRects().length === 1 && range.getBoundingClientRect().width <= link.clientWidth
      }),
    )
    expect(new Set(fits), `at ${width}`).toEqual(new Set([true]))
  }
  expect(await page.locator('.work-list dd').first().textContent()).toMatch(
    /^\d+\u00a0h \(9 of 10 within \d+\u00a0h\)$/,
  )
})

test('on a touch screen, a tap anywhere in a chart shows the figures of the nearest mark with a link as large as a finger', {
  tag: '@long',
}, async ({ browser }) => {
  const page = await openPageAs(browser, 'vet', { hasTouch: true })
  await page.goto('/a/insight')
  const weeks = page.getByRole('region', { name: 'Is it more than usual?' })
  const lots = page.getByRole('region', { name: 'Where and when?' })
  await expect(lots.locator('.heat-cells').getByRole('link').first()).toBeVisible()
  // the most deaths of a lot in a week come first
  await expect(lots.getByRole('status')).toHaveText(/^Lot .+, week of \w+ \d+: \d+ deaths/)
  await expectTouchTargetSize(page)

  const chart = weeks.locator('.week-chart')
  const { width = 0 } = (await chart.boundingBox()) ?? {}
  // between two weeks, above their bars
  const between = width * (9 / 14)
  await chart.tap({ position: { x: between - 4, y: 4 } })
  const ninth = await weeks.locator('li').nth(8).getAttribute('title')
  await expect(weeks.getByRole('status')).toContainText(ninth ?? 'no title')
  await expect(page).toHaveURL(/\/insight$/)
  await weeks.getByRole('button', { name: 'Week after' }).tap()
  const tenth = (await weeks.locator('li').nth(9).getAttribute('title')) ?? 'no title'
  await expect(weeks.getByRole('status')).toContainText(tenth)
  const [count = ''] = /\d+ deaths?/.exec(tenth) ?? []
  await weeks.getByRole('link', { name: `Show the ${count}` }).tap()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(count)

  await page.goBack()
  const square = lots.locator('.heat-cells').getByRole('link').last()
  const description = (await square.getAttribute('aria-label')) ?? 'no name'
  await square.tap()
  await expect(lots.getByRole('status')).toHaveText(description)
  await expect(page).toHaveURL(/\/insight$/)
  await page.context().close()
})

test('a site of the turnaround leads to its tickets with their hours, the longest first if wanted', async ({
  page,
}) => {
  await signInWithoutForm(page, 'manager')
  await page.goto('/a/insight')
  const card = page.getByRole('region', { name: 'How well do we work?' })
  await card.getByText('Table', { exact: true }).click()
  await expect(card.getByRole('row').nth(1)).toBeVisible()
  const [, [site = '', count = ''] = []] = await cellsOf(card.getByRole('table'))
  await card.getByRole('link', { name: site, exact: true }).first().click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${count} tickets`)
  await page.getByRole('combobox', { name: 'Order' }).click()
  await page.getByRole('option', { name: 'Longest to the report' }).click()
  await expect(page).toHaveURL(/sort=to_completed_hours/)
  const hoursOf = (row: string) => {
    const [, count, unit] = /report after ([\d.]+) (h|days)/.exec(row) ?? []
    return Number(count ?? 0) * (unit === 'days' ? 24 : 1)
  }
  const hours = async () => (await page.locator('.list li').allTextContents()).map(hoursOf)
  await expect(async () => {
    const shown = await hours()
    expect(shown[0]).toBeGreaterThan(0)
    expect(shown).toEqual(shown.toSorted((one, other) => other - one))
  }).toPass()
})

test(
  'printed insight has its period, site, bars and figures on two pages, without the app around it',
  { tag: '@long' },
  async ({ page }, testInfo) => {
    await page.emulateMedia({ colorScheme: 'dark' })
    await signInWithoutForm(page, 'manager')
    await page.goto('/a/insight')
    await page.getByRole('combobox', { name: 'Site' }).click()
    await page.getByRole('option', { name: 'North Yard' }).click()
    await expect(page.getByRole('link', { name: 'Lots and head counts' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'How well do we work?' })).toBeVisible()
    const [deaths] = await page.locator('.key-figures b').allTextContents()
    const path = testInfo.outputPath('insight.pdf')
    await page.pdf({
      path,
      format: 'Letter',
      preferCSSPageSize: false,
      margin: { top: '1cm', bottom: '1cm', left: '1cm', right: '1cm' },
    })
    const { text, pages, fills } = await readPdf(path)
    expect(pages).toBe(2)
    expect(text).toMatch(/^Insight \w+ \d+\w+ \d{4} to \w+ \d+\w+ \d{4} · Prairie Feeders - North Yard /)
    expect(text).toContain(`Deaths ${deaths} `)
    for (const around of ['Skip to content', 'Post Mortem', 'Demo practice', 'CSV', 'Print'])
      expect(text).not.toContain(around)
    // the bars, in the green of the light theme
    expect(fills).toContain('#1d5641')
  },
)

test('the head of today is that of the day at the site', async ({ page, request }) => {
  const admin = await createApiClient(request, 'admin')
  const manager = await createApiClient(request, 'manager')
  const [site] = (await manager.get('/sites')).filter((one: { name: string }) => one.name === 'South Yard')
  // the zone of 14 hours ahead of UTC and the one of 11 behind never have the same day
  const zones = ['Pacific/Kiritimati', 'Pacific/Pago_Pago']
  try {
    for (const zone of zones) {
      await admin.put(`/sites/${site.id}`, { time_zone: zone })
      if (zone === zones[0]) await signInWithoutForm(page, 'manager')
      await page.goto(`/a/herd/${site.id}`)
      await page.getByRole('textbox', { name: 'Head today' }).fill('4321')
      await page.getByRole('button', { name: 'Save head' }).click()
      await expect(page.getByText('Today’s head count is saved.')).toBeVisible()
      const counts = await manager.get(
        `/head-counts?filter[site_id]=${site.id}&filter[date]=${dayOf(new Date(), zone)}`,
      )
      expect(counts).toMatchObject([{ head: 4321 }])
    }
  } finally {
    await admin.put(`/sites/${site.id}`, { time_zone: '' })
  }
})

test('a head count ten times the last one is saved after a question only, and counts of other days are added, corrected and deleted', async ({
  page,
}) => {
  const admin = await createApiClient(page.request, 'admin')
  const [{ id: customerId }] = await admin.get('/customers?per_page=1')
  const site = await admin.post('/sites', { name: 'Counted Yard', customer_id: customerId })
  await admin.post('/head-counts', { site_id: site.id, date: '2026-09-01', head: 8020 })
  for (let month = 1; month <= 8; month++)
    await admin.post('/head-counts', { site_id: site.id, date: `2026-0${month}-01`, head: 7000 + month })
  const saved = async (): Promise<number[]> =>
    (await admin.get(`/head-counts?filter[site_id]=${site.id}&filter[date:gte]=2026-09-01&sort=-date`)).map(
      ({ head }: { head: number }) => head,
    )
  await signInWithoutForm(page, 'admin')
  await page.goto(`/a/herd/${site.id}`)
  const [head, dialog] = [page.getByRole('textbox', { name: 'Head today' }), page.getByRole('dialog')]
  await head.fill('80200')
  await page.getByRole('button', { name: 'Save head' }).click()
  await expect(dialog).toHaveAccessibleName('The last count was 8,020. Save 80,200?')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(head).toHaveValue('80200')
  expect(await saved()).toEqual([8020])
  await page.getByRole('button', { name: 'Save head' }).click()
  await dialog.getByRole('button', { name: 'Save head' }).click()
  await expect.poll(saved).toEqual([80_200, 8020])

  await page.getByRole('button', { name: 'Add the count of another day' }).click()
  await dialog.getByLabel('Date').fill('09/02/2026')
  await dialog.getByLabel('Head').fill('7900')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)
  await expect.poll(saved).toEqual([80_200, 7900, 8020])

  await page.getByRole('button', { name: 'Edit the count of September 2nd 2026' }).click()
  await dialog.getByLabel('Head').fill('7910')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('7,910 head')).toBeVisible()
  await page.getByRole('button', { name: 'Edit the count of September 2nd 2026' }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await page
    .getByRole('dialog', { name: 'Delete the count of September 2nd 2026?' })
    .getByRole('button', { name: 'Delete' })
    .click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('7,910 head')).toHaveCount(0)
  expect(await saved()).toEqual([80_200, 8020])

  // counts long ago can be corrected, too
  await expect(page.getByText('7,001 head')).toHaveCount(0)
  await page.getByRole('button', { name: 'Load more' }).click()
  await page.getByRole('button', { name: 'Edit the count of January 1st 2026' }).click()
  await expect(dialog.getByLabel('Head')).toHaveValue('7001')
})

test('alert rules and summaries offer body systems in alphabetical order', async ({ page }) => {
  const admin = await createApiClient(page.request, 'admin')
  await admin.post('/diagnoses', { name: 'Unusual gait', system: 'anything else' })
  await signInWithoutForm(page, 'admin')
  for (const [path, open] of [
    ['/a/insight/alerts', 'Add a rule'],
    ['/a/insight/summaries', 'Add a summary'],
  ] as const) {
    await page.goto(path)
    await page.getByRole('button', { name: open }).click()
    await page.getByRole('dialog').getByRole('combobox', { name: 'Body system' }).click()
    await expect(page.getByRole('option').first(), path).toHaveText('anything else')
  }
})

test('the buttons that add alert rules and summaries are in sight, however many there are', async ({ page }) => {
  const admin = await createApiClient(page.request, 'admin')
  for (const number of Array.from({ length: 12 }, (_, index) => index + 1)) {
    await admin.post('/alert-rules', { name: `Rule ${number}`, kind: 'count', threshold: 900, days: 7 })
    await admin.post('/scheduled-reports', { name: `Summary ${number}`, every: 'week', recipients: [admin.uuid] })
  }
  await signInWithoutForm(page, 'admin')
  for (const [path, last, add] of [
    ['/a/insight/alerts', 'Rule 12', 'Add a rule'],
    ['/a/insight/summaries', 'Summary 12', 'Add a summary'],
  ] as const) {
    await page.goto(path)
    await expect(page.getByText(last, { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: add })).toBeInViewport()
  }
})

test('lots that several sites name alike have the names of their sites', async ({ page, request }) => {
  const manager = await createApiClient(request, 'manager')
  // a day without other deaths
  const day = '2024-01-05'
  for (const { id: site_id } of await manager.get('/sites')) {
    const { id } = await manager.post('/post-mortems', { site_id, record_at: day })
    const animal = { veterinary_record_id: id, tag: 'A 1', lot: 'LOT 1', customer_record_at: day }
    await manager.post('/veterinary-record-animals', animal)
    await manager.put(`/post-mortems/${id}`, { draft: 0 })
  }
  await signInWithoutForm(page, 'manager')
  await page.goto(`/a/insight?from=${day}&to=${day}`)
  const chart = page.getByRole('region', { name: 'Where and when?' })
  for (const site of ['North Yard', 'South Yard']) {
    await expect(chart.getByRole('link', { name: `LOT 1 ${site}`, exact: true })).toBeVisible()
    await expect(chart.getByRole('link', { name: `LOT 1 of ${site}, week of` })).toBeVisible()
  }
})

test('recipients of a summary are found by their e-mail address', async ({ page }) => {
  await signInWithoutForm(page, 'admin')
  await page.goto('/a/insight/summaries')
  await page.getByRole('button', { name: 'Add a summary' }).click()
  const search = page.getByRole('combobox', { name: 'Add a recipient' })
  await search.fill('vet@demo')
  await page.getByRole('option', { name: 'Dana Whitfield' }).click()
  await expect(page.getByRole('button', { name: 'Remove Dana Whitfield' })).toBeVisible()
  await search.fill('client@demo')
  await expect(page.getByRole('option').first()).toBeVisible()
  await expect(page.getByRole('option', { name: 'Dana Whitfield' })).toHaveCount(0)
})
