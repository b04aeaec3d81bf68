import { type BrowserContext, expect, type Page } from '@playwright/test'
import { fetchAccessToken } from './sign-in.ts'
import { gotoWithPreloads } from './wait-for-preloads.ts'

/** Opens the first step of the wizard and waits until everything that it needs offline is cached. */
export async function openWizard(page: Page): Promise<void> {
  const site = page.getByRole('combobox', { name: 'Site' })
  await gotoWithPreloads(page, '/a/postmortem/add', site)
  await expect(site).toHaveValue('North Yard')
}

export async function submitFirstStep(page: Page, note: string): Promise<void> {
  await page.getByLabel('Notes').fill(note)
  await page.getByRole('button', { name: 'Add animals' }).click()
  await expect(page.getByRole('heading', { name: 'Animal 1' })).toBeVisible()
}

/** Fills in an animal and presses a button of that step. */
export async function addAnimal(page: Page, tag: string, button: 'Save, add another' | 'Review'): Promise<void> {
  await page.getByLabel('Tag', { exact: true }).fill(tag)
  await page.getByRole('button', { name: button }).click()
  if (button === 'Review') await expect(page.getByRole('article', { name: tag })).toBeVisible()
  else await expect(page.getByLabel('Tag', { exact: true })).toHaveValue('')
}

interface StoredPostMortem {
  id: string
  title: string
  status: string
  note: string | null
  veterinary_record: { veterinary_record_animals: { id: string; tag: string; rfid: string; created_at: string }[] }
}

/** The tickets with this note, as the server has stored them. */
export async function postMortemsWithNote(page: Page, note: string): Promise<StoredPostMortem[]> {
  const headers = { authorization: `Bearer ${await fetchAccessToken(page, 'client')}` }
  const answer = await page.request.get('/api/v1/post-mortems?per_page=9999', { headers })
  return ((await answer.json()).data as StoredPostMortem[]).filter((postMortem) => postMortem.note === note)
}

/** The tags of a ticket's animals in the order in which the animals were created. */
export const animalTags = ({ veterinary_record: record }: StoredPostMortem) =>
  record.veterinary_record_animals
    .toSorted((one, other) => one.created_at.localeCompare(other.created_at))
    .map(({ tag }) => tag)

/** Records every write that got a response, like 'POST /post-mortems', in the order of the responses. */
export function recordAnsweredWrites(context: BrowserContext): string[] {
  const writes: string[] = []
  context.on('response', (response) => {
    const request = response.request()
    const path = new URL(request.url()).pathname
    if (request.method() !== 'GET' && path.startsWith('/api/v1') && !path.includes('/auth/'))
      writes.push(`${request.method()} ${path.replace('/api/v1', '').replace(/[0-9a-f-]{36}/, '{id}')}`)
  })
  return writes
}

export const outboxStatus = (page: Page) => page.getByRole('region', { name: 'Unsent changes' })

/** Waits until the typed text is in IndexedDB. A browser that is killed at once may lose the last keystroke. */
export const expectDraftStored = (page: Page, text: string) =>
  expect
    .poll(() =>
      page.evaluate(
        () =>
          new Promise<string>((resolve, reject) => {
            const opening = indexedDB.open('chisholm')
            opening.addEventListener('error', () => reject(opening.error ?? new Error('no database')))
            opening.addEventListener('success', () => {
              const reading = opening.result.transaction('typed').objectStore('typed').getAll()
              reading.addEventListener('success', () => {
                opening.result.close()
                resolve(JSON.stringify(reading.result))
              })
            })
          }),
      ),
    )
    .toContain(text)
