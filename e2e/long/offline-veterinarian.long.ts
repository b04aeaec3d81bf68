import { expect, test } from '@playwright/test'
import { createApiClient } from '../helpers/api-client.ts'
import { createPostMortem } from '../helpers/create-post-mortem.ts'
import { startLossyProxy } from '../helpers/lossy-proxy.ts'
import { outboxStatus } from '../helpers/outbox.ts'
import { signInWithoutForm } from '../helpers/sign-in.ts'

test.use({ serviceWorkers: 'allow' })

const ticketCount = 10
const changedByAdmin = 3
const findingsOf = (ticket: number) => `Findings of carcass ${ticket}, seen without a signal.`
const adminText = 'Written by the office meanwhile.'

test("ten tickets diagnosed and completed offline arrive once, and conflicts with an Admin's changes are shown", async ({
  page,
  context,
}) => {
  await using proxy = await startLossyProxy(0.3)
  const tickets: { id: string; title: string }[] = []
  for (let ticket = 0; ticket < ticketCount; ticket++)
    tickets.push(await createPostMortem(page, { client: 'client', tag: `V ${ticket}`, sent: true }))
  const api = await createApiClient(page.request, 'admin')
  const animalOf = async (id: string) =>
    (await api.get(`/post-mortems/${id}`)).veterinary_record.veterinary_record_animals[0]

  await signInWithoutForm(page, 'vet', proxy.url)
  await page.goto(`${proxy.url}/a/location/all/inbox`)
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  for (const { id, title } of tickets) {
    await page.goto(`${proxy.url}/a/vet/ticketdetail/${id}`)
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await page.waitForLoadState('networkidle')
  }

  await test.step('without a connection', async () => {
    await context.setOffline(true)
    for (const [ticket, { id }] of tickets.entries()) {
      await page.goto(`${proxy.url}/a/vet/ticketdetail/${id}`)
      await page.getByLabel('Findings').fill(findingsOf(ticket))
      await page.getByRole('button', { name: 'Complete' }).click()
      await page.getByRole('button', { name: 'Complete' }).click()
      await expect(page.getByText('The report is then issued')).toBeVisible()
    }
  })

  await test.step('meanwhile an Admin writes findings of three of them', async () => {
    for (const { id } of tickets.slice(0, changedByAdmin))
      await api.put(`/veterinary-record-animals/${(await animalOf(id)).id}`, { vet_findings: adminText })
  })

  await test.step('with a connection that loses answers, seven are sent and three wait for a decision', async () => {
    await context.setOffline(false)
    const completed = async () => {
      const states = await Promise.all(tickets.map(async ({ id }) => (await api.get(`/post-mortems/${id}`)).status))
      return states.filter((status) => status === 'Completed').length
    }
    await expect.poll(completed, { timeout: 300_000, intervals: [2000] }).toBe(ticketCount - changedByAdmin)
    for (const { id } of tickets.slice(0, changedByAdmin)) {
      expect((await animalOf(id)).vet_findings).toBe(adminText)
      await page.goto(`${proxy.url}/a/vet/ticketdetail/${id}`)
      const versions = page.getByRole('region', { name: 'Two versions' })
      await expect(versions).toContainText(adminText)
      await versions.getByRole('radio').first().check()
      await versions.getByRole('button', { name: 'Use what is chosen' }).click()
      await expect(versions).toHaveCount(0)
    }
    await expect.poll(completed, { timeout: 120_000, intervals: [2000] }).toBe(ticketCount)
    await expect(outboxStatus(page)).toHaveCount(0, { timeout: 120_000 })
  })

  for (const [ticket, { id }] of tickets.entries()) expect((await animalOf(id)).vet_findings).toBe(findingsOf(ticket))
  const { writes, lost } = proxy.counts()
  console.log(`${writes} writes, ${lost} answers lost after the server had processed them`)
  expect(lost).toBeGreaterThan(0)
})
