import type { APIRequestContext } from '@playwright/test'
import { signInByApi } from '../helpers/sign-in.ts'
import type { AppScreen } from './app-screen.ts'

/** Signs in as a demo account through the sign-in page. */
export async function signIn(app: AppScreen, name: string): Promise<void> {
  await app.open('/u/login')
  await app.enter({ label: 'Email' }, `${name}@demo.example`)
  await app.enter({ label: 'Password' }, 'Chisholm#1867')
  await app.click({ role: 'button', name: 'Login' })
  await app.expectAddress(/^\/a\//)
}

export async function signOut(app: AppScreen): Promise<void> {
  await app.click({ role: 'button', name: 'Menu' })
  await app.click({ role: 'menuitem', name: 'Logout' })
  await app.expectAddress(/^\/u\/login$/)
}

/** Signs this browser in as a demo account without the sign-in page. `anonymous` signs it out. */
export async function switchUser(app: AppScreen, request: APIRequestContext, name: string): Promise<void> {
  // localStorage belongs to an origin, and any file of the server gives access to it.
  await app.open('/favicon.svg')
  const session = name === 'anonymous' ? null : JSON.stringify(await signInByApi(request, name))
  await app.evaluate((text) => {
    localStorage.clear()
    if (text) localStorage.setItem('chisholm.session', text)
  }, session)
}
