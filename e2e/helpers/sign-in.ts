import {
  type APIRequestContext,
  type Browser,
  type BrowserContextOptions,
  expect,
  type Locator,
  type Page,
} from '@playwright/test'

const password = 'Chisholm#1867'

/** Signs in as a demo account through the sign-in page. */
export async function signIn(page: Page, name: string): Promise<void> {
  await page.goto('/u/login')
  await page.getByLabel('Email').fill(`${name}@demo.example`)
  await page.getByLabel('Password').first().fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL(/\/a\//)
}

/** @param discard  whether the app is expected to ask about unsaved input */
export async function signOut(page: Page, { discard = false } = {}): Promise<void> {
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  if (discard) await page.getByRole('dialog').getByRole('button', { name: 'Logout' }).click()
  // the data on the device is deleted first, while a download may still be writing
  await expect(page).toHaveURL(/\/u\/login$/, { timeout: 30_000 })
}

/** Signs in as a demo account over the API. */
export async function signInByApi(
  request: APIRequestContext,
  name: string,
): Promise<{ uuid: string; token: string; refresh: string; roles: string[] }> {
  const response = await request.post('/api/v1/auth/login', { data: { username: `${name}@demo.example`, password } })
  expect(response.status()).toBe(200)
  const { uuid, token, refresh, roles } = await response.json()
  return { uuid, token, refresh, roles }
}

/** An access token of a demo account, for requests that the test sends itself. */
export const fetchAccessToken = async (page: Page, name: string): Promise<string> =>
  (await signInByApi(page.request, name)).token

/** Opens a page in a new browser context, signed in as a demo account. `anonymous` is not signed in. */
export async function signInWithoutForm(page: Page, name: string, origin = ''): Promise<void> {
  const session = JSON.stringify(await signInByApi(page.request, name))
  // localStorage belongs to an origin, and any file of the server gives access to it.
  await page.goto(`${origin}/favicon.svg`)
  await page.evaluate((text) => localStorage.setItem('chisholm.session', text), session)
}

export async function openPageAs(browser: Browser, name: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  if (name !== 'anonymous') await signInWithoutForm(page, name)
  return page
}

interface SessionEnd {
  /** Leaves the field with the focus. */
  leaveField?: boolean
  /** A button that is pressed. */
  press?: Locator
}

/**
 * Makes the session one that the server has ended, and does at the same moment what is to meet its end: any other request
 * of the page may lead to the sign-in.
 */
export const endSession = (page: Page, { leaveField = false, press }: SessionEnd = {}) =>
  (press ?? page.locator('body')).evaluate(
    (element, { leaveField, isPressed }) => {
      const session = JSON.parse(localStorage.getItem('chisholm.session') ?? '{}')
      localStorage.setItem('chisholm.session', JSON.stringify({ ...session, token: 'worn', refresh: 'worn' }))
      if (leaveField && document.activeElement instanceof HTMLElement) document.activeElement.blur()
      if (isPressed && element instanceof HTMLElement) element.click()
    },
    { leaveField, isPressed: press !== undefined },
  )

/** Signs in on the page that the end of the session led to. */
export async function signInAgain(page: Page, name: string): Promise<void> {
  await expect(page).toHaveURL(/\/u\/login$/)
  await page.getByLabel('Email').fill(`${name}@demo.example`)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
  await expect(page).toHaveURL(/\/a\//)
}
