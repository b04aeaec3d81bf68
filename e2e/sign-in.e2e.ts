import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, type Page, test } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { serverTexts } from '@chisholm/domain/server-texts'
import { texts } from '@chisholm/domain/texts'
import { countEntries } from './helpers/indexed-db.ts'
import { button } from './helpers/button.ts'
import { createApiClient } from './helpers/api-client.ts'
import { createPostMortem } from './helpers/create-post-mortem.ts'
import { waitForLock } from './helpers/later-request.ts'
import { endSession, signIn, signInAgain, signInWithoutForm, signOut } from './helpers/sign-in.ts'
import { storedOnDevice } from './helpers/stored-on-device.ts'
import { dataDir } from './paths.ts'
import { expectToast } from './helpers/expect-screen.ts'

const demoPassword = 'Chisholm#1867'

async function submitCredentials(page: Page, email: string, password = demoPassword): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await button(page, 'Login').click()
}

/**
 * Waits for the newest e-mail to an address that contains a word.
 * @returns the e-mail, decoded from quoted-printable
 */
async function latestEmailTo(email: string, word: string): Promise<string> {
  const folder = path.join(dataDir, 'outbox')
  const found = () =>
    (existsSync(folder) ? readdirSync(folder).toSorted() : [])
      .filter((file) => file.endsWith('.eml'))
      .map((file) => readFileSync(path.join(folder, file), 'utf8'))
      .map((sent) =>
        sent
          .replace(/=\r?\n/g, '')
          .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
      )
      .findLast((sent) => sent.includes(`To: ${email}`) && sent.includes(word))
  await expect.poll(found, { timeout: 20_000 }).toBeDefined()
  return found() ?? ''
}

test('a link opened while signed out is opened after signing in', async ({ page }) => {
  const { id } = await createPostMortem(page, { client: 'client', tag: 'L 1', sent: false })
  const link = `/a/postmortem/${id}?step=details`
  await page.goto(link)
  await expect(page).toHaveURL('/u/login')
  await expect(page).toHaveTitle('Login · Chisholm')
  // The link is still known after a reload and a visit to the reset page.
  await page.reload()
  await page.getByRole('link', { name: 'Reset my password' }).click()
  await expect(page).toHaveTitle('Reset your password · Chisholm')
  await page.getByRole('link', { name: 'Login' }).click()
  await submitCredentials(page, 'client@demo.example')
  await expect(page).toHaveURL(link)
  await expect(page.getByLabel('Notes')).toBeVisible()
})

test('a link to a page of another role leads home with a message', async ({ page }) => {
  const { id } = await createPostMortem(page, { client: 'client', tag: 'L 2', sent: true })
  await page.goto(`/a/vet/ticketdetail/${id}`)
  await submitCredentials(page, 'client@demo.example')
  await expectToast(page, 'Your role has no access to that page, so you were taken home.')
  await expect(page).toHaveURL(/\/a\/postmortems\/draft$/)
})

test('signing in starts at home after a logout, and at the last page after an expired session', async ({ page }) => {
  await signIn(page, 'client')
  await page.goto('/a/profile')
  // signing out works on this device even if the connection hangs
  await page.route('**/api/v1/auth/logout', () => {})
  await signOut(page)
  expect(await page.evaluate(() => localStorage.getItem('chisholm.session'))).toBeNull()
  await submitCredentials(page, 'client@demo.example')
  await expect(page).toHaveURL(/\/a\/postmortems\/draft$/)
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('chisholm.session') ?? '{}')
    localStorage.setItem('chisholm.session', JSON.stringify({ ...session, token: 'worn', refresh: 'worn' }))
  })
  await page.goto('/a/profile')
  await expect(page).toHaveURL(/\/u\/login$/)
  await submitCredentials(page, 'client@demo.example')
  await expect(page).toHaveURL(/\/a\/profile$/)
})

test('somebody else who signs in after a session has expired starts at home, in each tab', async ({
  page,
  context,
}) => {
  const { id } = await createPostMortem(page, { client: 'client', tag: 'L 4', sent: false })
  await signInWithoutForm(page, 'client')
  await page.goto(`/a/postmortem/${id}`)
  await expect(page.getByRole('article', { name: 'L 4' })).toBeVisible()
  const other = await context.newPage()
  await other.goto(`/a/postmortem/${id}`)
  await expect(other.getByRole('article', { name: 'L 4' })).toBeVisible()
  await endSession(page)
  await page.reload()
  await expect(page).toHaveURL(/\/u\/login$/)
  await signInAgain(other, 'rival')
  for (const tab of [page, other]) {
    await expect(tab).toHaveURL(/\/a\/postmortems\/draft$/)
    await expect(tab.getByRole('heading', { name: 'My PM Requests' })).toBeVisible()
  }
})

