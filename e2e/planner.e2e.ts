import { expect, type Locator, type Page, test } from '@playwright/test'
import { addDays, dayOf, formatMonthDay, formatTypedDay } from '@chisholm/domain/dates'
import { mondayOf } from '@chisholm/domain/weeks'
import { expectAccessible } from './helpers/accessibility.ts'
import { createApiClient } from './helpers/api-client.ts'
import { createPostMortem } from './helpers/create-post-mortem.ts'
import { futureMonday } from './helpers/future-monday.ts'
import { waitForLaterRequest } from './helpers/later-request.ts'
import { setFixedTimeEverywhere } from './helpers/set-fixed-time.ts'
import { navigateInApp } from './helpers/navigate-in-app.ts'
import { signInWithoutForm } from './helpers/sign-in.ts'

async function drag(page: Page, visit: Locator, cell: Locator): Promise<void> {
  await visit.hover()
  await page.mouse.down()
  await cell.hover()
  // The board measures where it is with the next movement; the cell under the pointer counts, near its edge as well.
  await cell.hover({ position: { x: 12, y: 12 } })
}

test('a week is planned by mouse and by keyboard, with warnings before the drop and a question for a past day', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  const zone = 'America/Edmonton'
  // the Monday of a week without demo visits
  const later = addDays(dayOf(new Date(), zone), 70)
  const day = addDays(later, -((new Date(`${later}T00:00:00Z`).getUTCDay() + 6) % 7))
  const admin = await createApiClient(page.request, 'admin')
  const [dana] = (await admin.get('/users')).filter((one: { last_name: string }) => one.last_name === 'Whitfield')
  const tickets = [
    await createPostMortem(page, { client: 'client', tag: 'PL 1', sent: true }),
    await createPostMortem(page, { client: 'client', tag: 'PL 2', sent: true }),
  ]
  const [one, other] = tickets.map(({ title }) => title)
  await admin.post('/absences', { user_id: dana.id, from: addDays(day, 1), to: addDays(day, 1) })
  const planOf = async (index: number) =>
    (await admin.get(`/post-mortems/${tickets[index]?.id}`)).veterinary_record.scheduled_at
  await signInWithoutForm(page, 'admin')
  await page.goto(`/a/planner?date=${day}&view=day`)
  const visit = (title: string | undefined) => page.getByRole('button', { name: new RegExp(`${title}\\b`) })
  const row = (time: string) => page.getByRole('row', { name: new RegExp(`^${time}`) }).getByRole('cell')

  await test.step('a drop on a time of the day begins then, and is undone with one key, even before it is saved', async () => {
    await page.route(
      `**/api/v1/post-mortems/${tickets[0]?.id}`,
      async (route) => {
        await expect(page.getByRole('button', { name: 'Undo' })).toBeEnabled()
        await page.keyboard.press('Control+z')
        await route.continue()
      },
      { times: 1 },
    )
    await drag(page, visit(one), row('10:30 AM').first())
    await expect(page.getByText(`${one} at 10:30 AM`)).toBeVisible()
    await page.mouse.up()
    await expect(page.getByText('The move was undone.')).toBeVisible()
    await expect.poll(() => planOf(0)).toBeNull()
  })

  await test.step('in the week, an absence is told before the drop', async () => {
    await page.getByRole('radio', { name: 'Day' }).press('ArrowRight')
    await page.getByRole('combobox', { name: 'Veterinarian' }).click()
    await page.getByRole('option', { name: 'Dana Whitfield' }).click()
    const away = page.getByRole('row', { name: /Dana Whitfield/ }).locator('td.away')
    await drag(page, visit(one), away)
    await expect(away.getByText(/^Dana Whitfield is away on/)).toBeVisible()
    await page.mouse.up()
    await expect(away.getByRole('button', { name: new RegExp(`${one}\\b`) })).toBeVisible()
    await expect.poll(() => planOf(0)).not.toBeNull()
  })

  await test.step('by keyboard, a dialog plans the other one; a day that has passed is asked about', async () => {
    await visit(other).focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: `Schedule ${other}` })
    await dialog.getByLabel('Date').fill(formatTypedDay('2025-07-15'))
    await page.keyboard.press('Tab')
    await dialog.getByRole('button', { name: 'Confirm' }).press('Enter')
    const question = page.getByRole('dialog', { name: 'This day has passed. Schedule the visit anyway?' })
    await expect(question.getByRole('button', { name: 'Choose another day' })).toBeVisible()
    // it closes the question only, and what was typed stays
    await page.keyboard.press('Escape')
    await expect(question).toHaveCount(0)
    await expect(dialog.getByLabel('Date')).toHaveValue(formatTypedDay('2025-07-15'))
    await dialog.getByLabel('Date').fill(formatTypedDay(day))
    await page.keyboard.press('Tab')
    await dialog.getByRole('button', { name: 'Confirm' }).press('Enter')
    await expect(dialog).toHaveCount(0)
    await expect.poll(() => planOf(1)).not.toBeNull()
  })

  await test.step('on a phone the days follow each other below the tickets, with nothing beyond the edge of the screen', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    const week = page.getByRole('region', { name: new RegExp(`, \\w+ ${Number(day.slice(8))}$`) })
    await expect(week).toBeInViewport()
    for (const view of ['Week', 'Month']) {
      await page.getByRole('radio', { name: view }).check()
      await expect(visit(one)).toBeAttached()
      const segments = await page
        .getByRole('group', { name: 'View' })
        .locator('span')
        .evaluateAll((words) => words.map((word) => word.scrollWidth - word.clientWidth))
      expect(Math.max(...segments), view).toBe(0)
      const edges = await page
        .locator('main section[aria-labelledby] > *')
        .evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().right))
      expect(Math.max(...edges), view).toBeLessThanOrEqual(390)
    }
    await expect(page.getByRole('table')).toHaveCount(0)
    await page.getByRole('link', { name: 'My day' }).click()
    await expect(page).toHaveURL(new RegExp(`/a/planner/day/${dayOf(new Date(), zone)}$`))
  })
})

