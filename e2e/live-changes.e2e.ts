import { expect, test } from '@playwright/test'
import { createApiClient } from './helpers/api-client.ts'
import { createPostMortem } from './helpers/create-post-mortem.ts'
import { openPageAs } from './helpers/sign-in.ts'

test('a new request appears in the inbox, in the bell and in another tab without a reload', async ({ browser }) => {
  const vet = await openPageAs(browser, 'vet', { viewport: { width: 1280, height: 800 } })
  const streams: string[] = []
  vet.context().on('request', (request) => {
    if (request.url().endsWith('/api/v1/events')) streams.push(request.url())
  })
  await vet.goto('/a/location/all/inbox')
  // the page's network becomes idle, although the event stream opens afterwards
  await vet.waitForLoadState('networkidle')
  await expect(vet.getByRole('link', { name: /^Notifications/ })).toBeVisible()
  const second = await vet.context().newPage()
  await second.goto('/a/location/all/inbox')
  await expect.poll(() => streams.length, { timeout: 60_000 }).toBe(1)

  const { title } = await createPostMortem(vet, { client: 'client', tag: 'L 1', sent: true })
  for (const page of [vet, second])
    await expect(page.locator('.split-view-list').getByRole('link', { name: title })).toBeVisible()
  expect(streams).toHaveLength(1)

  await vet.getByRole('link', { name: /^Notifications, \d+ unread$/ }).click()
  const row = vet.getByRole('link', { name: `${title}: post-mortem requested` })
  await expect(row).toContainText('Unread')
  await row.click()
  await expect(vet).toHaveURL(/\/a\/vet\/ticketdetail\//)
  await vet.goBack()
  await expect(row).not.toContainText('Unread')
})

test('an open report is replaced by the version that is issued meanwhile, without a reload', async ({ browser }) => {
  const client = await openPageAs(browser, 'client', { viewport: { width: 1280, height: 800 } })
  const { id } = await createPostMortem(client, { client: 'client', tag: 'L 2', sent: true })
  const vet = await createApiClient(client.request, 'vet')
  await vet.post(`/post-mortems/${id}/report-versions`, { kind: 'preliminary' })
  const events = client.waitForRequest((request) => request.url().endsWith('/api/v1/events'), { timeout: 60_000 })
  await client.goto(`/a/postmortem/${id}/report`)
  await expect(client.getByText(/Preliminary report, version 1/).first()).toBeVisible()
  await (await events).response()
  await vet.put(`/post-mortems/${id}`, { completed_at: '1' })
  await expect(client.getByText(/Final report, version 2/).first()).toBeVisible({ timeout: 20_000 })
})