test('a link leads on whoever signs in, also if the session of somebody else has expired in this browser', async ({
  page,
}) => {
  const { id } = await createPostMortem(page, { client: 'client', tag: 'L 5', sent: false })
  await signInWithoutForm(page, 'rival')
  await page.goto('/a/profile')
  await expect(page.getByText('rival@demo.example')).toBeVisible()
  await endSession(page)
  await page.reload()
  await expect(page).toHaveURL(/\/u\/login$/)
  await page.goto(`/a/postmortem/${id}`)
  await signInAgain(page, 'client')
  await expect(page.getByRole('article', { name: 'L 5' })).toBeVisible()
})

test('the sign-in page stays, with what was typed, if the connection breaks before all of it has loaded', async ({
  page,
  context,
}) => {
  await page.goto('/u/login')
  await page.getByLabel('Email').fill('client@demo.example')
  const hint = page.waitForEvent('requestfailed', (request) => request.url().includes('offline-hint'))
  await context.setOffline(true)
  await hint
  await submitCredentials(page, 'client@demo.example')
  await expectToast(page, 'Login failed. No connection.')
  await context.setOffline(false)
  await button(page, 'Login').click()
  await expect(page).toHaveURL(/\/a\/postmortems\/draft$/)
})

test('after an expired session each tab returns to its own page, once the user has signed in in one of them', async ({
  page,
  context,
}) => {
  await signInWithoutForm(page, 'client')
  await page.goto('/a/profile')
  const other = await context.newPage()
  await other.goto('/a/training')
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
  await endSession(page)
  await page.reload()
  await expect(page).toHaveURL(/\/u\/login$/)
  await signInAgain(other, 'client')
  await expect(other).toHaveURL(/\/a\/training$/)
  await expect(page).toHaveURL(/\/a\/profile$/)
  await expect(page.getByText('client@demo.example')).toBeVisible()
})

test('a sign-in page that opens only after the user has signed in in another tab leads on to where it was going', async ({
  page,
}) => {
  await signInWithoutForm(page, 'client')
  await page.goto('/a/profile')
  await expect(page.getByText('client@demo.example')).toBeVisible()
  const signedIn = await page.evaluate(() => localStorage.getItem('chisholm.session') ?? '')
  await endSession(page)
  await page.reload()
  await expect(page).toHaveURL(/\/u\/login$/)
  await page.evaluate((text) => {
    localStorage.setItem('chisholm.session', text)
    // cast: TanStack Router exposes itself here for its devtools
    const router = Reflect.get(self, '__TSR_ROUTER__') as { load: () => Promise<void> }
    void router.load()
  }, signedIn)
  await expect(page).toHaveURL(/\/a\/profile$/)
  await expect(page.getByText('client@demo.example')).toBeVisible()
})

test('a late response to the user before is not shown to the next user', async ({ page }) => {
  const tickets = page.getByRole('link', { name: /CHM-\d+/ })
  await signIn(page, 'client')
  await page.goto('/a/postmortems/pending')
  const title = (await tickets.first().textContent()) ?? ''
  const number = /CHM-\d+/.exec(title)?.[0] ?? 'no ticket'
  await expect.poll(() => storedOnDevice(page)).toContain(number)
  const late = Promise.withResolvers<void>()
  let isHeld = true
  await page.route('**/api/v1/post-mortems?**', async (route) => {
    if (!isHeld) return route.continue()
    const response = await route.fetch()
    await late.promise
    await route.fulfill({ response })
  })
  // the copy on the device is shown while the server has not responded
  await page.reload()
  await expect(tickets.first()).toContainText(number)
  await signOut(page)
  isHeld = false
  await submitCredentials(page, 'rival@demo.example')
  await page.getByRole('link', { name: /pending/i }).click()
  await expect(page).toHaveURL(/\/a\/postmortems\/pending$/)
  await page.waitForLoadState('networkidle', { timeout: 3000 }).catch(() => undefined)
  isHeld = true
  const answered = page.waitForResponse(/post-mortems\?/)
  late.resolve()
  await answered
  // another list that is shown afterwards, and this one again
  await page.getByRole('link', { name: /complete/i }).click()
  await expect(tickets.first()).toBeVisible()
  await expect(page.getByText(number)).toHaveCount(0)
  await page.getByRole('link', { name: /pending/i }).click()
  await expect(tickets.first()).toBeVisible()
  await expect(page.getByText(number)).toHaveCount(0)
})

