import { expect, type Page, test } from '@playwright/test'
import { signIn } from './people.ts'

/** Types as a reader does that is a keyboard: fast, and with Enter at the end. */
async function scan(page: Page, text: string): Promise<void> {
  await page.keyboard.type(text)
  await page.keyboard.press('Enter')
}

test('a scan into the search fills its field and does not search yet', async ({ page }) => {
  await signIn(page, 'vet')
  await page.getByRole('link', { name: 'Search' }).click()
  const rfid = page.getByLabel('RFID#')

  await test.step('with the field tapped, also when the reader ends with two Enters', async () => {
    await rfid.focus()
    await scan(page, 'LA 00000 0 982 000001088420')
    await page.keyboard.press('Enter')
    await expect(rfid).toHaveValue('982 000 001 088 420')
    await expect(page).toHaveURL(/\/a\/search$/)
  })

  await test.step('a second scan takes the place of the first', async () => {
    await scan(page, '982000123456789')
    await expect(rfid).toHaveValue('982 000 123 456 789')
  })

  await test.step('with no field tapped it still finds its field, and presses nothing', async () => {
    await page.getByLabel('TAG #').fill('K 7')
    await page.getByRole('button', { name: 'Search', exact: true }).focus()
    await scan(page, '982 000000000017')
    await expect(rfid).toHaveValue('982 000 000 000 017')
    await expect(rfid).toBeFocused()
    await expect(page.getByLabel('TAG #')).toHaveValue('K 7')
    await expect(page).toHaveURL(/\/a\/search$/)
  })

  await test.step('an industrial transponder stays to be seen, with the reason', async () => {
    await scan(page, 'LR 00000 0 982 000001088420')
    await expect(page.getByText('This is an industrial transponder, not an animal.')).toBeVisible()
    await expect(rfid).toHaveValue(/^LR/)
  })

  await test.step('a hand on the keyboard still presses the button', async () => {
    await page.getByRole('button', { name: 'Search', exact: true }).focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/a\/search\/result/)
  })
})

test('scans one after the other become animals one after the other', async ({ page }) => {
  await signIn(page, 'client')
  await page.goto('/a/postmortem/add')
  await expect(page.getByRole('combobox', { name: 'Site' })).toHaveValue('North Yard')

  // a scan on the first step, where no RFID is asked for: typed into the notes it stays there
  await page.getByLabel('Notes').focus()
  await scan(page, '982000000000025')
  await expect(page.getByLabel('Notes')).toHaveValue('982000000000025\n')

  // with its button focused the scan is kept for the first animal, and its Enter does not create the ticket
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

  // the button keeps the focus, so that the Enter of the next scan would press it again
  await page.getByRole('button', { name: 'Save, add another' }).click()
  await expect(page.getByRole('heading', { name: 'Animal 2' })).toBeVisible()
  await scan(page, '982000000000033')
  await expect(page.getByLabel('RFID')).toHaveValue('982 000 000 000 033')
  await expect(page.getByRole('heading', { name: 'Animal 2' })).toBeVisible()
  await page.getByRole('button', { name: 'Review' }).click()
  await expect(page.getByRole('article')).toHaveCount(2)
})
