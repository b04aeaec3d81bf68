import { expect, test } from '@playwright/test'
import { signInWithoutForm } from './helpers/sign-in.ts'

test('input in the wizard survives a reload and is cleared once it is saved', async ({ page }) => {
  await signInWithoutForm(page, 'manager')
  await page.goto('/a/postmortem/add')
  await page.getByRole('combobox', { name: 'Site' }).click()
  await page.getByRole('option', { name: 'South Yard' }).click()
  await page.getByLabel('Notes').fill('Typed before the battery died.')
  await page.reload()
  await expect(page.getByLabel('Notes')).toHaveValue('Typed before the battery died.')
  await expect(page.getByRole('combobox', { name: 'Site' })).toHaveValue('South Yard')
  await page.getByRole('button', { name: 'Add animals' }).click()

  await page.getByLabel('Tag', { exact: true }).fill('K 7')
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(page.getByLabel('Tag', { exact: true })).toHaveValue('K 7')
  await page.getByRole('button', { name: 'Review' }).click()
  await expect(page.getByRole('article', { name: 'K 7' })).toBeVisible()

  await page.goto('/a/postmortem/add')
  await expect(page.getByLabel('Notes')).toHaveValue('')
})

test('leaving an animal with unsaved data asks first, and staying keeps it', async ({ page }) => {
  await signInWithoutForm(page, 'client')
  await page.goto('/a/postmortem/add')
  await expect(page.getByRole('combobox', { name: 'Site' })).toHaveValue('North Yard')
  await page.getByRole('button', { name: 'Add animals' }).click()
  await page.getByLabel('Pen', { exact: true }).fill('9')
  await page.getByRole('link', { name: 'Search' }).click()
  const question = page.getByRole('dialog', { name: 'There are unsaved changes! Are you sure you want to leave?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByLabel('Pen', { exact: true })).toHaveValue('9')
  await page.getByRole('link', { name: 'Search' }).click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(/\/a\/search$/)
})