test('of two moves of a visit the last one stays, however late the first one arrives', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  const monday = futureMonday(1)
  const admin = await createApiClient(page.request, 'admin')
  const { id, title } = await createPostMortem(page, { client: 'client', tag: 'PL 3', sent: true })
  await signInWithoutForm(page, 'admin')
  await page.goto(`/a/planner?date=${monday}`)
  const arrives = Promise.withResolvers<void>()
  const arrived: string[] = []
  await page.route(`**/api/v1/post-mortems/${id}`, async (route) => {
    const { scheduled_at } = route.request().postDataJSON()
    if (scheduled_at.startsWith(monday)) await arrives.promise
    arrived.push(scheduled_at.slice(0, 10))
    await route.continue()
  })
  const planOn = async (day: string) => {
    await page.getByRole('button', { name: new RegExp(`${title}\\b`) }).press('Enter')
    const dialog = page.getByRole('dialog', { name: `Schedule ${title}` })
    await dialog.getByLabel('Date').fill(formatTypedDay(day))
    await page.keyboard.press('Tab')
    await dialog.getByRole('button', { name: 'Confirm' }).press('Enter')
    await expect(dialog).toHaveCount(0)
  }
  await planOn(monday)
  await planOn(addDays(monday, 1))
  await waitForLaterRequest(page)
  expect(arrived).toEqual([])
  arrives.resolve()
  await expect.poll(() => arrived).toEqual([monday, addDays(monday, 1)])
  await expect
    .poll(async () => (await admin.get(`/post-mortems/${id}`)).veterinary_record.scheduled_at)
    .toMatch(addDays(monday, 1))
})

test('a visit that a colleague moves while its dialog is open gets another length there, and stays where it was moved', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  const day = futureMonday(2)
  const moved = `${addDays(day, 2)}T16:00:00.000Z`
  const admin = await createApiClient(page.request, 'admin')
  const { id, title } = await createPostMortem(page, { client: 'client', tag: 'PL 4', sent: true })
  await admin.put(`/post-mortems/${id}`, { scheduled_at: `${day}T16:00:00.000Z` })
  const record = async () => (await admin.get(`/post-mortems/${id}`)).veterinary_record
  await signInWithoutForm(page, 'admin')
  await page.goto(`/a/planner?date=${day}`)
  await page.getByRole('button', { name: new RegExp(`${title}\\b`) }).press('Enter')
  const dialog = page.getByRole('dialog', { name: `Schedule ${title}` })
  await dialog.getByLabel('Minutes').fill('90')
  // Escape closes the calendar, not the dialog with what was typed
  await dialog.getByLabel('Date', { exact: true }).click()
  await expect(page.getByRole('table').last()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog.getByLabel('Minutes')).toHaveValue('90')
  await admin.put(`/post-mortems/${id}`, { scheduled_at: moved })
  await dialog.getByRole('button', { name: 'Confirm' }).press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect.poll(async () => (await record()).duration_minutes).toBe(90)
  expect((await record()).scheduled_at).toBe(moved)
})

