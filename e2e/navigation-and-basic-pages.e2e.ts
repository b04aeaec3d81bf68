import { expect, type Page, test } from '@playwright/test'
import { constants } from '@chisholm/domain/constants'
import { createPostMortem } from './helpers/create-post-mortem.ts'
import { signIn, signInWithoutForm } from './helpers/sign-in.ts'

const footer = (page: Page) => page.getByRole('navigation', { name: 'Main' })
async function menuItems(page: Page): Promise<string[]> {
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('menuitem', { name: 'Web site' })).toBeVisible()
  const words = await page.getByRole('menuitem').allTextContents()
  await page.keyboard.press('Escape')
  return words
}
/** The menu items that the specification names, in its order. The menu also has others. */
const specifiedItems = ['Home', 'Web site', 'Profile', 'Invite user', 'Change password', 'Logout']

for (const { name, banner, entries, invites } of [
  { name: 'client', banner: null, entries: ['Locations', 'Post Mortem', 'Archive', 'Training'], invites: false },
  { name: 'vet', banner: 'VET ACCESS', entries: ['Vet Inbox', 'Locations', 'Post Mortem', 'Archive'], invites: true },
  {
    name: 'admin',
    banner: 'ADMIN ACCESS',
    entries: ['Vet Inbox', 'Locations', 'Post Mortem', 'Archive', 'Training'],
    invites: true,
  },
] as const)
  test(`bar and menu of ${name} hold what specification 2.8 names`, async ({ page }) => {
    await signIn(page, name)
    await expect(footer(page).getByRole('link')).toHaveText([...entries])
    await expect(page.getByText(/^(VET|ADMIN) ACCESS$/)).toHaveText(banner ? [banner] : [])
    const menu = await menuItems(page)
    expect(menu.filter((word) => specifiedItems.includes(word))).toEqual(
      specifiedItems.filter((word) => invites || word !== 'Invite user'),
    )
  })

/** Acknowledges the first open alert with a note, which is then shown in its place. */
async function acknowledgeAlert(page: Page) {
  await page.getByRole('link', { name: 'Alerts' }).click()
  const acknowledge = page.getByRole('button', { name: /^Acknowledge / }).first()
  const name = (await acknowledge.getAttribute('aria-label')) ?? ''
  await acknowledge.click()
  const dialog = page.getByRole('dialog', { name, exact: true })
  await dialog.getByRole('button', { name: 'Acknowledge' }).click()
  await expect(dialog.getByText('Please enter a note.')).toBeVisible()
  const note = `Called the yard ${Date.now()}`
  await dialog.getByLabel('Note').fill(note)
  await dialog.getByRole('button', { name: 'Acknowledge' }).click()
  await expect(page.getByText(`Acknowledged: ${note}`)).toBeVisible()
  await expect(dialog).toBeHidden()
}

for (const [name, entries] of [
  ['client', ['Insight', 'Locations', 'Post Mortem', 'Archive', 'Training']],
  ['vet', ['Vet Inbox', 'Planner', 'Insight', 'Locations', 'Post Mortem', 'Archive']],
] as const)
  test(`at a desk ${name} finds planner and insight beside the page, on a phone first in the menu`, async ({
    page,
  }) => {
    await signIn(page, name)
    const first = entries.filter((entry) => entry === 'Planner' || entry === 'Insight')
    expect((await menuItems(page)).slice(0, first.length)).toEqual(first)
    await page.setViewportSize({ width: 1280, height: 800 })
    await expect(footer(page).getByRole('link')).toHaveText([...entries])
    await footer(page).getByRole('link', { name: 'Insight' }).click()
    await expect(page).toHaveURL(/\/a\/insight/)
    await expect(footer(page).getByRole('link', { name: 'Insight' })).toHaveAttribute('aria-current', 'page')
    if (name === 'vet') await acknowledgeAlert(page)
  })

test('an Admin who is also a veterinarian finds the training', async ({ page }) => {
  await signInWithoutForm(page, 'admin')
  await page.goto('/')
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('chisholm.session') ?? '{}')
    localStorage.setItem('chisholm.session', JSON.stringify({ ...session, roles: ['Veterinarian', 'Admin'] }))
  })
  await page.reload()
  await expect(footer(page).getByRole('link', { name: 'Training' })).toBeVisible()
})

