import { expect, type Locator, test } from '@playwright/test'
import { createPostMortem } from './helpers/create-post-mortem.ts'
import { signIn, signInWithoutForm } from './helpers/sign-in.ts'
import { expectToast } from './helpers/expect-screen.ts'

test('a profile requires its name, and its e-mail does not look editable', async ({ page }) => {
  await signInWithoutForm(page, 'manager')
  await page.goto('/a/profile/edit')
  const email = page.getByLabel('Email')
  await expect(email).toHaveAttribute('readonly', '')
  await expect(page.getByText('You sign in with it. Only an Admin can change it.')).toBeVisible()
  const backgroundColor = (field: typeof email) => field.evaluate((one) => getComputedStyle(one).backgroundColor)
  expect(await backgroundColor(email)).not.toBe(await backgroundColor(page.getByLabel('City')))
  await page.getByLabel('Last name').fill('  ')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Please enter a last name.')).toBeVisible()
  await page.getByLabel('First name').fill('')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Please enter a first name.')).toBeVisible()
  await page.getByLabel('First name').fill('Marta')
  await page.getByLabel('Last name').fill('Quill')
  await page.getByRole('button', { name: 'Save' }).click()
  await expectToast(page, 'User was successfully updated')
  await expect(page.getByText('Quill')).toBeVisible()
})

test('a site is found by typing although there are few, and choosing an option again empties optional fields only', async ({
  page,
}) => {
  const { id } = await createPostMortem(page, { client: 'manager', tag: 'F 0', sent: false })
  await signInWithoutForm(page, 'manager')
  const choose = async (field: Locator, option: string) => {
    await field.click()
    await page.getByRole('option', { name: option, exact: true }).click()
    // the list closes once the value has changed
    await expect(page.getByRole('option')).toHaveCount(0)
  }
  await page.goto('/a/postmortem/add')
  const site = page.getByRole('combobox', { name: 'Site' })
  await choose(site, 'South Yard')
  await expect(site).toHaveValue('South Yard')
  await choose(site, 'South Yard')
  await expect(site).toHaveValue('South Yard')
  // what is typed replaces the name of the chosen one
  await page.getByLabel('Notes').click()
  await site.click()
  await page.keyboard.type('north')
  await expect(page.getByRole('option')).toHaveText(['North Yard'])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(site).toHaveValue('North Yard')
  await page.goto(`/a/postmortem/${id}?step=animal`)
  const tagColor = page.getByRole('combobox', { name: 'Tag colour' })
  await choose(tagColor, 'Yellow')
  await expect(tagColor).toHaveValue('Yellow')
  await choose(tagColor, 'Yellow')
  await expect(tagColor).toHaveValue('')
})

test('an invitation with an invalid e-mail address says so', { tag: '@long' }, async ({ page }) => {
  await signInWithoutForm(page, 'admin')
  await page.goto('/a/invite-user')
  await page.getByLabel('Email').fill('not-an-address')
  await page.getByRole('button', { name: 'Invite' }).click()
  await expect(page.getByText('Please enter a valid e-mail address.')).toBeVisible()
  await expect(page.getByText('Email is required.')).toHaveCount(0)
})

test('a tag colour shows its name and its swatch, in the list and in the field', { tag: '@long' }, async ({ page }) => {
  const { id } = await createPostMortem(page, { client: 'client', tag: 'F 1', sent: false })
  await signInWithoutForm(page, 'client')
  await page.goto(`/a/postmortem/${id}?step=animal`)
  const field = page.getByRole('combobox', { name: 'Tag colour' })
  await field.click()
  const options = page.getByRole('option')
  await expect(options.first()).toBeVisible()
  const colors = await options.evaluateAll((all) =>
    all.map((one) => ({
      name: one.textContent,
      hasSwatch: getComputedStyle(one.querySelector('.tag-dot') ?? one).backgroundColor.startsWith('rgb('),
    })),
  )
  // The option for no tag has no swatch.
  expect(colors.filter(({ hasSwatch }) => !hasSwatch).map(({ name }) => name)).toEqual(['None'])
  await page.keyboard.press('Escape')
  for (const { name, hasSwatch } of colors) {
    await field.click()
    await page.getByRole('option', { name, exact: true }).click()
    await expect(field).toHaveValue(name)
    await expect(page.locator('.mantine-Select-section .tag-dot')).toHaveCount(hasSwatch ? 1 : 0)
    const room = await field.evaluate((one: HTMLInputElement) => one.clientWidth - one.scrollWidth)
    expect([name, room]).toEqual([name, 0])
  }
})