test('a veterinarian is guided through the day offline, and the chosen order is sent later', async ({
  page,
  context,
}) => {
  const vet = await createApiClient(page.request, 'vet')
  const day = addDays(dayOf(new Date(), 'America/Edmonton'), 100)
  const visit = async (client: string, tag: string, hour: number) => {
    const ticket = await createPostMortem(page, { client, tag, sent: true })
    await vet.put(`/post-mortems/${ticket.id}`, { scheduled_at: `${day} ${hour}:00:00`, scheduled_for_id: vet.uuid })
    return ticket
  }
  const mesa = await visit('rival', 'PD 1', 16)
  const yard = await visit('client', 'PD 2', 18)
  const hourOf = async ({ id }: { id: string }) =>
    new Date((await vet.get(`/post-mortems/${id}`)).veterinary_record.scheduled_at).getUTCHours()
  await signInWithoutForm(page, 'vet')
  await page.goto(`/a/planner/day/${day}`)
  const stops = page.getByRole('listitem').getByRole('heading', { level: 3 })
  await expect(stops).toHaveText(['Red Mesa Cattle - Mesa Main', 'Prairie Feeders - North Yard'])
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Move Prairie Feeders - North Yard earlier' }).click()
  await expect(stops.first()).toHaveText('Prairie Feeders - North Yard')
  // nobody has been anywhere before that day
  await expect(page.getByRole('button', { name: /Done here/ })).toHaveCount(0)
  await page.clock.setFixedTime(`${day}T15:00:00Z`)
  await page.getByRole('button', { name: 'Move Prairie Feeders - North Yard later' }).click()
  await expect(stops.first()).toHaveText('Red Mesa Cattle - Mesa Main')
  await page.getByRole('button', { name: 'Move Prairie Feeders - North Yard earlier' }).click()
  await expect(stops).toHaveText(['Prairie Feeders - North Yard', 'Red Mesa Cattle - Mesa Main'])
  await page.getByRole('button', { name: 'Done here, next' }).click()
  await expect(stops.last()).toBeFocused()
  await expect(page.getByRole('region', { name: 'Prairie Feeders - North Yard' }).getByText('Done here')).toBeVisible()
  await expect(
    page.getByRole('region', { name: 'Red Mesa Cattle - Mesa Main' }).getByRole('button', { name: 'Done here' }),
  ).toBeVisible()
  await context.setOffline(false)
  await expect.poll(async () => [await hourOf(mesa), await hourOf(yard)]).toEqual([18, 16])
  await expect(stops).toHaveText(['Prairie Feeders - North Yard', 'Red Mesa Cattle - Mesa Main'])
})

test('an Admin without visits is told so, and chooses whose day to see; a single stop has no order', async ({
  page,
}) => {
  const vet = await createApiClient(page.request, 'vet')
  const day = addDays(dayOf(new Date(), 'America/Edmonton'), 107)
  const ticket = await createPostMortem(page, { client: 'client', tag: 'PD 3', sent: true })
  await vet.put(`/post-mortems/${ticket.id}`, { scheduled_at: `${day} 16:00:00`, scheduled_for_id: vet.uuid })
  await signInWithoutForm(page, 'admin')
  await page.goto(`/a/planner/day/${day}`)
  await expect(page.getByText('You have no visits on this day.')).toBeVisible()
  const whose = page.getByRole('combobox', { name: 'Visits of' })
  await expect(whose).toHaveAttribute('placeholder', 'Choose a veterinarian')
  await whose.click()
  await page.getByRole('option', { name: 'Dana Whitfield' }).click()
  await expect(page.getByRole('link', { name: ticket.title })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Move / })).toHaveCount(0)
})

