import { expect, type Page } from '@playwright/test'
import { fetchAccessToken } from './sign-in.ts'

interface PostMortemOptions {
  /** The demo account that creates it. */
  client: string
  tag: string
  sent: boolean
}

/** An API client signed in as a demo account. A failed request fails the test. */
export async function createApiCaller(page: Page, name: string) {
  const headers = { authorization: `Bearer ${await fetchAccessToken(page, name)}` }
  return async (method: 'GET' | 'POST' | 'PUT', address: string, data?: object) => {
    const response = await page.request.fetch(`/api/v1${address}`, { method, headers, ...(data && { data }) })
    expect(response.ok(), `${method} ${address}`).toBe(true)
    return (await response.json()).data
  }
}

/** Creates a ticket with one animal over the API. @returns its id and number */
export async function createPostMortem(
  page: Page,
  { client, tag, sent }: PostMortemOptions,
): Promise<{ id: string; title: string }> {
  const call = await createApiCaller(page, client)
  const [site] = await call('GET', '/sites')
  const record_at = new Date().toISOString().slice(0, 10)
  const { id, title } = await call('POST', '/post-mortems', { site_id: site.id, record_at })
  await call('POST', '/veterinary-record-animals', { veterinary_record_id: id, tag })
  if (sent) await call('PUT', `/post-mortems/${id}`, { draft: 0 })
  return { id, title }
}
