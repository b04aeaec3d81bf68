import { type APIRequestContext, expect, test } from '@playwright/test'
import { expectAccessible, growViewportToPage } from './helpers/accessibility.ts'
import { withSecondServer } from './helpers/second-server.ts'
import { saveScreenshot } from './helpers/save-screenshot.ts'

const email = 'vet2@demo.example'

/** Fails to sign in, each time from another network address. */
const failToSignIn = (request: APIRequestContext, baseURL: string, username: string) =>
  Promise.all(
    Array.from({ length: 100 }, (_, at) =>
      request.post(`${baseURL}/api/v1/auth/login`, {
        headers: { 'x-forwarded-for': `198.51.100.${at}` },
        data: { username, password: 'Wrong#2026' },
      }),
    ),
  )

test('Admins lift the sign-in limit of an account; signed-in users read the API documentation', {
  tag: '@long',
}, async ({ browser, request }) => {
  await withSecondServer({ API_DOCS: 'signed-in', TRUSTED_PROXIES: '127.0.0.1' }, async (baseURL) => {
    const context = await browser.newContext({ baseURL, viewport: { width: 390, height: 844 } })
    const page = await context.newPage()
    const refused: string[] = []
    page.on('console', (message) => {
      if (/Content Security Policy|Trusted(HTML|Script)/.test(message.text())) refused.push(message.text())
    })

    await test.step('a visitor of the API documentation is sent to sign-in and back', async () => {
      await page.goto('/api/docs')
      await expect(page.getByText('Sign in to read the API documentation.')).toBeVisible()
      await saveScreenshot(page, 'api-docs-signed-out')
      await page.getByRole('link', { name: 'Sign in' }).click()
      await page.getByLabel('Email').fill('admin@demo.example')
      await page.getByLabel('Password').first().fill('Chisholm#1867')
      await page.getByRole('button', { name: 'Login' }).click()
      await expect(page).toHaveURL(/\/api\/docs$/)
      await page.getByLabel('Find an operation').fill('ticket as a draft')
      await expect(page.getByRole('heading', { level: 2 })).toHaveText(['post-mortems'])
      await page.getByText('Create a ticket as a draft').click()
      await page.getByText('Example: shortest').first().click()
      await expect(page.getByText('"record_at": "2026-11-20"')).toBeVisible()
      await page.getByText('PostMortem', { exact: true }).click()
      await saveScreenshot(page, 'api-docs-operation')
      await growViewportToPage(page)
      await expectAccessible(page)
      expect(refused).toEqual([])
    })

    await test.step('an Admin sees the limited account and lifts its limit', async () => {
      await page.setViewportSize({ width: 390, height: 844 })
      await failToSignIn(request, baseURL, email)
      await failToSignIn(request, baseURL, 'nobody@ranch.example')
      await page.goto('/a/admin/sign-in-limits')
      await expect(page.getByText('100 failed, from 100 network addresses.')).toHaveCount(2)
      await saveScreenshot(page, 'sign-in-limits')
      await growViewportToPage(page)
      await expectAccessible(page)
      const signInAs = () =>
        request.post(`${baseURL}/api/v1/auth/login`, {
          headers: { 'x-forwarded-for': '203.0.113.9' },
          data: { username: email, password: 'Chisholm#1867' },
        })
      expect((await signInAs()).status()).toBe(429)
      await page.getByRole('button', { name: `Lift the limit of ${email}` }).click()
      await expect(page.getByText(`${email} can sign in again at once.`)).toBeVisible()
      await expect(page.getByText('100 failed, from 100 network addresses.')).toHaveCount(1)
      // the button that was pressed is gone
      await expect(page.getByRole('heading', { level: 1, name: 'Limited sign-ins' })).toBeFocused()
      expect((await signInAs()).status()).toBe(200)
    })
    await context.close()
  })
})