test('a phone shows seven days below each other, from today on; earlier ones of the week are one tap away', async ({
  page,
}) => {
  const zone = 'America/Edmonton'
  const monday = mondayOf(dayOf(new Date(), zone))
  const [thursday, friday] = [addDays(monday, 3), addDays(monday, 4)]
  const vet = await createApiClient(page.request, 'vet')
  const { id, title } = await createPostMortem(page, { client: 'client', tag: 'PL 8', sent: true })
  await vet.put(`/post-mortems/${id}`, { scheduled_at: `${thursday}T18:00:00Z`, scheduled_for_id: vet.uuid })
  const next = await createPostMortem(page, { client: 'client', tag: 'PL 20', sent: true })
  const tuesday = addDays(monday, 8)
  await vet.put(`/post-mortems/${next.id}`, { scheduled_at: `${tuesday}T18:00:00Z`, scheduled_for_id: vet.uuid })
  await setFixedTimeEverywhere(page, `${friday}T18:00:00Z`)
  await signInWithoutForm(page, 'vet')
  await page.goto('/a/planner')
  const days = page.getByRole('heading', { level: 2, name: /^\w+day, / })
  const fromToday = [/^Friday/, /^Saturday/, /^Sunday/, /^Monday/, /^Tuesday/, /^Wednesday/, /^Thursday/]
  await expect(days).toHaveText(fromToday)
  await expect(days.first()).toHaveAttribute('aria-current', 'date')
  await expect(days.first()).toBeInViewport({ ratio: 1 })
  await page.getByText(/^Earlier days: \d+ visits?$/).click()
  await expect(days).toHaveText([/^Monday/, /^Tuesday/, /^Wednesday/, /^Thursday/, ...fromToday])
  await expect(page.getByRole('region', { name: /^Tuesday/ }).last()).toContainText(next.title)
  const visit = page
    .getByRole('region', { name: /^Thursday/ })
    .first()
    .getByRole('button', { name: new RegExp(`${title}\\b`) })
  await expect(visit).toContainText('Dana Whitfield')
  await expectAccessible(page)
  await visit.click()
  await expect(page.getByRole('dialog', { name: `Schedule ${title}` })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Week after' }).click()
  await expect(days).toHaveCount(7)
  await page.getByRole('button', { name: 'Today' }).click()
  await expect(days.first()).toHaveText(/^Friday/)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('at a desk a month opens on the week of today', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 700 })
  const month = dayOf(new Date(), 'America/Edmonton').slice(0, 7)
  await setFixedTimeEverywhere(page, `${month}-28T18:00:00Z`)
  await signInWithoutForm(page, 'vet')
  await page.goto('/a/planner?view=month')
  const today = page.getByRole('link', { name: /^28\b/ }).and(page.locator('[aria-current="date"]'))
  await expect(today).toBeInViewport({ ratio: 1 })
  await page.getByRole('link', { name: /^1\b/ }).first().scrollIntoViewIfNeeded()
  await expect(today).not.toBeInViewport()
  await page.getByRole('button', { name: 'Today' }).click()
  await expect(today).toBeInViewport({ ratio: 1 })
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('a plan that cannot be saved is offered again as it was typed, and a move can be undone from another week', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  const day = futureMonday(3)
  const admin = await createApiClient(page.request, 'admin')
  const { id, title } = await createPostMortem(page, { client: 'client', tag: 'PL 14', sent: true })
  await signInWithoutForm(page, 'admin')
  await page.goto(`/a/planner?date=${day}`)
  const refusal = { success: false, message: 'Not on this day.' }
  await page.route(`**/api/v1/post-mortems/${id}`, (route) => route.fulfill({ status: 422, json: refusal }), {
    times: 1,
  })
  await page.getByRole('button', { name: new RegExp(`${title}\\b`) }).press('Enter')
  const dialog = page.getByRole('dialog', { name: `Schedule ${title}` })
  await dialog.getByLabel('Date', { exact: true }).fill(formatTypedDay(addDays(day, 1)))
  await page.keyboard.press('Tab')
  await dialog.getByLabel('Minutes').fill('75')
  await dialog.getByRole('button', { name: 'Confirm' }).press('Enter')
  await expect(page.getByText(refusal.message)).toBeVisible()
  await expect(dialog.getByLabel('Minutes')).toHaveValue('75')
  await dialog.getByRole('button', { name: 'Confirm' }).press('Enter')
  await expect(dialog).toHaveCount(0)
  const record = async () => (await admin.get(`/post-mortems/${id}`)).veterinary_record
  await expect.poll(async () => (await record()).duration_minutes).toBe(75)
  expect((await record()).scheduled_at).toMatch(addDays(day, 1))

  await page.getByRole('button', { name: 'Week after' }).click()
  await expect(page.getByRole('button', { name: new RegExp(`${title}\\b`) })).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(async () => (await record()).scheduled_at).toBeNull()
})

test('further tickets of a site are planned with a visit, one after the other, and undone together', {
  tag: '@long',
}, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  const admin = await createApiClient(page.request, 'admin')
  const day = addDays(mondayOf(dayOf(new Date(), 'America/Edmonton')), 91)
  const tags = ['MV 1', 'MV 2', 'MV 3']
  const tickets: { id: string; title: string }[] = []
  for (const tag of tags) tickets.push(await createPostMortem(page, { client: 'client', tag, sent: true }))
  const [one, second, third] = tickets.map(({ title }) => title)
  const visits = async () => {
    const records = await Promise.all(tickets.map(({ id }) => admin.get(`/post-mortems/${id}`)))
    return records.map(({ veterinary_record: { scheduled_at, scheduled_for } }) => [
      scheduled_at && new Date(scheduled_at).toLocaleTimeString('en-GB', { timeZone: 'America/Edmonton' }),
      scheduled_for?.last_name,
    ])
  }
  await signInWithoutForm(page, 'admin')
  await page.goto(`/a/planner?date=${day}`)
  await page.getByRole('button', { name: new RegExp(`${one}\\b`) }).click()
  const dialog = page.getByRole('dialog', { name: `Schedule ${one}` })
  const others = dialog.getByRole('group', { name: 'Also at North Yard' })
  await expect(others).toHaveCount(0)
  await dialog.getByLabel('Date').fill(formatTypedDay(day))
  await dialog.getByRole('combobox', { name: 'Veterinarian' }).click()
  await page.getByRole('option', { name: 'Dana Whitfield' }).click()
  await dialog.getByLabel('Minutes').fill('45')
  for (const title of [second, third]) await others.getByRole('checkbox', { name: new RegExp(`${title}\\b`) }).check()
  await dialog.getByLabel('Time').fill('22:50')
  const doesNotFit = dialog.getByText('1 of these does not fit into the day. It is planned without a time.')
  await expect(doesNotFit).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Time').fill('09:00')
  await expect(doesNotFit).toHaveCount(0)

  // one of them fails, and is offered again
  const path = `**/api/v1/post-mortems/${tickets[2]?.id}`
  await page.route(path, (route) => route.fulfill({ status: 500, json: { message: 'No' } }))
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText(new RegExp(`^${one}, ${second}: Dana Whitfield, .*9:00 AM`))).toBeVisible()
  const again = page.getByRole('dialog', { name: `Schedule ${third}` })
  await expect(again.getByLabel('Time')).toHaveValue('09:45')
  await page.unroute(path)
  await again.getByRole('button', { name: 'Cancel' }).click()
  // without clocks, the newest ticket comes first
  const planned = [
    ['09:00:00', 'Whitfield'],
    ['10:45:00', 'Whitfield'],
    [null, undefined],
  ]
  await expect.poll(visits).toEqual(planned)
  const undo = page.getByRole('button', { name: 'Undo' })
  await undo.click()
  await expect(page.getByText('The move was undone.')).toBeVisible()
  await expect(undo).toBeDisabled()
  await expect(undo).toBeFocused()
  await expect.poll(visits).toEqual(tags.map(() => [null, undefined]))
})

