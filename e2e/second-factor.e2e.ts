import { expect, type Page, test } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import { countEntries } from './helpers/indexed-db.ts'
import { button } from './helpers/button.ts'
import { fetchAccessToken, signIn, signInWithoutForm, signOut } from './helpers/sign-in.ts'
import { withSecondServer } from './helpers/second-server.ts'
import { saveScreenshot } from './helpers/save-screenshot.ts'
import { expectToast } from './helpers/expect-screen.ts'

const password = 'Chisholm#1867'
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** The code of an authenticator app, `later` steps of 30 seconds from now. */
const totpCode = (secret: string, later = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret.replaceAll(/\s/g, '')) }).generate({
    timestamp: Date.now() + later * 30_000,
  })

async function openSecurity(page: Page): Promise<void> {
  await button(page, 'Menu').click()
  await page.getByRole('menuitem', { name: 'Sign-in and security' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Sign-in and security' })).toBeVisible()
}

/** Submits e-mail and password, which leads to the second step. */
async function submitCredentials(page: Page, name: string): Promise<void> {
  await page.goto('/u/login')
  await page.getByLabel('Email').fill(`${name}@demo.example`)
  await page.getByLabel('Password').first().fill(password)
  await button(page, 'Login').click()
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
}

async function saveRecoveryCodes(page: Page): Promise<string[]> {
  const dialog = page.getByRole('dialog', { name: 'Keep your recovery codes' })
  await expect(dialog.getByRole('listitem')).toHaveCount(10)
  const codes = await dialog.getByRole('listitem').allTextContents()
  await dialog.getByRole('button', { name: 'I have kept them' }).click()
  await expect(dialog).toHaveCount(0)
  return codes
}

async function setUpAuthenticator(page: Page): Promise<void> {
  await button(page, 'Set up an app').click()
  const secret = (await page.getByText(/^Key:/).locator('..').innerText()).replace('Key:', '')
  await page.getByLabel('Code the app shows').fill(totpCode(secret))
  await button(page, 'Confirm').click()
  await saveRecoveryCodes(page)
}

/** Answers one request as if the sign-in were too old. Later requests reach the server. */
const requireReauthenticationOnce = (page: Page, address: string) =>
  page.route(
    address,
    (route) =>
      route.fulfill({
        status: 403,
        contentType: 'application/problem+json',
        json: { success: false, type: 'urn:chisholm:recent-sign-in-required', message: 'Too old.' },
      }),
    { times: 1 },
  )

test('an authenticator app and recovery codes: set up, signed in with, renewed and removed', async ({ page }) => {
  let secret = ''
  let codes: string[] = []

  await test.step('the app is set up with a QR code and its first code', async () => {
    await signIn(page, 'vet2')
    await openSecurity(page)
    await expect(section(page, 'Authenticator app').getByText('Off')).toBeVisible()
    await saveScreenshot(page, 'security-off')
    await button(page, 'Set up an app').click()
    const dialog = page.getByRole('dialog', { name: 'Set up an authenticator app' })
    await expect(dialog.getByRole('img', { name: 'QR code' })).toBeVisible()
    await saveScreenshot(page, 'security-app')
    secret = (await dialog.getByText(/^Key:/).locator('..').innerText()).replace('Key:', '')
    await dialog.getByLabel('Code the app shows').fill('000 000')
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await expect(dialog.getByText('This code is wrong')).toBeVisible()
    await dialog.getByLabel('Code the app shows').fill(totpCode(secret))
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByRole('dialog', { name: 'Keep your recovery codes' })).toBeVisible()
    await saveScreenshot(page, 'security-recovery-codes')
    codes = await saveRecoveryCodes(page)
    await expect(section(page, 'Authenticator app').getByText('On', { exact: true })).toBeVisible()
    await expect(section(page, 'Recovery codes').getByText('10 codes are left.')).toBeVisible()
    await saveScreenshot(page, 'security-on')
    await signOut(page)
  })

  await test.step('sign-in asks for its code and accepts it once', async () => {
    await submitCredentials(page, 'vet2')
    const code = page.getByLabel('Code from your authenticator app')
    await expect(code).toBeFocused()
    await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
    await saveScreenshot(page, 'second-step')
    await button(page, 'Login').click()
    await expect(page.getByText('Please enter a verification code.')).toBeVisible()
    await code.fill('000000')
    await button(page, 'Login').click()
    await expect(page.getByText('This code is wrong or has already been used.')).toBeVisible()
    await code.fill(totpCode(secret, 1))
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/a\/location\/all\/inbox$/)
    await signOut(page)
  })

  await test.step('a recovery code works once instead', async () => {
    const recover = async (code: string) => {
      await button(page, 'Use a recovery code').click()
      await page.getByLabel('Recovery code').fill(code)
      await button(page, 'Login').click()
    }
    await submitCredentials(page, 'vet2')
    await recover(codes[0] ?? '')
    await expect(page).toHaveURL(/\/a\//)
    await signOut(page)
    await submitCredentials(page, 'vet2')
    await recover(codes[0] ?? '')
    await expect(page.getByText('This code is wrong or has already been used.')).toBeVisible()
    await page.getByLabel('Recovery code').fill(codes[1] ?? '')
    await button(page, 'Login').click()
    await expect(page).toHaveURL(/\/a\//)
  })

  await test.step('five wrong codes lead back to the password', async () => {
    await signOut(page)
    await submitCredentials(page, 'vet2')
    for (let attempt = 1; attempt <= 5; attempt++) {
      await page.getByLabel('Code from your authenticator app').fill(`00000${attempt}`)
      const answered = page.waitForResponse('**/auth/second-factor')
      await button(page, 'Login').click()
      await answered
    }
    await expectToast(page, 'Please enter your password again.')
    await expect(page.getByLabel('Email')).toBeVisible()
  })

  await test.step('new codes replace the old ones, and removing the app removes them', async () => {
    await submitCredentials(page, 'vet2')
    await button(page, 'Use a recovery code').click()
    await page.getByLabel('Recovery code').fill(codes[2] ?? '')
    await button(page, 'Login').click()
    await expect(page).toHaveURL(/\/a\//)
    await openSecurity(page)
    await expect(section(page, 'Recovery codes').getByText('7 codes are left.')).toBeVisible()
    await button(page, 'Make new codes').click()
    const question = page.getByRole('dialog', { name: 'Make new recovery codes? The old ones stop working.' })
    await question.getByRole('button', { name: 'Make new codes' }).click()
    expect(await saveRecoveryCodes(page)).not.toContain(codes[5])
    await button(page, 'Remove the app').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
    await expect(section(page, 'Authenticator app').getByText('Off')).toBeVisible()
    await expect(section(page, 'Recovery codes')).toHaveCount(0)
    await signOut(page)
    await signIn(page, 'vet2')
  })
})

test('a passkey: added after entering the password again, used to sign in, and removed', async ({ page, baseURL }) => {
  // Browsers do not create passkeys for an IP address.
  const at = (path: string) => `${baseURL?.replace('127.0.0.1', 'localhost')}${path}`
  const login = at('/u/login')
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const givePassword = async () => {
    await page.goto(login)
    await page.getByLabel('Email').fill('manager@demo.example')
    await page.getByLabel('Password').first().fill(password)
    await button(page, 'Login').click()
  }
  await givePassword()
  await expect(page).toHaveURL(/\/a\//)

  await test.step('an old sign-in asks for the password first', async () => {
    await openSecurity(page)
    await requireReauthenticationOnce(page, '**/auth/passkeys/options')
    await button(page, 'Add a passkey').click()
    await page.getByLabel('Name').fill('Test phone')
    await page.getByRole('dialog', { name: 'Add a passkey' }).getByRole('button', { name: 'Go on' }).click()
    const question = page.getByRole('dialog', { name: 'Is it you?' })
    await expect(question.getByLabel('Password').first()).toBeFocused()
    await saveScreenshot(page, 'security-password')
    await question.getByLabel('Password').first().fill('Wrong#2026')
    await question.getByRole('button', { name: 'Go on' }).click()
    await expect(question.getByText('This password is wrong.')).toBeVisible()
    const wrong = question.getByRole('textbox', {
      name: 'Current password',
      description: 'This password is wrong.',
    })
    await expect(wrong).toHaveAttribute('aria-invalid', 'true')
    await expect(wrong).toBeFocused()
    await question.getByLabel('Password').first().fill(password)
    await question.getByRole('button', { name: 'Go on' }).click()
    await saveRecoveryCodes(page)
    await expect(section(page, 'Passkeys').getByText('Test phone')).toBeVisible()
    await expect(section(page, 'Passkeys').getByText('not used yet')).toBeVisible()
    await saveScreenshot(page, 'security-passkey')
  })

  await test.step('sign-in asks for it', async () => {
    await signOut(page)
    await givePassword()
    await expect(button(page, 'Use a passkey')).toBeVisible()
    await expect(page.getByLabel('Code from your authenticator app')).toHaveCount(0)
    await saveScreenshot(page, 'second-step-passkey')
    await button(page, 'Use a passkey').click()
    await expect(page).toHaveURL(/\/a\/postmortems\/draft$/)
  })

  await test.step('the page shows when it was used, and removing it works', async () => {
    await openSecurity(page)
    await expect(section(page, 'Passkeys').getByText('Last used')).toBeVisible()
    await button(page, 'Remove the passkey Test phone').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
    await expect(section(page, 'Passkeys').getByText('Off')).toBeVisible()
    await signOut(page)
    await givePassword()
    await expect(page).toHaveURL(/\/a\//)
  })
})

/** Number of lists cached for offline use. */
const countOfflineCopies = (page: Page) => countEntries(page, 'chisholm-offline', 'responses')

test('other sessions are ended one by one and all at once', { tag: '@long' }, async ({ page, browser }) => {
  // Ends the sessions that other tests left on this account, so that only these two are listed below.
  await signIn(page, 'nolink')
  await openSecurity(page)
  await button(page, 'Sign out everywhere').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(page).toHaveURL(/\/u\/login$/)

  const elsewhere = await browser.newPage()
  await signIn(elsewhere, 'nolink')
  await signIn(page, 'nolink')
  await openSecurity(page)
  const lines = section(page, 'Where you are signed in').getByRole('listitem')
  await expect(lines).toHaveCount(2)
  await expect(lines.first()).toContainText('This device')
  await lines.nth(1).getByRole('button').click()
  await expect(lines).toHaveCount(1)
  await elsewhere.goto('/a/profile')
  await expect(elsewhere).toHaveURL(/\/u\/login$/)
  await page.goto('/a/reports')
  await expect.poll(() => countOfflineCopies(page)).toBeGreaterThan(0)
  await openSecurity(page)
  await button(page, 'Sign out everywhere').click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(page).toHaveURL(/\/u\/login$/)
  expect(await countOfflineCopies(page)).toBe(0)
  await elsewhere.close()
})

test('those whose calendar has an address read that signing out everywhere does not end it', async ({ page }) => {
  const headers = { authorization: `Bearer ${await fetchAccessToken(page, 'manager')}` }
  const made = await page.request.post('/api/v1/calendar-feeds', { headers, data: {} })
  const { id } = (await made.json()).data
  await signInWithoutForm(page, 'manager')
  await page.goto('/a/security')
  const sessions = section(page, 'Where you are signed in')
  const hint = sessions.getByText('Signing out does not end the address of your calendar')
  await expect(hint).toBeVisible()
  expect((await page.request.delete(`/api/v1/calendar-feeds/${id}`, { headers })).status()).toBe(200)
  await page.reload()
  await expect(sessions.getByText('This device')).toBeVisible()
  await expect(hint).toHaveCount(0)
})

test('changing the password in an old session asks for the current password first', async ({ page }) => {
  await signIn(page, 'nolink')
  await button(page, 'Menu').click()
  await page.getByRole('menuitem', { name: 'Change password' }).click()
  await requireReauthenticationOnce(page, '**/auth/update-password')
  await page.getByLabel('Set your new password').fill(password)
  await page.getByLabel('Repeat your new password').fill(password)
  const question = page.getByRole('dialog', { name: 'Is it you?' })
  await button(page, 'Complete').click()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toHaveCount(0)
  await expect(page.getByLabel('Set your new password')).toHaveValue(password)

  await requireReauthenticationOnce(page, '**/auth/update-password')
  await button(page, 'Complete').click()
  await expect(question.getByLabel('Password').first()).toBeFocused()
  await saveScreenshot(page, 'change-password-again')
  await question.getByLabel('Password').first().fill(password)
  await question.getByRole('button', { name: 'Go on' }).click()
  await expectToast(page, 'Your password has been successfully updated')
})

test('a user who must have a second factor is sent to set one up and then continues', { tag: '@long' }, async ({
  browser,
}) => {
  await withSecondServer({ REQUIRE_SECOND_FACTOR: 'vets' }, async (baseURL) => {
    const page = await browser.newPage({ baseURL })
    const demand = page.getByText('Your practice requires a second factor.')
    await signIn(page, 'vet')
    await expect(page).toHaveURL(/\/a\/security$/)
    await expect(demand).toBeVisible()
    await saveScreenshot(page, 'security-required')
    await page.getByRole('link', { name: 'Archive' }).click()
    await expect(page).toHaveURL(/\/a\/security$/)
    await page.goto('/a/search/result?status=Pending')
    await expect(page).toHaveURL(/\/a\/security$/)

    await setUpAuthenticator(page)
    await expect(demand).toHaveCount(0)
    await expect(page.getByText('Your sign-in asks for a second factor after the password.')).toBeVisible()
    await page.getByRole('link', { name: 'Vet Inbox' }).click()
    await expect(page).toHaveURL(/\/a\/location\/all\/inbox$/)
    await expect(page.getByRole('link', { name: 'CHM-' }).first()).toBeVisible()

    // The rule does not apply to clients.
    await signOut(page)
    await signIn(page, 'client')
    await page.goto('/a/postmortems/pending')
    await expect(page.getByRole('link', { name: 'CHM-' }).first()).toBeVisible()
    await page.close()
  })
})

test('an Admin removes a lost second factor, and the user signs in by password', { tag: '@long' }, async ({
  page,
  browser,
}) => {
  const client = await browser.newPage()
  await signIn(client, 'client')
  await openSecurity(client)
  await setUpAuthenticator(client)
  await expect(section(client, 'Somebody lost their second factor')).toHaveCount(0)

  await signIn(page, 'admin')
  await openSecurity(page)
  const reset = section(page, 'Somebody lost their second factor')
  const remove = async (email: string) => {
    await reset.getByLabel('Email').fill(email)
    await reset.getByRole('button', { name: 'Remove their second factor' }).click()
  }
  await remove('nobody@demo.example')
  await expect(reset.getByText('Nobody has this e-mail address.')).toBeVisible()
  await remove('superadmin@demo.example')
  await expect(reset.getByText('Your role does not allow this.')).toBeVisible()
  await remove('client@demo.example')
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await expectToast(page, 'The second factor was removed')

  await client.goto('/a/profile')
  await expect(client).toHaveURL(/\/u\/login$/)
  await signIn(client, 'client')
  await client.close()
})