test('a renewed session that arrives after the logout signs nobody in', async ({ page }) => {
  await signIn(page, 'client')
  const late = Promise.withResolvers<void>()
  await page.route('**/api/v1/auth/refresh', async (route) => {
    const response = await route.fetch()
    await late.promise
    await route.fulfill({ response })
  })
  await page.route('**/api/v1/auth/logout', () => {})
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('chisholm.session') ?? '{}')
    localStorage.setItem('chisholm.session', JSON.stringify({ ...session, token: 'worn' }))
  })
  const renewing = page.waitForRequest('**/api/v1/auth/refresh')
  await page.getByRole('link', { name: 'COMPLETE' }).click()
  await renewing
  await signOut(page)
  const renewed = page.waitForResponse('**/api/v1/auth/refresh')
  late.resolve()
  expect((await renewed).status()).toBe(200)
  await waitForLock(page, 'chisholm.refresh')
  expect(await page.evaluate(() => localStorage.getItem('chisholm.session'))).toBeNull()
  await expect(page).toHaveURL(/\/u\/login$/)
})

const rule = (page: Page, words: string) => page.getByText(words)

test('a tab in which somebody else signs in shows nothing of the user before, and a late response is not stored', async ({
  page,
  context,
}) => {
  const tickets = (of: Page) => of.getByRole('link', { name: /CHM-\d+/ })
  await signIn(page, 'client')
  await page.goto('/a/postmortems/pending')
  await expect(tickets(page).first()).toBeVisible()
  const other = await context.newPage()
  await other.goto('/a/postmortems/pending')
  await expect(tickets(other).first()).toBeVisible()

  const late = Promise.withResolvers<void>()
  await page.route('**/api/v1/post-mortems?**', async (route) => {
    const response = await route.fetch()
    await late.promise
    await route.fulfill({ response })
  })
  const requested = page.waitForRequest(/post-mortems\?/)
  await page.getByRole('link', { name: /complete/i }).click()
  await requested
  await signOut(page)
  const answered = page.waitForResponse(/post-mortems\?/)
  late.resolve()
  await answered
  await page.unrouteAll({ behavior: 'wait' })
  // the app has done more by then
  await submitCredentials(page, 'client@demo.example', 'wrong')
  await expectToast(page, texts.failure.login)
  expect(await countEntries(page, 'chisholm-offline', 'responses')).toBe(0)

  await expect(other).toHaveURL(/\/u\/login$/)
  await other.route('**/api/v1/post-mortems?**', () => undefined)
  await submitCredentials(other, 'rival@demo.example')
  await other.getByRole('link', { name: /pending/i }).click()
  await expect(other.getByRole('status', { name: 'Loading' }).first()).toBeVisible()
  await expect(tickets(other)).toHaveCount(0)
})

