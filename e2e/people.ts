import { expect, type Page } from '@playwright/test'

const password = 'Chisholm#1867'

/** Signs in as a demo account, on the screen. */
export async function signIn(page: Page, name: string): Promise<void> {
  await page.goto('/u/login')
  await page.getByLabel('Email').fill(`${name}@demo.example`)
  await page.getByLabel('Password').first().fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL(/\/a\//)
}

export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/u\/login$/)
}

/** A token of a demo account, for asking the API directly. */
export async function tokenOf(page: Page, name: string): Promise<string> {
  const answer = await page.request.post('/api/v1/auth/login', { data: { username: `${name}@demo.example`, password } })
  return ((await answer.json()) as { token: string }).token
}
