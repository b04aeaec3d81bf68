import { expect, type Locator, type Page, test } from '@playwright/test'
import { createApiClient } from '../helpers/api-client.ts'
import { signInWithoutForm } from '../helpers/sign-in.ts'
import { testPhoto } from '../helpers/test-photos.ts'

const animalCount = 10
const photosPerAnimal = 3
/** Keystrokes per animal, without those that type words. */
const limit = 25

/** A keyboard that counts keystrokes, except those that type words. */
function countedKeyboard(page: Page) {
  const state = { count: 0 }
  const press = async (...keys: string[]) => {
    for (const key of keys) {
      state.count++
      await page.keyboard.press(key)
    }
  }
  return {
    press,
    words: (text: string) => page.keyboard.type(text),
    /** Presses Tab until the target has the focus, then Enter. */
    follow: async (target: Locator) => {
      await expect(target).toBeVisible()
      for (let presses = 0; presses < 100; presses++) {
        if (await target.evaluate((element) => element === document.activeElement)) break
        await press('Tab')
      }
      await expect(target).toBeFocused()
      await press('Enter')
    },
    count: () => state.count,
  }
}

test('ten animals with photos are examined and their final report is issued using only the keyboard, in 25 keystrokes per animal plus typed text', async ({
  page,
}) => {
  const client = await createApiClient(page.request, 'client')
  const vet = await createApiClient(page.request, 'vet')
  const [site] = await client.get('/sites')
  const tags = Array.from({ length: animalCount }, (_, index) => `K ${2001 + index}`)
  const { id } = await client.post('/post-mortems', {
    site_id: site.id,
    record_at: new Date().toISOString().slice(0, 10),
    animals: tags.map((tag) => ({ tag })),
    send: 1,
  })
  const animals = async () => (await vet.get(`/post-mortems/${id}`)).veterinary_record.veterinary_record_animals
  for (const animal of await animals()) {
    const attached = { media_attachable_type: 'VeterinaryRecordAnimal', media_attachable_id: animal.id }
    for (let photo = 0; photo < photosPerAnimal; photo++)
      await client.upload('/medias', { ...attached, name: `photo ${photo}`, image: await testPhoto(photo) })
  }

  await page.setViewportSize({ width: 1280, height: 900 })
  await signInWithoutForm(page, 'vet')
  await page.goto(`/a/vet/ticketdetail/${id}`)
  const keyboard = countedKeyboard(page)
  const { press, words } = keyboard
  const counts: number[] = []
  // of ten animals each is a row that opens in place
  await keyboard.follow(page.getByRole('button', { name: `${tags[0]} ` }).first())
  await keyboard.follow(page.getByRole('link', { name: `Examine ${tags[0]}` }))
  const opening = keyboard.count()

  for (const [index, tag] of tags.entries()) {
    await expect(page.getByRole('heading', { name: new RegExp(tag) })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Examination' }).first()).toBeFocused()
    const before = keyboard.count()
    for (let photo = 1; photo < photosPerAnimal; photo++) await press('.')
    await expect(page.getByText(`${photosPerAnimal} of ${photosPerAnimal}`)).toBeVisible()
    await press('n', 'n', 'a')
    await expect(page.getByRole('textbox', { name: 'Findings: Respiratory' })).toBeFocused()
    await words(`Lungs heavy and rubbery, animal ${index}.`)
    await press('Escape', 'n', 'n', 'a')
    await expect(page.getByRole('textbox', { name: 'Findings: Liver' })).toBeFocused()
    await words('Two abscesses in the left lobe.')
    // the brain is not examined
    await press('Escape', 'n', 'n', 'n', 'n')
    await press('l')
    await words('atypical int')
    await expect(page.getByRole('option', { name: /AIP/ })).toBeVisible()
    await press('Enter')
    await expect(page.getByRole('article', { name: /AIP/ })).toBeFocused()
    await press('c', 'l')
    await words('liver abs')
    await expect(page.getByRole('option', { name: /Liver abscess/ })).toBeVisible()
    await press('Enter')
    await expect(page.getByRole('article', { name: /Liver abscess/ })).toBeFocused()
    await press('m')
    await words('Slow the step-up of the ration.')
    await press('Escape')
    if (index < animalCount - 1) await press(']')
    counts.push(keyboard.count() - before)
  }
  await press('Control+Enter')
  await expect(page.getByRole('heading', { name: /^Complete/ })).toBeFocused()
  await keyboard.follow(page.getByRole('button', { name: 'Complete' }))
  await expect(page).toHaveURL(/\/report$/)

  const ticket = await vet.get(`/post-mortems/${id}`)
  expect(ticket.status).toBe('Completed')
  const [version] = await vet.get(`/post-mortems/${id}/report-versions`)
  expect(version).toMatchObject({ number: 1, kind: 'final' })
  for (const [index, animal] of (await animals()).entries()) {
    const { lesions, systems } = animal.examination
    expect(lesions.map(({ role, certainty }: Record<string, string>) => [role, certainty])).toEqual([
      ['primary', 'confirmed'],
      ['contributing', 'probable'],
    ])
    const findings = systems.filter(({ state }: { state: string }) => state === 'abnormal')
    expect(findings.map(({ text }: { text: string }) => text)).toEqual([
      `Lungs heavy and rubbery, animal ${index}.`,
      'Two abscesses in the left lobe.',
    ])
    expect(systems.filter(({ state }: { state: string }) => state === 'normal')).toHaveLength(8)
    expect(animal.vet_diagnosis_note).toBe('Slow the step-up of the ration.')
  }
  console.log(
    `Keystrokes by animal: ${counts.join(', ')}; to open the first one: ${opening}; in all ${keyboard.count()}`,
  )
  expect(Math.max(...counts)).toBeLessThanOrEqual(limit)
  expect(keyboard.count()).toBeLessThanOrEqual(limit * animalCount)
})
