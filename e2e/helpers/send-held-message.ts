import type { Page } from '@playwright/test'
import { createPostMortem } from './create-post-mortem.ts'
import { holdRequests } from './hold-requests.ts'
import { signInWithoutForm } from './sign-in.ts'

/** Opens a ticket as a client and sends a message whose request is held. */
export async function sendHeldMessage(page: Page, { tag, text }: { tag: string; text: string }) {
  const { id } = await createPostMortem(page, { client: 'client', tag, sent: true })
  await signInWithoutForm(page, 'client')
  await page.goto(`/a/postmortem/${id}`)
  const message = page.getByLabel('Message to the practice')
  const { held, release } = await holdRequests(page, '**/comments', 'POST')
  await message.fill(text)
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await held
  const refuse = () => release((route) => route.fulfill({ status: 422, json: { success: false, message: 'Not now.' } }))
  return { id, message, refuse }
}