test('a link from an e-mail survives a first sign-in and a second factor; password rules are ticked', async ({
  page,
}) => {
  const email = `newcomer-${Date.now()}@yard.example`
  const admin = await createApiClient(page.request, 'admin')
  const { id, site_id, customer_id } = await (async () => {
    const postMortem = await createPostMortem(page, { client: 'client', tag: 'L 3', sent: true })
    return admin.get(`/post-mortems/${postMortem.id}`)
  })()
  await admin.post('/user-invites', { email, customer_id, sites: [site_id] })
  const [, temporary = ''] = /Temporary password: (\S+)/.exec(await latestEmailTo(email, 'Temporary password')) ?? []
  const link = `/a/postmortem/${id}`

  await test.step('the first sign-in asks for a name and a password and lists the password rules', async () => {
    await page.goto(link)
    await submitCredentials(page, email, temporary)
    await expect(page).toHaveTitle('What is your name? · Chisholm')
    await page.goBack()
    await expect(page.getByLabel('Email')).toHaveValue(email)
    await button(page, 'Login').click()
    await expect(page).toHaveTitle('What is your name? · Chisholm')
    await button(page, 'Next').click()
    await expect(page.getByText(texts.validation.firstNameRequired)).toBeVisible()
    await page.getByLabel('First name').fill('Josefina')
    await page.getByLabel('Last name').fill('Whitehorse')
    await button(page, 'Next').click()
    await expect(page).toHaveTitle('Choose your password · Chisholm')
    await page.goBack()
    await expect(page).toHaveTitle('What is your name? · Chisholm')
    await expect(page.getByLabel('First name')).toHaveValue('Josefina')
    await expect(page.getByLabel('Last name')).toHaveValue('Whitehorse')
    await button(page, 'Next').click()
    await expect(page).toHaveTitle('Choose your password · Chisholm')
    for (const words of ['8 characters', '1 capital letter', '1 number', '1 special character', 'Not your own name'])
      await expect(rule(page, words)).toContainText('still to do')
  })

  await test.step('rules are ticked while typing, and a broken one gets an error', async () => {
    const typed = page.getByLabel('Set your new password')
    await typed.fill('Pass')
    await expect(rule(page, '1 capital letter')).toContainText('done')
    await expect(rule(page, '8 characters')).toContainText('still to do')
    await typed.fill('Josefina1!')
    await expect(rule(page, '8 characters')).toContainText('done')
    await expect(rule(page, 'Not your own name')).toContainText('still to do')
    await button(page, 'Login').click()
    await expect(page.getByText(texts.validation.passwordOwnWords)).toBeVisible()
    // Errors that only the server finds also appear under the field.
    await typed.fill('Password1!')
    await page.getByLabel('Repeat your new password').fill('Password1!')
    await button(page, 'Login').click()
    await expect(page.getByText(serverTexts.validation.passwordTooCommon)).toBeVisible()
    await expect(typed).toHaveAttribute('aria-invalid', 'true')
    await expect(typed).toHaveValue('Password1!')
    await typed.fill('Cattle&Trails#77')
    await page.getByLabel('Repeat your new password').fill('Cattle&Trails#77')
    await button(page, 'Login').click()
    await expect(page).toHaveURL(link)
  })

  await test.step('with an authenticator app it is the same', async () => {
    await page.goto('/a/security')
    await button(page, 'Set up an app').click()
    const secret = (await page.getByText(/^Key:/).locator('..').innerText()).replace('Key:', '').replaceAll(/\s/g, '')
    const code = (later = 0) =>
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + later * 30_000 })
    await page.getByLabel('Code the app shows').fill(code())
    await button(page, 'Confirm').click()
    await button(page, 'I have kept them').click()
    await signOut(page)
    await page.goto(link)
    await submitCredentials(page, email, 'Cattle&Trails#77')
    await expect(page).toHaveTitle('One more step · Chisholm')
    await page.goBack()
    await expect(page.getByLabel('Email')).toHaveValue(email)
    await page.goForward()
    await expect(page).toHaveTitle('One more step · Chisholm')
    await page.reload()
    await submitCredentials(page, email, 'Cattle&Trails#77')
    await expect(page).toHaveTitle('One more step · Chisholm')
    await button(page, 'Back to sign-in').click()
    await expect(page.getByLabel('Email')).toHaveValue(email)
    await button(page, 'Login').click()
    await expect(page).toHaveTitle('One more step · Chisholm')
    await page.getByLabel('Code').fill(code(1))
    await button(page, 'Login').click()
    await expect(page).toHaveURL(link)
  })
})

test('the address typed at the sign-in is that of the reset, whose e-mail leads to the field for the code, and a reload stays there', async ({
  page,
}) => {
  const account = 'nolink@demo.example'
  await page.goto('/u/login')
  await page.getByLabel('Email').fill(account)
  await page.getByRole('link', { name: 'Reset my password' }).click()
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible()
  await expect(page, 'the address is not in the URL before it was submitted').toHaveURL(/\/u\/reset$/)
  await expect(page.getByLabel('Email')).toHaveValue(account)
  await button(page, 'Next').click()
  await expect(page.getByLabel('Verification code')).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveAttribute('readonly')
  await page.goBack()
  await expect(page.getByLabel('Verification code')).toHaveCount(0)
  await expect(page.getByLabel('Email')).toHaveValue(account)
  await page.goForward()
  await expect(page.getByLabel('Verification code')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Verification code')).toBeVisible()

  const email = await latestEmailTo(account, 'verification code')
  const [, code = ''] = /Your verification code is (\w{8})/.exec(email) ?? []
  const [, link = ''] = /Reset my password: \S+(\/u\/reset\S+)/.exec(email) ?? []
  await page.goto('about:blank')
  await page.goto(link)
  expect(link).not.toContain(code)
  await expect(page.getByLabel('Email')).toHaveValue(account)
  await page.getByLabel('Verification code').fill('WRONG123')
  await page.getByLabel('Set your new password').fill(demoPassword)
  await page.getByLabel('Repeat your new password').fill(demoPassword)
  await button(page, 'Next').click()
  await expect(page.getByLabel('Verification code')).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('Verification code').fill(code)
  await button(page, 'Next').click()
  await expect(page.getByRole('heading', { name: 'Done' })).toBeVisible()
  await page.getByRole('link', { name: 'Login' }).click()
  await submitCredentials(page, account)
  await expect(page).toHaveURL(/\/a\/postmortems\/draft$/)
})
