import { expect, type Page } from '@playwright/test'
import { tokenOf } from './people.ts'

interface Given {
  /** The demo account that creates it. */
  client: string
  tag: string
  sent: boolean
}

/** An API client signed in as a demo account. A failed request fails the test. */
export async function callsOf(page: Page, name: string) {
  const headers = { authorization: `Bearer ${await tokenOf(page, name)}` }
  return async (method: 'GET' | 'POST' | 'PUT', address: string, data?: object) => {
    const answer = await page.request.fetch(`/api/v1${address}`, { method, headers, ...(data && { data }) })
    expect(answer.ok(), `${method} ${address}`).toBe(true)
    return (await answer.json()).data
  }
}

/** Creates a ticket with one animal over the API. @returns its id and number */
export async function givenTicket(page: Page, { client, tag, sent }: Given): Promise<{ id: string; title: string }> {
  const call = await callsOf(page, client)
  const [site] = await call('GET', '/sites')
  const record_at = new Date().toISOString().slice(0, 10)
  const { id, title } = await call('POST', '/post-mortems', { site_id: site.id, record_at })
  await call('POST', '/veterinary-record-animals', { veterinary_record_id: id, tag })
  if (sent) await call('PUT', `/post-mortems/${id}`, { draft: 0 })
  return { id, title }
}