test('without a connection, visits that could not be moved are shown where they were, and the plan is offered again', {
  tag: '@long',
}, async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  const day = futureMonday(10)
  const vet = await createApiClient(page.request, 'vet')
  const planned = await createPostMortem(page, { client: 'client', tag: 'PL 16', sent: true })
  await vet.put(`/post-mortems/${planned.id}`, { scheduled_at: `${day}T16:00:00.000Z`, scheduled_for_id: vet.uuid })
  const open = await createPostMortem(page, { client: 'client', tag: 'PL 17', sent: true })
  // in the list after the other one
  await createPostMortem(page, { client: 'client', tag: 'PL 18', sent: true })
  await signInWithoutForm(page, 'vet')
  await page.goto(`/a/planner?date=${day}`)
  const list = page.getByRole('region', { name: 'Unscheduled' }).getByRole('button')
  await expect(list.filter({ hasText: open.title })).toHaveCount(1)
  const order = await list.locator('strong').allTextContents()
  const cellOf = (index: number) =>
    page
      .getByRole('row', { name: /^Dana Whitfield/ })
      .getByRole('cell')
      .nth(index)
      .getByRole('button')
  await expect(cellOf(0)).toContainText(planned.title)

  const isLost = Promise.withResolvers<void>()
  await page.route(/\/api\/v1\/(planner|post-mortems\/)/, async (route) => {
    await isLost.promise
    await route.abort()
  })
  const planOn = async ({ title }: { title: string }, when: string) => {
    await page.getByRole('button', { name: new RegExp(`${title}\\b`) }).press('Enter')
    const dialog = page.getByRole('dialog', { name: `Schedule ${title}` })
    await dialog.getByLabel('Date', { exact: true }).fill(formatTypedDay(when))
    await page.keyboard.press('Tab')
    await dialog.getByRole('button', { name: 'Confirm' }).press('Enter')
    return dialog
  }
  // the second of two moves begins before the first one fails
  await expect(await planOn(planned, addDays(day, 3))).toHaveCount(0)
  await expect(cellOf(3)).toContainText(planned.title)
  await expect(cellOf(3)).toBeFocused()
  await expect(await planOn(planned, addDays(day, 4))).toHaveCount(0)
  await expect(cellOf(4)).toContainText(planned.title)
  isLost.resolve()
  await expect(cellOf(0)).toContainText(planned.title)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  const dialog = await planOn(open, addDays(day, 2))
  await expect(dialog).toHaveCount(0)
  await expect(dialog.getByLabel('Date', { exact: true })).toHaveValue(formatTypedDay(addDays(day, 2)))
  await page.keyboard.press('Escape')
  for (const index of [2, 3, 4]) await expect(cellOf(index)).toHaveCount(0)
  await expect(list.locator('strong')).toHaveText(order)
})

