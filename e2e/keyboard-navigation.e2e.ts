import { expect, type Locator, type Page, test } from '@playwright/test'
import { createApiClient } from './helpers/api-client.ts'
import { createPostMortem } from './helpers/create-post-mortem.ts'
import { navigateInApp } from './helpers/navigate-in-app.ts'
import { createScreenFixtures, firstAnimal } from './helpers/screen-fixtures.ts'
import { signInWithoutForm } from './helpers/sign-in.ts'

/** Presses Tab until the target has the focus, and expects that its outline is visible. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let presses = 0; presses < 60; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) break
    await page.keyboard.press('Tab')
  }
  await expect(target).toBeFocused()
  // A password field draws the outline around its wrapper.
  const outlines = await target.evaluate((element) =>
    [element, element.parentElement].map((one) => {
      const style = one && getComputedStyle(one)
      return style && style.outlineStyle !== 'none' ? style.outlineWidth : ''
    }),
  )
  expect(outlines).toContain('2px')
}

const typeInto = async (page: Page, target: Locator, text: string) => {
  await tabTo(page, target)
  await page.keyboard.type(text)
}
const press = async (page: Page, target: Locator) => {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}

test('a client signs in, requests a post-mortem and sends it using only the keyboard', async ({ page }) => {
  await page.goto('/u/login')
  await typeInto(page, page.getByLabel('Email'), 'client@demo.example')
  await typeInto(page, page.getByLabel('Password', { exact: true }), 'Chisholm#1867')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/a\/postmortems\/draft$/)

  await press(page, page.getByRole('link', { name: 'New post mortem' }).first())
  await expect(page.getByRole('combobox', { name: 'Site' })).toHaveValue('North Yard')
  await typeInto(page, page.getByLabel('Notes'), 'Typed without a mouse.')
  await press(page, page.getByRole('button', { name: 'Add animals' }))

  await expect(page.getByRole('heading', { name: 'Animal 1' })).toBeVisible()
  await typeInto(page, page.getByLabel('RFID'), '982000123450001')
  await typeInto(page, page.getByLabel('Tag', { exact: true }), 'K 1001')
  const color = page.getByRole('combobox', { name: 'Tag colour' })
  await typeInto(page, color, 'Yellow')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(color).toHaveValue('Yellow')
  await typeInto(page, page.getByLabel('Pen', { exact: true }), '7')
  await press(page, page.getByRole('button', { name: 'Review' }))

  await expect(page.getByRole('article', { name: 'K 1001' })).toBeVisible()
  await press(page, page.getByRole('button', { name: 'Send PM' }))
  await expect(page.getByRole('heading', { name: 'Your request has been submitted' })).toBeVisible()
  await press(page, page.getByRole('button', { name: 'Go Back' }))
  await expect(page).toHaveURL(/\/a\/postmortems\/pending$/)
})

test('the first Tab of a page offers to skip the header', async ({ page }) => {
  await page.goto('/u/login')
  await typeInto(page, page.getByLabel('Email'), 'vet@demo.example')
  await typeInto(page, page.getByLabel('Password', { exact: true }), 'Chisholm#1867')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/a\/location\/all\/inbox$/)
  await page.reload()
  await press(page, page.getByRole('link', { name: 'Skip to content' }))
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: /^INBOX/ })).toBeFocused()
})

test('a dialog gives the focus back to the button that opened it', async ({ page }) => {
  const { title } = await createPostMortem(page, { client: 'client', tag: 'K 1002', sent: true })
  const admin = await createApiClient(page.request, 'admin')
  const [customer] = await admin.get('/customers')
  await signInWithoutForm(page, 'admin')
  for (const [address, opener] of [
    ['/a/planner', new RegExp(`^${title}\\b`)],
    [`/a/admin/customers/${customer.id}`, 'Add a site'],
  ] as const) {
    await page.goto(address)
    const button = page.getByRole('button', { name: opener })
    for (const closingKeys of [['Escape'], ['Enter']]) {
      await button.press('Enter')
      const dialog = page.getByRole('dialog')
      await expect(dialog).toBeVisible()
      if (closingKeys[0] === 'Enter') await dialog.getByRole('button', { name: 'Cancel' }).press('Enter')
      else await page.keyboard.press('Escape')
      await expect(dialog).toHaveCount(0)
      await expect(button).toBeFocused()
    }
  }
})

/** What covers the centre of the control with the focus; `null` if nothing has the focus any more. */
const coverOfFocus = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: focused } = document
    if (!focused || focused === document.body) return null
    const { left, top, width, height } = focused.getBoundingClientRect()
    const hit = document.elementFromPoint(left + width / 2, top + height / 2)
    // a radio button lies below the words of its label
    const isSeen = hit !== null && (focused.contains(hit) || hit.closest('label')?.contains(focused))
    return isSeen ? '' : `${focused.outerHTML.slice(0, 120)} is under ${hit?.outerHTML.slice(0, 80) ?? 'the edge'}`
  })

test('going backwards by keyboard, what has the focus is never under the header or the lower bar', {
  tag: '@long',
}, async ({ page }) => {
  const { pending } = await createScreenFixtures(page.request)
  await signInWithoutForm(page, 'vet')
  await page.goto('/a/location/all/inbox')
  const ticket = `/a/vet/ticketdetail/${pending.id}`
  for (const address of [ticket, `${ticket}?step=examine&animal=${firstAnimal(pending).id}`])
    for (const [width, height] of [
      [1280, 720],
      [390, 844],
      // 1280 × 1024 at 400 %
      [320, 256],
    ] as const) {
      await page.setViewportSize({ width, height })
      await navigateInApp(page, address)
      await expect(page.getByRole('heading', { level: 1 })).toContainText(pending.title)
      await expect(page.getByRole('button', { name: 'Complete' })).toBeVisible()
      const controls = page.locator('main').locator('a[href], button:not(:disabled), input, textarea')
      await controls.filter({ visible: true }).last().focus()
      const covered: string[] = []
      for (let presses = 0; presses < 80; presses++) {
        await page.keyboard.press('Shift+Tab')
        const cover = await coverOfFocus(page)
        if (cover === null || (await page.locator('.skip-link:focus').count()) > 0) break
        if (cover) covered.push(cover)
      }
      expect(covered, `${address} at ${width} × ${height}`).toEqual([])
    }
})
