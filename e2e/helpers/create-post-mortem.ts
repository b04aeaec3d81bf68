import type { Page } from '@playwright/test'
import { createApiClient } from './api-client.ts'

interface PostMortemOptions {
  /** The demo account that creates the ticket. */
  client: string
  tag: string
  sent: boolean
}

/**
 * Creates a ticket with one animal over the API.
 * @returns its id and number
 */
export async function createPostMortem(
  page: Page,
  { client, tag, sent }: PostMortemOptions,
): Promise<{ id: string; title: string }> {
  const api = await createApiClient(page.request, client)
  const [site] = await api.get('/sites')
  const record_at = new Date().toISOString().slice(0, 10)
  const { id, title } = await api.post('/post-mortems', { site_id: site.id, record_at })
  await api.post('/veterinary-record-animals', { veterinary_record_id: id, tag })
  if (sent) await api.put(`/post-mortems/${id}`, { draft: 0 })
  return { id, title }
}