for (const [who, path, here] of [
  ['client', '/a/postmortems/draft', 'My PM Requests'],
  ['client', '/a/location/all/complete', 'All locations'],
  ['vet', '/a/location/all/complete', 'All locations'],
  ['vet', '/a/locations', 'My Locations'],
  ['vet', '/a/library/cases', 'Teaching cases'],
  ['vet', '/a/search/result?status=Completed', 'Search results'],
  ['admin', '/a/admin/sites', 'Sites'],
  ['admin', '/a/admin/log', 'Log'],
] as const)
  test(`${who}: ${path} past its end leads back to its last page, and an invalid page is the first`, {
    tag: who === 'vet' ? [] : '@long',
  }, async ({ page }) => {
    if (who === 'client') await createPostMortem(page, { client: 'client', tag: 'F 2', sent: false })
    await signIn(page, who)
    const at = (pageNumber: string) => `${path}${path.includes('?') ? '&' : '?'}page=${pageNumber}`
    await page.goto(at('9000'))
    await expect(page.getByRole('heading', { level: 1, name: here })).toBeAttached()
    await page.getByRole('button', { name: /^Go to page \d+$/ }).click()
    await expect(page.getByRole('button', { name: /^Go to page/ })).toHaveCount(0)
    await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
    await page.goto(at('abc'))
    await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  })

test('Enter in a field saves the form of a page', async ({ page }) => {
  await signInWithoutForm(page, 'manager')
  await page.goto('/a/profile/edit')
  await page.getByLabel('City').fill('Okotoks')
  await page.getByLabel('City').press('Enter')
  await expectToast(page, 'User was successfully updated')
})

test('two filters of the log that are typed one right after the other both count', async ({ page }) => {
  await signInWithoutForm(page, 'admin')
  await page.goto('/a/admin/log')
  await page.getByLabel('Who').fill('Brooks')
  await page.getByLabel('Ticket #').fill('1440')
  await expect(page).toHaveURL(/who=Brooks/)
  await expect(page).toHaveURL(/ticket=.*1440/)
})

test('on a phone on its side, on a small one and with large text, every option and day of a dialog can be scrolled to', async ({
  page,
}) => {
  const { id } = await createPostMortem(page, { client: 'manager', tag: 'F 1', sent: true })
  await signInWithoutForm(page, 'vet')
  for (const { width, height, fontSize } of [
    { width: 844, height: 390, fontSize: '' },
    { width: 320, height: 640, fontSize: '' },
    { width: 320, height: 640, fontSize: '32px' },
  ]) {
    await page.setViewportSize({ width, height })
    await page.goto(`/a/vet/ticketdetail/${id}`)
    await page.evaluate((size) => (document.documentElement.style.fontSize = size), fontSize)
    await page.getByRole('button', { name: 'Add a sample' }).click()
    await page.getByRole('combobox', { name: 'What was taken' }).click()
    const lastOption = page.getByRole('option').last()
    await lastOption.scrollIntoViewIfNeeded()
    await expect(lastOption, `at ${width} × ${height} ${fontSize}`).toBeInViewport({ ratio: 0.95 })
    await lastOption.click()
    await page.getByRole('button', { name: 'Cancel' }).click()

    await page.getByRole('button', { name: 'Schedule' }).click()
    await page.getByLabel('Date', { exact: true }).fill('11/02/2026')
    const calendar = page.locator('[data-dates-dropdown]')
    const lastDay = page.getByRole('button', { name: '30 November 2026' })
    await lastDay.scrollIntoViewIfNeeded()
    await expect(lastDay, `at ${width} × ${height} ${fontSize}`).toBeInViewport({ ratio: 0.95 })
    expect(await calendar.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)
    await lastDay.click()
    await expect(page.getByLabel('Date', { exact: true })).toHaveValue('11/30/2026')
  }
})
