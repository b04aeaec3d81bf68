import { expect, type Page, test } from '@playwright/test'
import { addAnimal, openWizard, outboxStatus, postMortemsWithNote, submitFirstStep } from './helpers/outbox.ts'
import {
  choosePhotos,
  createPostMortemWithAnimals,
  photoDrafts,
  photoPagePath,
  savedPhotos,
} from './helpers/photo-page.ts'
import { navigateInApp } from './helpers/navigate-in-app.ts'
import { signInWithoutForm } from './helpers/sign-in.ts'

/** Makes the page remember its connections to IndexedDB. @returns ends them all, as an iPhone does in the background */
async function endingConnections(page: Page): Promise<() => Promise<void>> {
  await page.addInitScript(() => {
    const { open } = IDBFactory.prototype
    IDBFactory.prototype.open = function openRemembered(this: IDBFactory, ...words) {
      const opening = open.apply(this, words)
      addEventListener('end connections', () => opening.result.close())
      return opening
    }
  })
  return () => page.evaluate(() => void dispatchEvent(new Event('end connections')))
}

test('requests and photos are stored and sent although the page has lost its connection to the storage', async ({
  page,
  context,
}) => {
  const note = 'The phone slept in between.'
  const endConnections = await endingConnections(page)
  await signInWithoutForm(page, 'client')
  const postMortem = await createPostMortemWithAnimals(page, 'client', ['L 1'])
  await openWizard(page)

  await test.step('what waits stays visible, and what is added is stored, too', async () => {
    await context.setOffline(true)
    await submitFirstStep(page, note)
    await endConnections()
    await addAnimal(page, 'L 2', 'Review')
    await endConnections()
    await page.getByRole('button', { name: 'Send PM' }).click()
    await expect(outboxStatus(page)).toContainText('3 changes wait for a connection')
    await endConnections()
    await context.setOffline(false)
    await expect(outboxStatus(page)).toHaveCount(0)
    expect(await postMortemsWithNote(page, note)).toMatchObject([{ status: 'Pending' }])
  })

  await test.step('photos', async () => {
    await navigateInApp(page, photoPagePath(postMortem))
    await choosePhotos(page, 1)
    await expect(photoDrafts(page)).toHaveCount(1)
    await endConnections()
    await choosePhotos(page, 2)
    await expect(photoDrafts(page)).toHaveCount(2)
    await endConnections()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(savedPhotos(page)).toHaveCount(2)
    await expect(outboxStatus(page)).toHaveCount(0)
  })
})
