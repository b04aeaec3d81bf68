import { expect, type Page } from '@playwright/test'
import { tokenOf } from './people.ts'
import { photo } from './pictures.ts'

/** A ticket created for a test of the photo page. */
export interface PhotoTicket {
  id: string
  animalIds: string[]
  headers: { authorization: string }
}

/** Chooses test photos by their numbers, as from a gallery. */
export const choose = async (page: Page, ...numbers: number[]) =>
  page.getByLabel('Add photos').setInputFiles(await Promise.all(numbers.map(photo)))

/** Creates a draft with animals of these tags as a demo client. */
export async function ticketWithAnimals(page: Page, name: string, tags: string[]): Promise<PhotoTicket> {
  const headers = { authorization: `Bearer ${await tokenOf(page, name)}` }
  const ask = async (address: string, body?: object) => {
    const answer = body
      ? await page.request.post(`/api/v1${address}`, { headers, data: body })
      : await page.request.get(`/api/v1${address}`, { headers })
    expect(answer.ok()).toBe(true)
    return (await answer.json()).data
  }
  const [site] = await ask('/sites')
  const { id } = await ask('/post-mortems', {
    customer_id: site.customer_id,
    site_id: site.id,
    record_at: '2026-11-20',
  })
  const animalIds: string[] = []
  for (const tag of tags)
    animalIds.push((await ask('/veterinary-record-animals', { veterinary_record_id: id, tag })).id)
  return { id, animalIds, headers }
}

export async function savedNames(page: Page, { headers }: PhotoTicket, animalId = ''): Promise<string[]> {
  const address = `/api/v1/medias?filter[media_attachable_id]=${animalId}&per_page=100`
  const answer = await (await page.request.get(address, { headers })).json()
  return (answer.data as { name: string }[]).map((saved) => saved.name)
}

/** Uploads photos over the API. */
export async function savePhotos(page: Page, ticket: PhotoTicket, animalId: string, count: number): Promise<void> {
  for (let number = 1; number <= count; number++) {
    const image = { ...(await photo(number % 5)), name: `saved-${number}.jpg` }
    const multipart = { media_attachable_type: 'VeterinaryRecordAnimal', media_attachable_id: animalId, image }
    const answer = await page.request.post('/api/v1/medias', { headers: ticket.headers, multipart })
    expect(answer.status()).toBe(201)
  }
}

export const photoScreen = (ticket: PhotoTicket, animalId = ticket.animalIds[0]) =>
  `/a/postmortem/view/${ticket.id}/${animalId}/uploadPhoto`

export const drafts = (page: Page) => page.getByRole('list', { name: 'Not saved' }).getByRole('listitem')
export const saved = (page: Page) => page.getByRole('list', { name: 'Saved', exact: true }).getByRole('listitem')
export const leaveQuestion = (page: Page) =>
  page.getByRole('dialog', { name: 'There are unsaved changes! Are you sure you want to leave?' })
