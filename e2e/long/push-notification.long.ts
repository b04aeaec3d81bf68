import { expect, test } from '@playwright/test'
import { fullBrowserOptions } from '../helpers/browser-launch-options.ts'
import { createPostMortem } from '../helpers/create-post-mortem.ts'
import { signInWithoutForm } from '../helpers/sign-in.ts'

test.use({ serviceWorkers: 'allow', permissions: ['notifications'], launchOptions: fullBrowserOptions })

test('a push is shown as a device notification that opens its ticket', async ({ page, context }) => {
  const { id, title } = await createPostMortem(page, { client: 'client', tag: 'P 1', sent: true })
  await signInWithoutForm(page, 'vet')
  await page.goto('/a/location/all/inbox')
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))

  const devTools = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    devTools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId)
    })
  })
  await devTools.send('ServiceWorker.enable')
  const registrationId = await registered
  await devTools.send('ServiceWorker.deliverPushMessage', {
    origin: new URL(page.url()).origin,
    registrationId,
    data: JSON.stringify({ kind: 'assigned', number: title }),
  })
  const shown = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready
      return (await registration.getNotifications()).map((notification) => [notification.title, notification.data])
    })
  await expect.poll(shown).toEqual([[`${title} is assigned to you`, title]])

  // In Chromium only the system can click on a notification; the service worker then opens this URL.
  await page.goto(`/a/notifications?number=${title}`)
  await expect(page).toHaveURL(new RegExp(`/a/vet/ticketdetail/${id}$`))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
})
