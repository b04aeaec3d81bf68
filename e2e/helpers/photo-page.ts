import { expect, type Page } from '@playwright/test'
import { fetchAccessToken } from './sign-in.ts'
import { testPhoto } from './test-photos.ts'

export interface PhotoPostMortem {
  id: string
  animalIds: string[]
  headers: { authorization: string }
}

/** Chooses test photos by their numbers, as if from a gallery. */
export const choosePhotos = async (page: Page, ...numbers: number[]) =>
  page.getByLabel('Add photos').setInputFiles(await Promise.all(numbers.map(testPhoto)))

/** Creates a draft with animals of these tags as a demo client. */
export async function createPostMortemWithAnimals(page: Page, name: string, tags: string[]): Promise<PhotoPostMortem> {
  const headers = { authorization: `Bearer ${await fetchAccessToken(page, name)}` }
  const callApi = async (address: string, body?: object) => {
    const response = body
      ? await page.request.post(`/api/v1${address}`, { headers, data: body })
      : await page.request.get(`/api/v1${address}`, { headers })
    expect(response.ok()).toBe(true)
    return (await response.json()).data
  }
  const [site] = await callApi('/sites')
  const { id } = await callApi('/post-mortems', {
    customer_id: site.customer_id,
    site_id: site.id,
    record_at: '2026-11-20',
  })
  const animalIds: string[] = []
  for (const tag of tags)
    animalIds.push((await callApi('/veterinary-record-animals', { veterinary_record_id: id, tag })).id)
  return { id, animalIds, headers }
}

export async function savedPhotoNames(page: Page, { headers }: PhotoPostMortem, animalId = ''): Promise<string[]> {
  const address = `/api/v1/medias?filter[media_attachable_id]=${animalId}&per_page=100`
  const answer = await (await page.request.get(address, { headers })).json()
  return (answer.data as { name: string }[]).map((saved) => saved.name)
}

export async function uploadPhotos(
  page: Page,
  postMortem: PhotoPostMortem,
  animalId: string,
  count: number,
): Promise<void> {
  for (let number = 1; number <= count; number++) {
    const image = { ...(await testPhoto(number % 5)), name: `saved-${number}.jpg` }
    const multipart = { media_attachable_type: 'VeterinaryRecordAnimal', media_attachable_id: animalId, image }
    const answer = await page.request.post('/api/v1/medias', { headers: postMortem.headers, multipart })
    expect(answer.status()).toBe(201)
  }
}

export const photoPagePath = (postMortem: PhotoPostMortem, animalId = postMortem.animalIds[0]) =>
  `/a/postmortem/view/${postMortem.id}/${animalId}/uploadPhoto`

export const photoDrafts = (page: Page) => page.getByRole('list', { name: 'Not saved' }).getByRole('listitem')
export const savedPhotos = (page: Page) => page.getByRole('list', { name: 'Saved', exact: true }).getByRole('listitem')
export const leaveDialog = (page: Page) =>
  page.getByRole('dialog', { name: 'There are unsaved changes! Are you sure you want to leave?' })
