import { expect, type Page, test } from '@playwright/test'
import { openPageAs, signInByApi, signInWithoutForm } from './helpers/sign-in.ts'

const keys = {
  p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
  auth: 'tBHItJI5svbpez7KI4CCXg',
}

/** Gives a page the subscription that a browser with a push service would have. */
async function subscribeBrowser(page: Page, { key, owner }: { key: string; owner: string }): Promise<void> {
  const stub = { key, owner, json: { endpoint: `https://push.example/${owner}`, keys } }
  await page.addInitScript(({ key, owner, json }) => {
    const bytes = Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (one) => one.codePointAt(0) ?? 0)
    const isGone = () => localStorage.getItem('test.unsubscribed') === 'yes'
    const subscription = {
      options: { applicationServerKey: bytes.buffer },
      toJSON: () => json,
      unsubscribe: async () => localStorage.setItem('test.unsubscribed', 'yes'),
    }
    const pushManager = { getSubscription: async () => (isGone() ? null : subscription) }
    Object.defineProperty(navigator.serviceWorker, 'getRegistration', { value: async () => ({ pushManager }) })
    Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
    if (!isGone()) localStorage.setItem('chisholm.push', JSON.stringify({ owner, id: 'before' }))
  }, stub)
}

const isSubscription = (request: { url(): string; method(): string }) =>
  request.url().endsWith('/push-subscriptions') && request.method() === 'POST'

test('a browser whose sign-in was ended elsewhere gets pushes again when its user signs in there', {
  tag: '@long',
}, async ({ browser }) => {
  const page = await openPageAs(browser, 'vet')
  const { uuid: owner, token } = await signInByApi(page.request, 'vet')
  const { data } = await (
    await page.request.get('/api/v1/push-key', { headers: { authorization: `Bearer ${token}` } })
  ).json()
  await subscribeBrowser(page, { key: data.key, owner })
  const renewed = page.waitForResponse((response) => isSubscription(response.request()))
  await page.goto('/a/location/all/inbox')
  const answer = await renewed
  expect(answer.status()).toBe(201)
  const { id } = (await answer.json()).data
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('chisholm.push')))
    .toBe(JSON.stringify({ owner, id }))
})

test('a browser shows no pushes of the user before to whoever signs in next', { tag: '@long' }, async ({ browser }) => {
  const page = await openPageAs(browser, 'anonymous')
  const sent: string[] = []
  page.on('request', (request) => isSubscription(request) && sent.push(request.url()))
  await subscribeBrowser(page, { key: 'AAAA', owner: '01a00000-0000-7000-8000-000000000000' })
  await signInWithoutForm(page, 'client')
  await page.goto('/a/postmortems/draft')
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('test.unsubscribed')), { timeout: 10_000 })
    .toBe('yes')
  expect(await page.evaluate(() => localStorage.getItem('chisholm.push'))).toBeNull()
  expect(sent).toEqual([])
})