test('the planner shows a carcass as fresh as the inbox does, whatever the weather', async ({ page }) => {
  const client = await createApiClient(page.request, 'client')
  const [site] = await client.get('/sites')
  // of thirty hours, only cold weather leaves some
  const died_at = new Date(Date.now() - 30 * 3_600_000).toISOString()
  const { title } = await client.post('/post-mortems', {
    site_id: site.id,
    record_at: died_at.slice(0, 10),
    animals: [{ tag: 'PL 9', died_at, found_at: died_at, air_temperature_c: 0 }],
    send: 1,
  })
  await signInWithoutForm(page, 'vet')
  await page.goto('/a/location/all/inbox')
  const ticket = new RegExp(`${title}\\b`)
  await expect(page.getByRole('link', { name: ticket })).toContainText(/Poor · 1\d h left/)
  await navigateInApp(page, '/a/planner')
  await expect(page.getByRole('button', { name: ticket })).toContainText(/Poor · 1\d h left/)
})

test('at a desk the days and the tickets to plan stay in sight while the board scrolls', { tag: '@long' }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 700 })
  const day = futureMonday(6)
  const vet = await createApiClient(page.request, 'vet')
  for (const hour of ['15', '15', '17', '19', '21']) {
    const { id } = await createPostMortem(page, { client: 'client', tag: `PL ${hour}`, sent: true })
    await vet.put(`/post-mortems/${id}`, { scheduled_at: `${day}T${hour}:00:00.000Z`, scheduled_for_id: vet.uuid })
  }
  const { title } = await createPostMortem(page, { client: 'client', tag: 'PL 10', sent: true })
  await signInWithoutForm(page, 'vet')
  await page.goto(`/a/planner?date=${day}`)
  const clashing = page.locator('.visit.warned').first()
  await expect(clashing.locator('.visit-warning svg')).toBeVisible()
  const lastRow = page.getByRole('rowheader', { name: 'Unassigned' })
  await lastRow.scrollIntoViewIfNeeded()
  await expect(page.getByRole('columnheader', { name: new RegExp(`^Mon ${Number(day.slice(8))}`) })).toBeInViewport({
    ratio: 0.9,
  })
  await expect(clashing).not.toBeInViewport()
  await expect(page.getByRole('region', { name: 'Unscheduled' })).toBeInViewport()
  // a ticket is dragged to a row that is only in sight now
  const ticket = page.getByRole('button', { name: new RegExp(`^${title}\\b`) })
  await ticket.scrollIntoViewIfNeeded()
  await drag(
    page,
    ticket,
    page
      .getByRole('row', { name: /^Unassigned/ })
      .getByRole('cell')
      .nth(2),
  )
  await page.mouse.up()
  await expect(page.getByRole('row', { name: /^Unassigned/ }).getByRole('button', { name: title })).toBeVisible()
})