test('the dashboard of a client has an intro, a search, tabs with URLs and space below the list', async ({ page }) => {
  await signIn(page, 'nolink')
  await expect(page).toHaveURL(/\/a\/postmortems\/draft$/)
  await expect(page.getByText('Requests you have started and sent. Press plus when an animal has died.')).toBeVisible()
  for (const [word, tab] of [
    ['PENDING', 'pending'],
    ['IN PROGRESS', 'scheduled'],
    ['COMPLETE', 'complete'],
    ['DRAFT', 'draft'],
  ] as const) {
    await page.getByRole('link', { name: word }).click()
    await expect(page).toHaveURL(new RegExp(`/a/postmortems/${tab}$`))
    await expect(page.getByText(`You have no ${tab} PMs! Click the plus icon to start one.`)).toBeVisible()
  }
  expect(await page.getByRole('main').evaluate((main) => getComputedStyle(main).paddingBottom)).toBe('100px')
  await page.getByRole('main').getByRole('link', { name: 'Search' }).click()
  await expect(page).toHaveURL(/\/a\/search$/)
  await page.goto('/a/locations')
  await expect(page.getByText('No sites found')).toBeVisible()
  await expect(page.getByRole('link', { name: 'office@prairievet.example' })).toBeVisible()
})

test('locations are listed twelve per page, named by customer and site', { tag: '@long' }, async ({ page }) => {
  await signInWithoutForm(page, 'vet')
  await page.goto('/a/locations')
  const rows = page.getByRole('main').getByRole('listitem')
  await expect(rows).toHaveCount(constants.sitesPageSize)
  const names = await rows.allTextContents()
  expect(names).toEqual([...names].sort())
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page).toHaveURL(/page=2/)
  await page.getByRole('link', { name: 'Red Mesa Cattle - Mesa Main' }).click()
  await expect(page).toHaveURL(/\/a\/location\/[0-9a-f-]{36}\/inbox$/)
})

test('an empty profile field reads “Not specified”, and saving shows a success message', async ({ page }) => {
  await signInWithoutForm(page, 'rival')
  await page.goto('/a/profile/edit')
  await expect(page.getByLabel('Email')).toHaveAttribute('readonly')
  await page.getByLabel('Region').fill('')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('User was successfully updated')).toBeVisible()
  await page.goto('/a/profile')
  await expect(page.getByText('Not specified')).toBeVisible()
  await page.getByRole('button', { name: 'Edit' }).click()
  await expect(page).toHaveURL(/\/a\/profile\/edit$/)
})

test('the notifications lead to the preferences of the profile, not to its top', { tag: '@long' }, async ({ page }) => {
  await signInWithoutForm(page, 'vet')
  await page.goto('/a/notifications')
  await page.getByRole('link', { name: 'Choose your notifications' }).click()
  const preferences = page.getByRole('region', { name: 'Notifications' })
  await expect(preferences.getByRole('table')).toBeInViewport()
  await expect(preferences.getByRole('heading')).toBeInViewport()
  // it changes the details above, not the notifications
  await expect(page.getByRole('button', { name: 'Edit' })).not.toBeInViewport()
})

test('a training is opened, and left by its own button', { tag: '@long' }, async ({ page }) => {
  await signInWithoutForm(page, 'client')
  await page.goto('/a/training')
  const first = page.getByRole('main').getByRole('button').first()
  const title = (await first.getByRole('heading').textContent()) ?? ''
  await first.click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
  await page.getByRole('button', { name: 'Back to menu' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Training' })).toBeVisible()
})

test('an unknown path shows one not-found message and a link home', async ({ page }) => {
  await signIn(page, 'client')
  for (const path of ['/a/nowhere', '/nowhere', '/a/postmortems/nowhere']) {
    await page.goto(path)
    await expect(page.getByText('Sorry Page Not Found :)')).toHaveCount(1)
  }
  await page.getByRole('link', { name: 'Home' }).click()
  await expect(page).toHaveURL(/\/a\/postmortems\/draft$/)
})

test('a page of notifications that does not exist leads to the last one', { tag: '@long' }, async ({ page }) => {
  await createPostMortem(page, { client: 'client', tag: 'E 94', sent: true })
  await signInWithoutForm(page, 'vet')
  await page.goto('/a/notifications?page=9000')
  await page.getByRole('button', { name: /^Go to page/ }).click()
  // whichever are the oldest: the demo has overdue visits, too
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()
  await expect(page).not.toHaveURL(/page=9000/)
})
