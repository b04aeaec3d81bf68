import { expect, type Page, test } from '@playwright/test'
import { createPostMortem } from './helpers/create-post-mortem.ts'
import { holdRequests } from './helpers/hold-requests.ts'
import { navigateInApp } from './helpers/navigate-in-app.ts'
import { addAnimal, animalTags, openWizard, outboxStatus, postMortemsWithNote } from './helpers/outbox.ts'
import { signInWithoutForm } from './helpers/sign-in.ts'

/** Stops all scripts of a tab, as phones do with tabs in the background. It keeps its web locks. */
async function freeze(page: Page) {
  const debug = await page.context().newCDPSession(page)
  await debug.send('Debugger.enable')
  await debug.send('Debugger.pause')
  return { thaw: () => debug.send('Debugger.disable') }
}

test('a tab that was frozen while it sent or refreshed the session holds up no other tab, and nothing is sent twice', {
  tag: '@long',
}, async ({ page, context }) => {
  const note = 'Frozen while it was sent.'
  await signInWithoutForm(page, 'client')
  const other = await context.newPage()
  await other.goto('/a/postmortems/draft')
  await openWizard(page)

  await test.step('changes', async () => {
    const sending = await holdRequests(page, '**/api/v1/post-mortems', 'POST')
    await page.getByLabel('Notes').fill(note)
    await page.getByRole('button', { name: 'Add animals' }).click()
    await sending.held
    const { thaw } = await freeze(page)
    await expect(other.getByRole('link', { name: /New post mortem.*Prairie Feeders/ })).toBeVisible()
    await outboxStatus(other).getByRole('button', { name: 'Try now' }).click()
    await expect(outboxStatus(other)).toHaveCount(0)
    await thaw()
    sending.release((route) => route.continue())
    await addAnimal(page, 'F 1', 'Review')
    await expect(outboxStatus(page)).toHaveCount(0)
    expect((await postMortemsWithNote(page, note)).map(animalTags)).toEqual([['F 1']])
  })

  await test.step('the session', async () => {
    const refresh = await holdRequests(page, '**/api/v1/auth/refresh', 'POST')
    await page.evaluate(() => {
      const session = JSON.parse(localStorage.getItem('chisholm.session') ?? '{}')
      localStorage.setItem('chisholm.session', JSON.stringify({ ...session, token: 'expired' }))
    })
    void navigateInApp(page, '/a/locations')
    await refresh.held
    await freeze(page)
    await navigateInApp(other, '/a/postmortems/pending')
    await expect(other.getByRole('link', { name: /CHM-\d+/ }).first()).toBeVisible()
    refresh.release((route) => route.abort())
  })
})

test('changes reach a tab while the one that receives them for all is frozen', {
  tag: '@long',
}, async ({ page, context }) => {
  const streams: Page[] = []
  context.on('request', (request) => {
    if (request.url().endsWith('/api/v1/events')) streams.push(request.frame().page())
  })
  await signInWithoutForm(page, 'vet')
  await page.goto('/a/profile')
  await expect.poll(() => streams, { timeout: 15_000 }).toEqual([page])
  const other = await context.newPage()
  await other.goto('/a/location/all/inbox')
  await expect(other.getByRole('link', { name: /CHM-\d+/ }).first()).toBeVisible()
  await freeze(page)
  await expect.poll(() => streams, { timeout: 20_000 }).toEqual([page, other])
  const { title } = await createPostMortem(other, { client: 'client', tag: 'F 2', sent: true })
  await expect(other.getByRole('link', { name: title })).toBeVisible()
})