test('completed visits are as legible as planned ones', { tag: '@long' }, async ({ page }) => {
  const day = futureMonday(4)
  const vet = await createApiClient(page.request, 'vet')
  const { id, title } = await createPostMortem(page, { client: 'client', tag: 'PL 5', sent: true })
  await vet.put(`/post-mortems/${id}`, { scheduled_at: `${day}T16:00:00.000Z`, scheduled_for_id: vet.uuid })
  await vet.put(`/post-mortems/${id}`, { completed_at: new Date().toISOString() })
  await signInWithoutForm(page, 'vet')
  await page.goto(`/a/planner?date=${day}`)
  await expect(page.getByRole('button', { name: new RegExp(`${title}\\b`) })).toHaveClass(/\bdone\b/)
  await expectAccessible(page)
})

test("a ticket that is opened from the planner has the visit's actions, beside their values", async ({ page }) => {
  const { id, title } = await createPostMortem(page, { client: 'client', tag: 'PL 6', sent: true })
  await signInWithoutForm(page, 'vet')
  await page.goto('/a/planner')
  const unscheduled = page.getByRole('region', { name: 'Unscheduled' })
  await unscheduled.getByRole('button', { name: new RegExp(`${title}\\b`) }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Open the ticket' }).click()
  await expect(page).toHaveURL(new RegExp(`/a/vet/ticketdetail/${id}`))
  const middleOf = async (element: Locator) => {
    const box = await element.boundingBox()
    return { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 }
  }
  const value = await middleOf(page.getByText('Unassigned', { exact: true }))
  const action = await middleOf(page.getByRole('button', { name: 'Assign' }))
  expect(Math.abs(value.y - action.y)).toBeLessThan(8)
  expect(action.x).toBeGreaterThan(value.x + 100)
})

test('with text of twice the size, the title of the planner breaks between words, and filters and visits stay apart', async ({
  page,
}) => {
  const vet = await createApiClient(page.request, 'vet')
  const { id, title } = await createPostMortem(page, { client: 'client', tag: 'PL 7', sent: true })
  // the longest name of a month
  const monday = mondayOf(`${new Date().getFullYear() + 1}-11-24`)
  const day = addDays(monday, 2)
  await vet.put(`/post-mortems/${id}`, { scheduled_at: `${day}T16:00:00.000Z`, scheduled_for_id: vet.uuid })
  await signInWithoutForm(page, 'vet')
  await page.goto(`/a/planner?date=${monday}`)
  const visit = page
    .getByRole('region', { name: `Wednesday, ${formatMonthDay(day)}` })
    .getByRole('button', { name: title })
  await expect(visit).toBeVisible()
  await page.evaluate(() => (document.documentElement.style.fontSize = '32px'))
  expect(await visit.evaluate((button) => button.scrollWidth - button.clientWidth)).toBe(0)
  const linesOfLongestWord = await page.getByRole('heading', { level: 1 }).evaluate((heading) => {
    const text = [...heading.childNodes].find((node) => node instanceof Text)
    const range = document.createRange()
    range.setStart(text ?? heading, 0)
    range.setEnd(text ?? heading, 'November'.length)
    return [range.toString(), range.getClientRects().length]
  })
  expect(linesOfLongestWord).toEqual(['November', 1])
  for (const name of ['Veterinarian', 'Site']) {
    const field = page.getByRole('combobox', { name })
    const spare = await field.evaluate((input: HTMLInputElement) => {
      const label = input.labels?.[0]
      return {
        field: input.clientWidth - input.scrollWidth,
        label: input.offsetWidth - (label?.offsetWidth ?? Infinity),
      }
    })
    expect(spare.field).toBe(0)
    expect(spare.label).toBeGreaterThanOrEqual(0)
  }
})

test('the chosen site and veterinarian stay among the choices in a week in which they have no visits', async ({
  page,
}) => {
  const admin = await createApiClient(page.request, 'admin')
  const { first_name, last_name } = await admin.get(`/users/${admin.uuid}`)
  const { id: customer_id } = await admin.post('/customers', { name: 'Hillside Ranch' })
  const site = await admin.post('/sites', { customer_id, name: 'Quiet Yard', city: 'Olds', region: 'AB' })
  await signInWithoutForm(page, 'admin')
  await page.goto(`/a/planner?date=2031-01-06&site=${site.id}&vet=${admin.uuid}`)
  await expect(page.getByRole('combobox', { name: 'Site' })).toHaveValue('Hillside Ranch - Quiet Yard')
  await expect(page.getByRole('combobox', { name: 'Veterinarian' })).toHaveValue(`${first_name} ${last_name}`)
})

test('whoever plans or drives to a dangerous animal sees the danger before how fresh it is', { tag: '@long' }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  const day = futureMonday(9)
  const client = await createApiClient(page.request, 'client')
  const vet = await createApiClient(page.request, 'vet')
  const [site] = await client.get('/sites')
  const stop = (await client.get('/danger-signs')).find(({ level }: { level: string }) => level === 'stop')
  const died_at = new Date().toISOString()
  const { id, title } = await client.post('/post-mortems', {
    site_id: site.id,
    record_at: died_at.slice(0, 10),
    animals: [{ tag: 'PL 15', died_at, found_at: died_at, danger_sign_ids: [stop.id] }],
    danger_acknowledged: 1,
    send: 1,
  })
  await signInWithoutForm(page, 'vet')
  await page.goto(`/a/planner?date=${day}`)
  const visit = page.getByRole('button', { name: new RegExp(`${title}\\b`) })
  await expect(visit).toContainText(/Do not open.*Fresh/)
  await visit.click()
  await expect(page.getByRole('dialog').getByText('Do not open')).toBeVisible()
  await page.keyboard.press('Escape')

  await vet.put(`/post-mortems/${id}`, { scheduled_at: `${day}T16:00:00.000Z`, scheduled_for_id: vet.uuid })
  await expect(page.getByRole('row', { name: /Dana Whitfield/ }).getByRole('button', { name: title })).toContainText(
    /Do not open.*Fresh/,
  )
  await page.getByRole('radio', { name: 'Month' }).check()
  await expect(page.getByRole('cell').getByRole('button', { name: new RegExp(`${title} Do not open`) })).toBeVisible()
  // the fourth visit of its day is behind those of a month
  for (const tag of ['PL 21', 'PL 22', 'PL 23']) {
    const earlier = await createPostMortem(page, { client: 'client', tag, sent: true })
    await vet.put(`/post-mortems/${earlier.id}`, { scheduled_at: `${day}T14:00:00.000Z` })
  }
  await expect(
    page.getByRole('link', {
      name: `${Number(day.slice(8))} 1 more Do not open, plan of Monday, ${formatMonthDay(day)}`,
    }),
  ).toBeVisible()
  await navigateInApp(page, `/a/planner/day/${day}`)
  const ticket = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: title }) })
  await expect(ticket.last()).toContainText(/Do not open.*Fresh/)
})

