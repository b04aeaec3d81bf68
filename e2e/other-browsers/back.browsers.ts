import { test } from './fixtures.ts'
import { signIn, signOut } from './sign-in.ts'

const dialog = { role: 'dialog', name: /^Schedule/ }
const list = /^\/a\/location\/all\/inbox$/
const ticket = /^\/a\/vet\/ticketdetail\//

test('Back closes the dialog and the menu on top, and leaves the page once nothing is open', async ({ app }) => {
  await signIn(app, 'vet')
  await app.click({ role: 'link', name: /CHM-/ })
  await app.expectAddress(ticket)
  await app.click({ role: 'button', name: 'Schedule' })
  await app.expectSeen(dialog)
  await app.goBack()
  await app.expectCount(dialog, 0)
  await app.expectAddress(ticket)
  await app.expectSeen({ role: 'button', name: 'Schedule' })
  await app.click({ role: 'button', name: 'Menu' })
  await app.expectSeen({ role: 'menuitem', name: 'Logout' })
  await app.goBack()
  await app.expectCount({ role: 'menuitem', name: 'Logout' }, 0)
  await app.expectAddress(ticket)
  await app.goBack()
  await app.expectAddress(list)
  await signOut(app)
})
