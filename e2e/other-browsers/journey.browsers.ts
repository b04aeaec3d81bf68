import { writeFileSync } from 'node:fs'
import { formatTypedDay } from '@chisholm/domain/dates'
import { testPhoto } from '../helpers/test-photos.ts'
import type { AppScreen } from './app-screen.ts'
import { test } from './fixtures.ts'
import { signIn, signOut } from './sign-in.ts'

const dayFromNow = (days: number) =>
  formatTypedDay(new Date(Date.now() + days * 24 * 3_600_000).toISOString().slice(0, 10))
const card = { role: 'article', name: 'Y 4471' }
const toast = (text: string) => ({ text, within: { role: 'alert' } })

test('a client requests a post-mortem with photos, a veterinarian completes it, and both read the report', async ({
  app,
}, testInfo) => {
  const photos = await Promise.all(
    [1, 2].map(async (number) => {
      const { name, buffer } = await testPhoto(number)
      writeFileSync(testInfo.outputPath(name), buffer)
      return testInfo.outputPath(name)
    }),
  )
  await test.step('the client creates a ticket with an animal and photos', () => createPostMortem(app, photos))
  const number = await test.step('sends it', () => sendPostMortem(app))
  await signOut(app)
  await signIn(app, 'vet')
  await app.click({ role: 'link', name: new RegExp(number) })
  await test.step('the veterinarian assigns itself and schedules', () => schedule(app))
  await test.step('diagnoses and completes', () => complete(app))
  const report = [
    { text: 'Post-mortem report' },
    { text: 'Rumen distended, froth throughout.' },
    { text: new RegExp(`^${number} · .*version 1`) },
  ]
  await test.step('reads the report', () => app.expectSeen(...report, { role: 'link', name: 'Download' }))
  await signOut(app)
  await signIn(app, 'client')
  await app.open('/a/postmortems/complete')
  await app.click({ role: 'link', name: new RegExp(number) })
  await app.expectSeen({ text: 'No messages yet.' })
  await app.click({ role: 'button', name: 'Generate Report' })
  await test.step('the client reads the report', () => app.expectSeen(...report))
  await signOut(app)
})

async function createPostMortem(app: AppScreen, photos: string[]): Promise<void> {
  await signIn(app, 'client')
  await app.expectSeen({ role: 'heading', name: 'My PM Requests' })
  await app.click({ role: 'link', name: 'New post mortem' })
  await app.enterDay({ label: 'Date' }, dayFromNow(0))
  await app.enter({ label: 'Notes' }, 'One steer by the water tank.')
  await app.click({ role: 'button', name: 'Add animals' })
  await app.expectSeen({ role: 'heading', name: 'Animal 1' })
  const unknownCode = { text: /^No country or manufacturer has these first three digits/ }
  await app.enter({ label: 'RFID' }, '128 000 123 456 789')
  await app.enter({ label: 'Tag' }, 'Y 4471')
  await app.expectSeen(unknownCode)
  await app.enter({ label: 'RFID' }, '124 000 123 456 789')
  await app.enter({ label: 'Tag' }, 'Y 4471')
  await app.expectCount(unknownCode, 0)
  await app.enter({ role: 'combobox', name: 'Tag colour' }, 'Yellow')
  await app.click({ role: 'option', name: 'Yellow' })
  await app.enterDay({ label: 'Date of death' }, dayFromNow(-1))
  await app.upload('Add photos', photos)
  await app.expectCount({ role: 'listitem', within: { role: 'list', name: 'Not saved' } }, 2)
  // There is no error, because the device can store the photos.
  await app.expectCount({ role: 'alert' }, 0)
}

/** @returns the number of the ticket */
async function sendPostMortem(app: AppScreen): Promise<string> {
  await app.click({ role: 'button', name: 'Review' })
  await app.expectSeen({ ...card }, { role: 'heading', name: /^CHM-\d+$/ })
  const number = await app.evaluate(() => document.querySelector('h1')?.textContent ?? '')
  await app.click({ role: 'button', name: 'Send PM' })
  await app.expectSeen({ role: 'heading', name: 'Your request has been submitted' })
  await app.click({ role: 'button', name: 'Go Back' })
  await app.expectAddress(/^\/a\/postmortems\/pending$/)
  await app.expectSeen({ role: 'link', name: new RegExp(number) })
  return number
}

async function schedule(app: AppScreen): Promise<void> {
  await app.click({ role: 'button', name: 'Assign' })
  await app.click({ role: 'combobox', name: 'Veterinarian' })
  await app.click({ role: 'option', name: 'Dana Whitfield (me)' })
  await app.click({ role: 'button', name: 'Confirm' })
  await app.expectSeen(toast('The post mortem was successfully scheduled.'))
  await app.click({ role: 'button', name: 'Schedule' })
  await app.enterDay({ label: 'Date', within: { role: 'dialog' } }, dayFromNow(1))
  await app.click({ role: 'button', name: 'Confirm' })
  await app.expectSeen({ text: 'In Progress' })
}

async function complete(app: AppScreen): Promise<void> {
  await app.enter({ role: 'combobox', name: 'Diagnosis', within: card }, 'Bloat, frothy')
  await app.click({ role: 'option', name: 'Bloat, frothy (feedlot)' })
  await app.enter({ label: 'Findings', within: card }, 'Rumen distended, froth throughout.')
  await app.click({ role: 'button', name: 'Save', within: card })
  await app.expectSeen(toast('Data is updated'))
  await app.click({ role: 'button', name: 'Complete' })
  await app.expectAddress(/step=complete/)
  await app.click({ role: 'button', name: 'Complete' })
  await app.expectAddress(/\/report$/)
}