test('a visit after the carcass clock is warned of before it is saved, and marked wherever it is planned', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 })
  const day = futureMonday(11)
  const client = await createApiClient(page.request, 'client')
  const [site] = await client.get('/sites')
  const died_at = new Date().toISOString()
  const { id, title } = await client.post('/post-mortems', {
    site_id: site.id,
    record_at: died_at.slice(0, 10),
    animals: [{ tag: 'PL 19', died_at, found_at: died_at }],
    send: 1,
  })
  const warning = page.getByRole('status').getByText(/^The carcass clock ends before: /)
  const mark = 'After the carcass clock'
  await signInWithoutForm(page, 'vet')
  await page.goto(`/a/vet/ticketdetail/${id}`)
  await page.getByRole('button', { name: 'Schedule' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Date', { exact: true }).fill(formatTypedDay(dayOf(new Date(), 'America/Edmonton')))
  await page.keyboard.press('Tab')
  await dialog.getByLabel('Time').fill('00:01')
  await expect(warning).toHaveCount(0)
  await dialog.getByLabel('Date', { exact: true }).fill(formatTypedDay(day))
  await page.keyboard.press('Tab')
  await expect(warning).toBeVisible()
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(dialog).toHaveCount(0)

  await navigateInApp(page, `/a/planner?date=${day}`)
  const visit = page.getByRole('button', { name: new RegExp(`${title}\\b`) })
  await expect(visit).toContainText(mark)
  await visit.click()
  await expect(warning).toBeVisible()
  // below the time, in sight on a phone, before the other tickets of the site
  const others = dialog.getByRole('group', { name: 'Also at North Yard' })
  const [warned, listed] = await Promise.all([warning.boundingBox(), others.boundingBox()])
  expect(warned?.y).toBeLessThan(listed?.y ?? 0)
  await page.keyboard.press('Escape')
  await page.getByRole('radio', { name: 'Month' }).check()
  await expect(visit).toHaveAccessibleName(new RegExp(mark))
  const vet = await createApiClient(page.request, 'vet')
  await vet.put(`/post-mortems/${id}`, { scheduled_for_id: vet.uuid })
  await navigateInApp(page, `/a/planner/day/${day}`)
  const ticket = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: title }) })
  await expect(ticket.last()).toContainText(mark)
})
